/*
 * Lesson 14, two GPUs: each has its share of the arrays in memory of its own, and what it needs of
 * the other's has to be sent.
 *
 * `sum` sends one number. `heat` sends a row after each step, and has the rest of a step to hide it
 * behind. `all_reduce` sends all that there is. Each is done with copies from device to device,
 * with kernels that reach into the other's memory, with NCCL, and through the host.
 *
 * An array is as long on each device as it would be on one: so an element has the same index
 * everywhere, and a row that is received has its place.
 */
#include "14_two_gpus.h"
#include "common.cuh"
#include "nccl_library.cuh"

#include <future>
#include <mutex>
#include <pthread.h>
#include <stdio.h>
#include <system_error>
#include <thread>
#include <vector>

enum { MOST_THREADS = 1024 };

/* ---- several devices ------------------------------------------------------------------------- */

/* The first error of many calls. */
struct first_error {
    cudaError_t code = cudaSuccess;

    void of(cudaError_t error)
    {
        code = code == cudaSuccess ? error : code;
    }
    bool none() const
    {
        return code == cudaSuccess;
    }
};

template <typename T> static T *array(const gs_part &part, size_t number)
{
    return (T *)part.arrays[number];
}

static cudaStream_t stream_of(const gs_part &part, int number = 0)
{
    return (cudaStream_t)part.streams[number];
}

/*
 * Events of each part, which are recorded in its streams and waited for in any. An event means the
 * last record before the wait is queued.
 */
class part_events
{
    const gs_call *call;
    std::vector<cudaEvent_t> events;
    size_t each;

  public:
    first_error made;

    part_events(const gs_call *call, size_t each)
        : call(call), events(call->part_count * each), each(each)
    {
        for (size_t i = 0; i < events.size(); i++) {
            made.of(cudaSetDevice(call->parts[i / each].device));
            made.of(cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming));
        }
    }
    ~part_events()
    {
        for (cudaEvent_t event : events)
            if (event != nullptr)
                cudaEventDestroy(event);
    }
    part_events(const part_events &) = delete;
    part_events &operator=(const part_events &) = delete;

    cudaError_t record(unsigned part, size_t number, int stream)
    {
        return cudaEventRecord(events[part * each + number], stream_of(call->parts[part], stream));
    }
    cudaError_t wait(unsigned waiting, int stream, unsigned part, size_t number)
    {
        return cudaStreamWaitEvent(stream_of(call->parts[waiting], stream),
                                   events[part * each + number], 0);
    }
};

/* Says why a variant cannot run here. */
static cudaError_t cannot(const gs_call *call, const char *why, unsigned device, unsigned other)
{
    if (call->reason != nullptr)
        snprintf(call->reason, GS_REASON_BYTES, why, device, other);
    return cudaErrorNotSupported;
}

/* Lets the kernels of one device use the memory of another, and copies go there without the host.
 */
static cudaError_t enable_peer(const gs_call *call, unsigned device, unsigned other)
{
    int can = 0;
    cudaError_t error = cudaDeviceCanAccessPeer(&can, (int)device, (int)other);
    if (error == cudaSuccess && !can)
        return cannot(call, "device %u cannot reach the memory of device %u", device, other);
    if (error == cudaSuccess)
        error = cudaSetDevice((int)device);
    if (error == cudaSuccess)
        error = cudaDeviceEnablePeerAccess((int)other, 0);
    if (error != cudaErrorPeerAccessAlreadyEnabled)
        return error;
    cudaGetLastError(); /* that it was there already is no error of ours */
    return cudaSuccess;
}

/* All devices of the call, once in a process for each number of them. */
static cudaError_t enable_peers(const gs_call *call)
{
    static unsigned enabled = 1;
    first_error error;
    for (unsigned p = 0; p < call->part_count && call->part_count > enabled; p++)
        for (unsigned q = 0; q < call->part_count && error.none(); q++)
            if (p != q)
                error.of(enable_peer(call, p, q));
    if (error.none() && call->part_count > enabled)
        enabled = call->part_count;
    return error.code;
}

/* From one part's memory to another's, in a stream of the part that sends. */
static cudaError_t send(const gs_call *call, unsigned from_part, const void *from, unsigned to_part,
                        void *to, size_t bytes, int stream)
{
    const gs_part &sender = call->parts[from_part], &receiver = call->parts[to_part];
    return cudaMemcpyPeerAsync(to, receiver.device, from, sender.device, bytes,
                               stream_of(sender, stream));
}

/* ---- NCCL ------------------------------------------------------------------------------------ */

template <typename T> static ncclDataType_t nccl_type()
{
    return sizeof(T) == sizeof(float) ? ncclFloat32 : ncclFloat64;
}

static cudaError_t of_nccl(const gs_call *call, ncclResult_t result)
{
    static std::mutex one_writes; /* threads of a call share its reason */
    if (result == ncclSuccess)
        return cudaSuccess;
    std::lock_guard<std::mutex> lock(one_writes);
    if (call->reason != nullptr)
        snprintf(call->reason, GS_REASON_BYTES, "NCCL: %s", ncclGetErrorString(result));
    return cudaErrorUnknown;
}

/* A communicator for each part, and whether making them went well. */
struct communicator_set {
    bool tried;
    ncclResult_t result;
    ncclComm_t comms[GS_MOST_PARTS];
};

/* Made once in a process for each number of parts. */
static cudaError_t communicators(const gs_call *call, ncclComm_t **out)
{
    static communicator_set sets[GS_MOST_PARTS + 1];
    communicator_set &set = sets[call->part_count];
    int devices[GS_MOST_PARTS];
    if (!nccl_is_there(call->reason, GS_REASON_BYTES))
        return cudaErrorNotSupported;
    for (unsigned p = 0; p < call->part_count; p++)
        devices[p] = call->parts[p].device;
    if (!set.tried)
        set.result = ncclCommInitAll(set.comms, (int)call->part_count, devices);
    set.tried = true;
    *out = set.comms;
    return of_nccl(call, set.result);
}

/* ---- one thread a device --------------------------------------------------------------------- */

/* Where all threads wait for each other. */
class barrier
{
    pthread_barrier_t all;

  public:
    explicit barrier(unsigned threads)
    {
        pthread_barrier_init(&all, nullptr, threads);
    }
    ~barrier()
    {
        pthread_barrier_destroy(&all);
    }
    barrier(const barrier &) = delete;
    barrier &operator=(const barrier &) = delete;
    void wait()
    {
        pthread_barrier_wait(&all);
    }
};

/*
 * Does it for each part in a thread of its own, which has chosen its device. The threads may wait
 * for each other, so none begins before all are there.
 */
template <typename Work> static cudaError_t in_threads(const gs_call *call, Work work)
{
    std::vector<first_error> errors(call->part_count);
    std::vector<std::thread> threads(call->part_count);
    std::promise<bool> started;
    std::shared_future<bool> all_are_there = started.get_future().share();
    first_error all;
    try {
        for (unsigned p = 0; p < call->part_count; p++)
            threads[p] = std::thread([&, p, all_are_there] {
                if (!all_are_there.get())
                    return;
                errors[p].of(cudaSetDevice(call->parts[p].device));
                errors[p].of(work(p));
            });
    } catch (const std::system_error &) {
        all.of(cudaErrorOperatingSystem);
    }
    started.set_value(all.none());
    for (std::thread &thread : threads)
        if (thread.joinable())
            thread.join();
    for (const first_error &error : errors)
        all.of(error.code);
    return all.code;
}

/* ---- sum ------------------------------------------------------------------------------------- */

/* The sum of what the threads of a block have, for thread 0. */
template <typename T> static __device__ T sum_of_block(T mine)
{
    __shared__ T cell[MOST_THREADS];
    cell[threadIdx.x] = mine;
    for (unsigned count = blockDim.x; count > 1;) {
        __syncthreads();
        unsigned half = (count + 1) / 2;
        if (threadIdx.x + half < count)
            cell[threadIdx.x] += cell[threadIdx.x + half];
        count = half;
    }
    return cell[0];
}

/* Each block adds up some of n elements, 16 bytes an access. */
template <typename T> static __global__ void add_up(const T *a, chunked<T> cut, T *sums)
{
    size_t me = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    T mine = 0;
    for (size_t i = me; i < cut.chunks; i += threads) {
        chunk<T> x = cut.of(a)[i];
        for (int k = 0; k < chunk<T>::count; k++)
            mine += x.element[k];
    }
    for (size_t i = me; i < cut.remainder(); i += threads)
        mine += a[cut.remainder_index(i)];
    T sum = sum_of_block(mine);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

/* One block adds up the sums of all blocks, or of all devices. */
template <typename T> static __global__ void add_sums(const T *sums, unsigned count, T *out)
{
    T mine = 0;
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        mine += sums[i];
    T sum = sum_of_block(mine);
    if (threadIdx.x == 0)
        *out = sum;
}

/* Numbers that lie on different devices. */
template <typename T> struct scattered {
    const T *at[GS_MOST_PARTS];
};

/* The same, and it fetches each from where it is: one thread, for there are few. */
template <typename T> static __global__ void fetch_sums(scattered<T> sums, unsigned count, T *out)
{
    T sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += *sums.at[i];
    *out = sum;
}

/* The sum of elements [begin, end) of `a`, on the device that is chosen. */
template <typename T>
static cudaError_t sum_share(const gs_call *call, const T *a, size_t begin, size_t end, T *sums,
                             T *out, cudaStream_t stream)
{
    unsigned resident = 0;
    chunked<T> cut = cut_into_chunks(a + begin, end - begin);
    unsigned grid = gs_blocks_for(cut.threads(), call->block);
    cudaError_t error = resident_blocks(add_up<T>, call->block, &resident);
    if (error != cudaSuccess)
        return error;
    resident = resident < MOST_SUMS ? resident : MOST_SUMS;
    grid = resident > 0 && resident < grid ? resident : grid;
    add_up<<<grid, call->block, 0, stream>>>(a + begin, cut, sums);
    error = cudaGetLastError();
    if (error != cudaSuccess)
        return error;
    add_sums<<<1, call->block, 0, stream>>>((const T *)sums, grid, out);
    return cudaGetLastError();
}

/* A part's elements, and where the sum of them goes: into its place among those of all parts. */
template <typename T> static cudaError_t sum_of_part(const gs_call *call, unsigned p)
{
    const gs_part &part = call->parts[p];
    size_t each = call->n / call->part_count;
    size_t end = p + 1 == call->part_count ? call->n : (p + 1) * each;
    T *sums = array<T>(part, SUM_SUMS);
    return sum_share(call, (const T *)array<T>(part, SUM_A), p * each, end, sums,
                     sums + MOST_SUMS + p, stream_of(part));
}

template <typename T> static cudaError_t sum_on_one(const gs_call *call)
{
    return sum_share(call, (const T *)array<T>(call, SUM_A), 0, call->n, array<T>(call, SUM_SUMS),
                     array<T>(call, SUM_S), stream_of(call));
}

/* On the first device, of what has come there. */
template <typename T> static cudaError_t add_parts(const gs_call *call)
{
    const gs_part &first = call->parts[0];
    cudaError_t error = cudaSetDevice(first.device);
    if (error != cudaSuccess)
        return error;
    add_sums<<<1, call->block, 0, stream_of(first)>>>(
        (const T *)array<T>(first, SUM_SUMS) + MOST_SUMS, call->part_count, array<T>(first, SUM_S));
    return cudaGetLastError();
}

/* A part sends its sum to its place on the first device. */
template <typename T> static cudaError_t send_sum(const gs_call *call, unsigned p)
{
    size_t place = MOST_SUMS + p;
    return send(call, p, array<T>(call->parts[p], SUM_SUMS) + place, 0,
                array<T>(call->parts[0], SUM_SUMS) + place, sizeof(T), 0);
}

/* What a part does before the first one can add. */
template <typename T>
static cudaError_t sum_and_send(const gs_call *call, unsigned p, part_events *ended)
{
    first_error error;
    error.of(sum_of_part<T>(call, p));
    if (p > 0)
        error.of(send_sum<T>(call, p));
    error.of(ended->record(p, 0, 0));
    return error.code;
}

template <typename T> static cudaError_t add_when_all_ended(const gs_call *call, part_events *ended)
{
    first_error error;
    for (unsigned p = 1; p < call->part_count; p++)
        error.of(ended->wait(0, 0, p, 0));
    error.of(add_parts<T>(call));
    return error.code;
}

template <typename T> static cudaError_t sum_by_copies(const gs_call *call)
{
    first_error error;
    error.of(enable_peers(call));
    part_events ended(call, 1);
    error.of(ended.made.code);
    for (unsigned p = 0; p < call->part_count && error.none(); p++) {
        error.of(cudaSetDevice(call->parts[p].device));
        error.of(sum_and_send<T>(call, p, &ended));
    }
    return error.none() ? add_when_all_ended<T>(call, &ended) : error.code;
}

/* The first part's thread waits until the others have recorded their events. */
template <typename T> static cudaError_t sum_by_threads(const gs_call *call)
{
    first_error error;
    error.of(enable_peers(call));
    part_events ended(call, 1);
    error.of(ended.made.code);
    if (error.none())
        error.of(in_threads(call, [&](unsigned p) { return sum_and_send<T>(call, p, &ended); }));
    return error.none() ? add_when_all_ended<T>(call, &ended) : error.code;
}

template <typename T> static cudaError_t sum_by_peer_loads(const gs_call *call)
{
    first_error error;
    scattered<T> sums;
    error.of(enable_peers(call));
    part_events ended(call, 1);
    error.of(ended.made.code);
    for (unsigned p = 0; p < call->part_count && error.none(); p++) {
        error.of(cudaSetDevice(call->parts[p].device));
        error.of(sum_of_part<T>(call, p));
        error.of(ended.record(p, 0, 0));
        sums.at[p] = array<T>(call->parts[p], SUM_SUMS) + MOST_SUMS + p;
    }
    for (unsigned p = 1; p < call->part_count && error.none(); p++)
        error.of(ended.wait(0, 0, p, 0));
    error.of(cudaSetDevice(call->parts[0].device));
    if (!error.none())
        return error.code;
    fetch_sums<<<1, 1, 0, stream_of(call->parts[0])>>>(sums, call->part_count,
                                                       array<T>(call->parts[0], SUM_S));
    return cudaGetLastError();
}

template <typename T> static cudaError_t sum_by_nccl(const gs_call *call)
{
    ncclComm_t *comms;
    first_error error;
    error.of(communicators(call, &comms));
    for (unsigned p = 0; p < call->part_count && error.none(); p++) {
        error.of(cudaSetDevice(call->parts[p].device));
        error.of(sum_of_part<T>(call, p));
    }
    if (!error.none())
        return error.code;
    error.of(of_nccl(call, ncclGroupStart()));
    for (unsigned p = 0; p < call->part_count; p++) {
        const gs_part &part = call->parts[p];
        error.of(of_nccl(call, ncclAllReduce(array<T>(part, SUM_SUMS) + MOST_SUMS + p,
                                             array<T>(part, SUM_S), 1, nccl_type<T>(), ncclSum,
                                             comms[p], stream_of(part))));
    }
    error.of(of_nccl(call, ncclGroupEnd()));
    return error.code;
}

/* Each part's sum goes to the host, and from there to the first device. */
template <typename T> static cudaError_t sum_through_host(const gs_call *call)
{
    first_error error;
    T *on_host = (T *)call->slots[0].memory;
    const gs_part &first = call->parts[0];
    part_events ended(call, 1);
    error.of(ended.made.code);
    for (unsigned p = 0; p < call->part_count && error.none(); p++) {
        const gs_part &part = call->parts[p];
        error.of(cudaSetDevice(part.device));
        error.of(sum_of_part<T>(call, p));
        error.of(cudaMemcpyAsync(on_host + p, array<T>(part, SUM_SUMS) + MOST_SUMS + p, sizeof(T),
                                 cudaMemcpyDeviceToHost, stream_of(part)));
        error.of(ended.record(p, 0, 0));
    }
    if (!error.none())
        return error.code;
    for (unsigned p = 1; p < call->part_count; p++)
        error.of(ended.wait(0, 0, p, 0));
    error.of(cudaSetDevice(first.device));
    error.of(cudaMemcpyAsync(array<T>(first, SUM_SUMS) + MOST_SUMS, on_host,
                             call->part_count * sizeof(T), cudaMemcpyHostToDevice,
                             stream_of(first)));
    error.of(add_parts<T>(call));
    return error.code;
}

/* ---- heat: the kernel ------------------------------------------------------------------------ */

enum { STRIP = 8 }; /* cells of a column that a thread has */

struct plate {
    size_t rows, columns;
};

static plate plate_of(const gs_call *call)
{
    return {(size_t)call->scalars[HEAT_ROWS], (size_t)call->scalars[HEAT_COLUMNS]};
}

/* A cell, or 0 outside of the plate. Before row 0 an index wraps around, and is no index. */
template <typename T> static __device__ T cell_at(const T *a, plate m, size_t row, size_t column)
{
    return row < m.rows && column < m.columns ? a[row * m.columns + column] : 0;
}

/*
 * A step for rows [first, end). Of the rows around them it loads row `first` - 1 and row `end`
 * alone, which may be the other device's. What it stores in b it also stores in `there`, where that
 * is the other device's memory.
 */
template <typename T>
static __global__ void take_step(const T *a, T *b, T *there, plate m, size_t first, size_t end)
{
    const T rate = T(HEAT_RATE);
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row0 = first + (size_t)blockIdx.y * STRIP;
    if (column >= m.columns)
        return;
    T line[STRIP + 2];
    for (int y = 0; y < STRIP + 2; y++)
        line[y] = row0 + y <= end + 1 ? cell_at(a, m, row0 + y - 1, column) : 0;
    for (int y = 0; y < STRIP; y++) {
        size_t row = row0 + y;
        if (row >= end)
            break;
        T beside = cell_at(a, m, row, column - 1) + cell_at(a, m, row, column + 1);
        T value = (1 - 4 * rate) * line[y + 1] + rate * (line[y] + line[y + 2] + beside);
        b[row * m.columns + column] = value;
        if (there != nullptr)
            there[row * m.columns + column] = value;
    }
}

template <typename T>
static cudaError_t launch_step(const gs_call *call, const T *a, T *b, T *there, size_t first,
                               size_t end, cudaStream_t stream)
{
    plate m = plate_of(call);
    if (first >= end)
        return cudaSuccess;
    dim3 grid(gs_blocks_for(m.columns, call->block), gs_blocks_for(end - first, STRIP));
    take_step<<<grid, call->block, 0, stream>>>(a, b, there, m, first, end);
    return cudaGetLastError();
}

/* The array that holds the plate after so many steps: the last one is B. */
static size_t array_after(int steps)
{
    return steps == 0 ? HEAT_A : (HEAT_STEPS - steps) % 2 == 0 ? HEAT_B : HEAT_BETWEEN;
}

template <typename T> static cudaError_t heat_on_one(const gs_call *call)
{
    first_error error;
    for (int step = 1; step <= HEAT_STEPS && error.none(); step++)
        error.of(launch_step(call, (const T *)array<T>(call, array_after(step - 1)),
                             array<T>(call, array_after(step)), (T *)nullptr, 0,
                             plate_of(call).rows, stream_of(call)));
    return error.code;
}

/* ---- heat: how rows are sent ----------------------------------------------------------------- */

/* Streams of a part: the rows inside in one, and the rows at its edges, and what is sent, in the
 * other. */
enum { INSIDE, EDGES };

/* Events of a part. Two of each kind that another part waits for, in turns: one thread may be a
 * step ahead of another. */
enum { INSIDE_DONE, EDGES_DONE, SENT, EVENTS = SENT + 2 };

/* A part's rows, and whether there are others above and below. */
struct share {
    size_t first, end;
    bool above, below;
};

struct heat {
    const gs_call *call;
    part_events *events;
    ncclComm_t *comms;

    share rows_of(unsigned p) const
    {
        size_t rows = plate_of(call).rows, parts = call->part_count;
        return {rows * p / parts, rows * (p + 1) / parts, p > 0, p + 1 < parts};
    }
    template <typename T> T *row(unsigned p, int step, size_t number) const
    {
        return array<T>(call->parts[p], array_after(step)) + number * plate_of(call).columns;
    }
    template <typename T> size_t row_bytes() const
    {
        return plate_of(call).columns * sizeof(T);
    }
};

/*
 * How the rows at the edges of a part get to its neighbours after a step. send() is called for a
 * part when its rows are queued, and receive() for a part when all have called send(); what comes
 * behind in the stream EDGES finds its neighbours' rows. begin() and end() are around the calls of
 * send() that one thread makes. Where `meets`, receive() waits for an event of a neighbour's
 * send(): threads have to meet between the two.
 */
struct way {
    cudaError_t (*begin)(const heat &);
    cudaError_t (*send)(const heat &, unsigned part, int step);
    cudaError_t (*end)(const heat &);
    cudaError_t (*receive)(const heat &, unsigned part, int step);
    bool meets;
    bool stores_there; /* the kernel has stored the rows in the neighbours' memory */
};

static cudaError_t nothing(const heat &)
{
    return cudaSuccess;
}

static cudaError_t record_sent(const heat &h, unsigned p, int step)
{
    return h.events->record(p, SENT + step % 2, EDGES);
}

static cudaError_t wait_for_neighbours(const heat &h, unsigned p, int step)
{
    first_error error;
    share rows = h.rows_of(p);
    if (rows.above)
        error.of(h.events->wait(p, EDGES, p - 1, SENT + step % 2));
    if (rows.below)
        error.of(h.events->wait(p, EDGES, p + 1, SENT + step % 2));
    return error.code;
}

/* A row to the same row of another part. */
template <typename T>
static cudaError_t copy_row(const heat &h, unsigned p, unsigned to, int step, size_t number)
{
    return send(h.call, p, h.row<T>(p, step, number), to, h.row<T>(to, step, number),
                h.row_bytes<T>(), EDGES);
}

template <typename T> static cudaError_t copy_rows(const heat &h, unsigned p, int step)
{
    first_error error;
    share rows = h.rows_of(p);
    if (rows.above)
        error.of(copy_row<T>(h, p, p - 1, step, rows.first));
    if (rows.below)
        error.of(copy_row<T>(h, p, p + 1, step, rows.end - 1));
    error.of(record_sent(h, p, step));
    return error.code;
}

template <typename T>
static const way by_copies = {nothing, copy_rows<T>, nothing, wait_for_neighbours, true, false};

/* The plate before the first step has no kernel that could store it elsewhere. */
template <typename T> static cudaError_t stored_rows(const heat &h, unsigned p, int step)
{
    return step == 0 ? copy_rows<T>(h, p, step) : record_sent(h, p, step);
}

template <typename T>
static const way by_peer_stores = {nothing, stored_rows<T>, nothing, wait_for_neighbours, true,
                                   true};

static cudaError_t begin_group(const heat &h)
{
    return of_nccl(h.call, ncclGroupStart());
}

static cudaError_t end_group(const heat &h)
{
    return of_nccl(h.call, ncclGroupEnd());
}

/* Sends one row to a neighbour, and receives another from it. */
template <typename T>
static cudaError_t swap_rows(const heat &h, unsigned p, unsigned with, int step, size_t mine,
                             size_t theirs)
{
    first_error error;
    size_t count = plate_of(h.call).columns;
    cudaStream_t stream = stream_of(h.call->parts[p], EDGES);
    error.of(of_nccl(h.call, ncclSend(h.row<T>(p, step, mine), count, nccl_type<T>(), (int)with,
                                      h.comms[p], stream)));
    error.of(of_nccl(h.call, ncclRecv(h.row<T>(p, step, theirs), count, nccl_type<T>(), (int)with,
                                      h.comms[p], stream)));
    return error.code;
}

template <typename T> static cudaError_t swap_with_all(const heat &h, unsigned p, int step)
{
    first_error error;
    share rows = h.rows_of(p);
    if (rows.above)
        error.of(swap_rows<T>(h, p, p - 1, step, rows.first, rows.first - 1));
    if (rows.below)
        error.of(swap_rows<T>(h, p, p + 1, step, rows.end - 1, rows.end));
    return error.code;
}

/* NCCL's receive is in the stream already. */
static cudaError_t received(const heat &, unsigned, int)
{
    return cudaSuccess;
}

template <typename T>
static const way by_nccl = {begin_group, swap_with_all<T>, end_group, received, false, false};

/* Page-locked memory for a row that a part sends up (or down) after a step. In turns of two: the
 * one before may still be on its way out. */
template <typename T> static T *on_host(const heat &h, unsigned p, bool up, int step)
{
    return (T *)h.call->slots[4 * p + 2 * (up ? 1 : 0) + (unsigned)(step % 2)].memory;
}

template <typename T>
static cudaError_t row_to_host(const heat &h, unsigned p, bool up, int step, size_t number)
{
    return cudaMemcpyAsync(on_host<T>(h, p, up, step), h.row<T>(p, step, number), h.row_bytes<T>(),
                           cudaMemcpyDeviceToHost, stream_of(h.call->parts[p], EDGES));
}

template <typename T>
static cudaError_t row_from_host(const heat &h, unsigned p, unsigned from, int step, size_t number)
{
    return cudaMemcpyAsync(h.row<T>(p, step, number), on_host<T>(h, from, from > p, step),
                           h.row_bytes<T>(), cudaMemcpyHostToDevice,
                           stream_of(h.call->parts[p], EDGES));
}

template <typename T> static cudaError_t rows_to_host(const heat &h, unsigned p, int step)
{
    first_error error;
    share rows = h.rows_of(p);
    if (rows.above)
        error.of(row_to_host<T>(h, p, true, step, rows.first));
    if (rows.below)
        error.of(row_to_host<T>(h, p, false, step, rows.end - 1));
    error.of(record_sent(h, p, step));
    return error.code;
}

template <typename T> static cudaError_t rows_from_host(const heat &h, unsigned p, int step)
{
    first_error error;
    share rows = h.rows_of(p);
    error.of(wait_for_neighbours(h, p, step));
    if (rows.above)
        error.of(row_from_host<T>(h, p, p - 1, step, rows.first - 1));
    if (rows.below)
        error.of(row_from_host<T>(h, p, p + 1, step, rows.end));
    return error.code;
}

template <typename T>
static const way through_host = {nothing, rows_to_host<T>, nothing, rows_from_host<T>, true, false};

/* ---- heat: the steps ------------------------------------------------------------------------- */

/* One edge of a part, for the neighbour on its other side. */
template <typename T>
static cudaError_t step_edge(const heat &h, const way &w, unsigned p, unsigned neighbour, int step,
                             size_t number)
{
    T *there = w.stores_there ? h.row<T>(neighbour, step, 0) : nullptr;
    return launch_step(h.call, (const T *)h.row<T>(p, step - 1, 0), h.row<T>(p, step, 0), there,
                       number, number + 1, stream_of(h.call->parts[p], EDGES));
}

/*
 * A step of one part. The rows at the edges need their neighbours' rows, and are what the
 * neighbours need next: they come first, in a stream of their own. The rows inside, which are
 * nearly all, need only this part's: while they are computed, the others are on their way.
 *
 * Both read what both have made in the step before.
 */
template <typename T>
static cudaError_t hidden_step(const heat &h, const way &w, unsigned p, int step)
{
    first_error error;
    share rows = h.rows_of(p);
    if (step > 1) {
        error.of(h.events->wait(p, EDGES, p, INSIDE_DONE));
        error.of(h.events->wait(p, INSIDE, p, EDGES_DONE));
    }
    if (rows.above)
        error.of(step_edge<T>(h, w, p, p - 1, step, rows.first));
    if (rows.below)
        error.of(step_edge<T>(h, w, p, p + 1, step, rows.end - 1));
    error.of(h.events->record(p, EDGES_DONE, EDGES));
    error.of(launch_step(h.call, (const T *)h.row<T>(p, step - 1, 0), h.row<T>(p, step, 0),
                         (T *)nullptr, rows.first + rows.above, rows.end - rows.below,
                         stream_of(h.call->parts[p], INSIDE)));
    error.of(h.events->record(p, INSIDE_DONE, INSIDE));
    return error.code;
}

/* The plain way: all rows in one stream, behind what has come and before what is sent. */
template <typename T>
static cudaError_t plain_step(const heat &h, const way &, unsigned p, int step)
{
    share rows = h.rows_of(p);
    return launch_step(h.call, (const T *)h.row<T>(p, step - 1, 0), h.row<T>(p, step, 0),
                       (T *)nullptr, rows.first, rows.end, stream_of(h.call->parts[p], EDGES));
}

typedef cudaError_t step_of_part(const heat &, const way &, unsigned part, int step);

/* One thread for all parts: what all do in a step, and then the exchange. */
static cudaError_t steps_by_one(const heat &h, const way &w, step_of_part *take)
{
    first_error error;
    const unsigned parts = h.call->part_count;
    for (int step = 0; step < HEAT_STEPS + 1 && error.none(); step++) {
        for (unsigned p = 0; p < parts && step > 0; p++) {
            error.of(cudaSetDevice(h.call->parts[p].device));
            error.of(take(h, w, p, step));
        }
        if (step == HEAT_STEPS)
            break;
        error.of(w.begin(h));
        for (unsigned p = 0; p < parts; p++)
            error.of(w.send(h, p, step));
        error.of(w.end(h));
        for (unsigned p = 0; p < parts; p++)
            error.of(w.receive(h, p, step));
    }
    return error.code;
}

/* A thread for each part. An event can be waited for when it has been recorded: so, where receive()
 * waits for one, the threads wait for each other before it. */
static cudaError_t steps_by_threads(const heat &h, const way &w, step_of_part *take)
{
    barrier all_sent(h.call->part_count);
    return in_threads(h.call, [&](unsigned p) {
        first_error error;
        for (int step = 0; step < HEAT_STEPS + 1; step++) {
            if (step > 0)
                error.of(take(h, w, p, step));
            if (step == HEAT_STEPS)
                break;
            error.of(w.begin(h));
            error.of(w.send(h, p, step));
            error.of(w.end(h));
            if (w.meets)
                all_sent.wait();
            error.of(w.receive(h, p, step));
        }
        return error.code;
    });
}

typedef cudaError_t all_steps(const heat &, const way &, step_of_part *);

static cudaError_t heat_on_several(const gs_call *call, const way &w, step_of_part *take,
                                   all_steps *steps, ncclComm_t *comms = nullptr)
{
    part_events events(call, EVENTS);
    heat h = {call, &events, comms};
    return events.made.none() ? steps(h, w, take) : events.made.code;
}

template <typename T>
static cudaError_t heat_by_peers(const gs_call *call, const way &w, step_of_part *take,
                                 all_steps *steps)
{
    cudaError_t error = enable_peers(call);
    return error != cudaSuccess ? error : heat_on_several(call, w, take, steps);
}

template <typename T> static cudaError_t heat_by_nccl(const gs_call *call, all_steps *steps)
{
    ncclComm_t *comms;
    cudaError_t error = communicators(call, &comms);
    return error != cudaSuccess ? error
                                : heat_on_several(call, by_nccl<T>, hidden_step<T>, steps, comms);
}

/* ---- all_reduce ------------------------------------------------------------------------------ */

/* Two devices. Each has n elements of x at its own place in an array of 2 n, and gets the sums of
 * both at the same place of s. */
struct pair {
    const gs_call *call;
    part_events *events;

    template <typename T> T *of(unsigned device, size_t number) const
    {
        return array<T>(call->parts[device], number) + device * call->n;
    }
    /* Where the half begins that a device adds up; the other one's ends there, or with n. */
    size_t half(unsigned device) const
    {
        return device == 0 ? 0 : call->n / 2;
    }
    size_t half_end(unsigned device) const
    {
        return device == 0 ? call->n / 2 : call->n;
    }
};

/* s[i] = x[i] + y[i], for i < n, and the same in `there`, where that is given. */
template <int WIDTH, typename T>
static __global__ void add_both(const T *x, const T *y, T *s, T *there, chunked<T, WIDTH> cut)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t me = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t i = me; i < cut.chunks; i += threads) {
        chunk<T, WIDTH> a = cut.of(x)[i], b = cut.of(y)[i];
        for (int k = 0; k < WIDTH; k++)
            a.element[k] += b.element[k];
        cut.of(s)[i] = a;
        if (there != nullptr)
            cut.of(there)[i] = a;
    }
    for (size_t i = me; i < cut.remainder(); i += threads) {
        size_t k = cut.remainder_index(i);
        s[k] = x[k] + y[k];
        if (there != nullptr)
            there[k] = s[k];
    }
}

template <typename T>
static cudaError_t launch_add(const gs_call *call, const T *x, const T *y, T *s, T *there, size_t n,
                              cudaStream_t stream)
{
    unsigned block = call->block;
    if (n == 0)
        return cudaSuccess;
    if (aligned_alike(x, y, s, there == nullptr ? s : there)) {
        chunked<T> cut = cut_into_chunks(x, n);
        add_both<<<gs_blocks_for(cut.threads(), block), block, 0, stream>>>(x, y, s, there, cut);
    } else {
        chunked<T, 1> cut = {n, 0, n};
        add_both<<<gs_blocks_for(cut.threads(), block), block, 0, stream>>>(x, y, s, there, cut);
    }
    return cudaGetLastError();
}

template <typename T> static cudaError_t reduce_on_one(const gs_call *call)
{
    const T *x = array<T>(call, REDUCE_X);
    T *s = array<T>(call, REDUCE_S);
    return launch_add(call, x, x + call->n, s, s + call->n, call->n, stream_of(call));
}

/* Sends elements [begin, end) of a device's array to another array of the other device. */
template <typename T>
static cudaError_t send_part(const pair &two, unsigned device, size_t array, size_t to_array,
                             size_t begin, size_t end, int stream)
{
    return send(two.call, device, two.of<T>(device, array) + begin, 1 - device,
                two.of<T>(1 - device, to_array) + begin, (end - begin) * sizeof(T), stream);
}

/* A device adds up elements [begin, end), of which the other's have come into its room. */
template <typename T>
static cudaError_t add_part(const pair &two, unsigned device, size_t begin, size_t end)
{
    first_error error;
    error.of(cudaSetDevice(two.call->parts[device].device));
    error.of(launch_add(two.call, (const T *)two.of<T>(device, REDUCE_X) + begin,
                        (const T *)two.of<T>(device, REDUCE_ROOM) + begin,
                        two.of<T>(device, REDUCE_S) + begin, (T *)nullptr, end - begin,
                        stream_of(two.call->parts[device])));
    return error.code;
}

/* Both send all they have, and both add all. */
template <typename T> static cudaError_t reduce_whole(const pair &two)
{
    first_error error;
    for (unsigned d = 0; d < 2; d++) {
        error.of(send_part<T>(two, d, REDUCE_X, REDUCE_ROOM, 0, two.call->n, 0));
        error.of(two.events->record(d, 0, 0));
    }
    for (unsigned d = 0; d < 2; d++) {
        error.of(two.events->wait(d, 0, 1 - d, 0));
        error.of(add_part<T>(two, d, 0, two.call->n));
    }
    return error.code;
}

/* Each adds up one half: it gets the other's, adds, and sends the sums back. What crosses is as
 * much, and half of the additions are left. */
template <typename T> static cudaError_t reduce_halves(const pair &two)
{
    first_error error;
    for (unsigned d = 0; d < 2; d++) {
        unsigned other = 1 - d;
        error.of(
            send_part<T>(two, d, REDUCE_X, REDUCE_ROOM, two.half(other), two.half_end(other), 0));
        error.of(two.events->record(d, 0, 0));
    }
    for (unsigned d = 0; d < 2; d++) {
        error.of(two.events->wait(d, 0, 1 - d, 0));
        error.of(add_part<T>(two, d, two.half(d), two.half_end(d)));
        error.of(send_part<T>(two, d, REDUCE_S, REDUCE_S, two.half(d), two.half_end(d), 0));
    }
    return error.code;
}

/* Pieces of a half that are on their way at a time; a copy of less takes as long as its start. */
enum { PIECES = 8, LEAST_PIECE = 1 << 18 };

static size_t piece_of(size_t n)
{
    size_t piece = (n / 2 + PIECES - 1) / PIECES;
    return piece > LEAST_PIECE ? piece : LEAST_PIECE;
}

static size_t least(size_t x, size_t y)
{
    return x < y ? x : y;
}

/*
 * The same in pieces: while one is added and its sums are sent, the next comes. What is sent first
 * has a stream of its own, so that it waits for no sum.
 */
template <typename T> static cudaError_t reduce_pieces(const pair &two)
{
    first_error error;
    const size_t piece = piece_of(two.call->n), longest = two.half_end(1) - two.half(1);
    for (size_t k = 0; k * piece < longest && error.none(); k++) {
        for (unsigned d = 0; d < 2; d++) {
            size_t begin = two.half(1 - d) + k * piece, end = two.half_end(1 - d);
            if (begin < end)
                error.of(send_part<T>(two, d, REDUCE_X, REDUCE_ROOM, begin,
                                      least(begin + piece, end), 1));
            error.of(two.events->record(d, 0, 1));
        }
        for (unsigned d = 0; d < 2; d++) {
            size_t begin = two.half(d) + k * piece, end = two.half_end(d);
            error.of(two.events->wait(d, 0, 1 - d, 0));
            if (begin >= end)
                continue;
            end = least(begin + piece, end);
            error.of(add_part<T>(two, d, begin, end));
            error.of(send_part<T>(two, d, REDUCE_S, REDUCE_S, begin, end, 0));
        }
    }
    return error.code;
}

/* Each adds up one half in one kernel, which loads the other's elements where they are and stores
 * the sums in both memories. Nothing else reads or writes them, so nobody has to wait. */
template <typename T> static cudaError_t reduce_by_kernels(const pair &two)
{
    first_error error;
    for (unsigned d = 0; d < 2; d++) {
        size_t begin = two.half(d), count = two.half_end(d) - begin;
        error.of(cudaSetDevice(two.call->parts[d].device));
        error.of(launch_add(two.call, (const T *)two.of<T>(d, REDUCE_X) + begin,
                            (const T *)two.of<T>(1 - d, REDUCE_X) + begin,
                            two.of<T>(d, REDUCE_S) + begin, two.of<T>(1 - d, REDUCE_S) + begin,
                            count, stream_of(two.call->parts[d])));
    }
    return error.code;
}

/* Slots that one device's elements take on their way through the host. */
enum { SLOTS_EACH = GS_SLOTS / 2, TAKEN = SLOTS_EACH };

/* A slot's bytes to the host, when what was in the slot has been taken. */
template <typename T>
static cudaError_t to_slot(const pair &two, unsigned d, size_t k, size_t begin, size_t count)
{
    first_error error;
    size_t slot = k % SLOTS_EACH;
    if (k >= SLOTS_EACH)
        error.of(two.events->wait(d, 1, 1 - d, TAKEN + slot));
    error.of(cudaMemcpyAsync(two.call->slots[d * SLOTS_EACH + slot].memory,
                             two.of<T>(d, REDUCE_X) + begin, count * sizeof(T),
                             cudaMemcpyDeviceToHost, stream_of(two.call->parts[d], 1)));
    error.of(two.events->record(d, slot, 1));
    return error.code;
}

template <typename T>
static cudaError_t from_slot(const pair &two, unsigned d, size_t k, size_t begin, size_t count)
{
    first_error error;
    size_t slot = k % SLOTS_EACH;
    error.of(two.events->wait(d, 0, 1 - d, slot));
    error.of(cudaMemcpyAsync(two.of<T>(d, REDUCE_ROOM) + begin,
                             two.call->slots[(1 - d) * SLOTS_EACH + slot].memory, count * sizeof(T),
                             cudaMemcpyHostToDevice, stream_of(two.call->parts[d])));
    error.of(two.events->record(d, TAKEN + slot, 0));
    return error.code;
}

/* Both send all they have, slot by slot of page-locked memory, and both add all. */
template <typename T> static cudaError_t reduce_through_host(const pair &two)
{
    first_error error;
    const size_t piece = GS_SLOT_BYTES / sizeof(T), n = two.call->n;
    for (size_t k = 0; k * piece < n && error.none(); k++) {
        size_t begin = k * piece, count = least(piece, n - begin);
        for (unsigned d = 0; d < 2; d++)
            error.of(to_slot<T>(two, d, k, begin, count));
        for (unsigned d = 0; d < 2; d++)
            error.of(from_slot<T>(two, d, k, begin, count));
    }
    for (unsigned d = 0; d < 2 && error.none(); d++)
        error.of(add_part<T>(two, d, 0, n));
    return error.code;
}

static cudaError_t reduce_with(const gs_call *call, cudaError_t (*reduce)(const pair &),
                               size_t events)
{
    part_events made(call, events);
    return made.made.none() ? reduce({call, &made}) : made.made.code;
}

static cudaError_t reduce_by_peers(const gs_call *call, cudaError_t (*reduce)(const pair &))
{
    cudaError_t error = enable_peers(call);
    return error != cudaSuccess ? error : reduce_with(call, reduce, 1);
}

template <typename T>
static cudaError_t nccl_reduce(const gs_call *call, const ncclComm_t *comms, unsigned p)
{
    const gs_part &part = call->parts[p];
    size_t place = p * call->n;
    return of_nccl(call,
                   ncclAllReduce(array<T>(part, REDUCE_X) + place, array<T>(part, REDUCE_S) + place,
                                 call->n, nccl_type<T>(), ncclSum, comms[p], stream_of(part)));
}

/* One thread makes the calls of all ranks: each would wait for the others, so they are a group. */
template <typename T> static cudaError_t reduce_by_nccl(const gs_call *call)
{
    ncclComm_t *comms;
    first_error error;
    error.of(communicators(call, &comms));
    if (!error.none())
        return error.code;
    error.of(of_nccl(call, ncclGroupStart()));
    for (unsigned p = 0; p < call->part_count; p++)
        error.of(nccl_reduce<T>(call, comms, p));
    error.of(of_nccl(call, ncclGroupEnd()));
    return error.code;
}

template <typename T> static cudaError_t reduce_by_nccl_threads(const gs_call *call)
{
    ncclComm_t *comms;
    cudaError_t error = communicators(call, &comms);
    return error != cudaSuccess
               ? error
               : in_threads(call, [&](unsigned p) { return nccl_reduce<T>(call, comms, p); });
}

/* ---- the variants ---------------------------------------------------------------------------- */

#define VARIANT(name, ...)                                                                         \
    extern "C" int name(const struct gs_call *call)                                                \
    {                                                                                              \
        DISPATCH_FLOATING_TYPES(call, __VA_ARGS__)                                                 \
    }

VARIANT(spread_sum_one_device, sum_on_one<T>(call))
VARIANT(spread_sum_peer_copies, sum_by_copies<T>(call))
VARIANT(spread_sum_peer_loads, sum_by_peer_loads<T>(call))
VARIANT(spread_sum_nccl, sum_by_nccl<T>(call))
VARIANT(spread_sum_through_host, sum_through_host<T>(call))
VARIANT(spread_sum_threads_each, sum_by_threads<T>(call))

VARIANT(halves_one_device, heat_on_one<T>(call))
VARIANT(halves_not_hidden, heat_by_peers<T>(call, by_copies<T>, plain_step<T>, steps_by_one))
VARIANT(halves_peer_copies, heat_by_peers<T>(call, by_copies<T>, hidden_step<T>, steps_by_one))
VARIANT(halves_peer_stores, heat_by_peers<T>(call, by_peer_stores<T>, hidden_step<T>, steps_by_one))
VARIANT(halves_nccl, heat_by_nccl<T>(call, steps_by_one))
VARIANT(halves_through_host, heat_on_several(call, through_host<T>, hidden_step<T>, steps_by_one))
VARIANT(halves_threads_each, heat_by_peers<T>(call, by_copies<T>, hidden_step<T>, steps_by_threads))
VARIANT(halves_nccl_threads, heat_by_nccl<T>(call, steps_by_threads))

VARIANT(all_reduce_one_device, reduce_on_one<T>(call))
VARIANT(all_reduce_whole, reduce_by_peers(call, reduce_whole<T>))
VARIANT(all_reduce_halves, reduce_by_peers(call, reduce_halves<T>))
VARIANT(all_reduce_pieces, reduce_by_peers(call, reduce_pieces<T>))
VARIANT(all_reduce_peer_kernels, reduce_by_peers(call, reduce_by_kernels<T>))
VARIANT(all_reduce_nccl, reduce_by_nccl<T>(call))
VARIANT(all_reduce_nccl_threads, reduce_by_nccl_threads<T>(call))
VARIANT(all_reduce_through_host, reduce_with(call, reduce_through_host<T>, 2 * SLOTS_EACH))
