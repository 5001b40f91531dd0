/* How NCCL's functions are done on the devices of one process: a call waits, in host code, until
 * all ranks have made theirs; the last one gives the work of all of them to their streams, as
 * kernels, copies and events. */
#ifndef SIMT_NCCL_HPP
#define SIMT_NCCL_HPP

#pragma GCC system_header

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <simt/label.h>
#include <simt/runtime.h>
#include <string>
#include <vector>

struct ncclComm;

namespace simt_cpp::nccl
{

enum kind { ALL_REDUCE, REDUCE, REDUCE_SCATTER, BROADCAST, ALL_GATHER, SEND, RECEIVE };

/* Where the program calls. */
struct place {
    const char *file;
    int line;

    explicit place(const char *file_ = __builtin_FILE(), int line_ = __builtin_LINE())
        : file(file_), line(line_)
    {
    }
};

/* What one rank is to do. */
struct call {
    enum kind kind;
    const void *from;
    void *to;
    size_t count;
    ncclDataType_t type;
    ncclRedOp_t op;
    int other; /* the root, or the other rank of a send or receive */
    ncclComm *comm;
    cudaStream_t stream;
    place here;
    bool is_done = false;
    ncclResult_t result = ncclSuccess;
};

/* Communicators that were made together. */
struct clique {
    std::mutex lock;
    std::condition_variable changed;
    int ranks = 0;
    std::map<int, int> devices;                 /* of the ranks that are there */
    std::map<int, std::deque<call *>> together; /* by rank, in their order */
    std::map<std::pair<int, int>, std::deque<call *>> sent, received; /* from, to */
};

} // namespace simt_cpp::nccl

struct ncclComm {
    std::shared_ptr<simt_cpp::nccl::clique> clique;
    int rank, device;
};

namespace simt_cpp::nccl
{

inline size_t bytes_of(ncclDataType_t type)
{
    switch (type) {
    case ncclInt8:
    case ncclUint8:
        return 1;
    case ncclFloat16:
    case ncclBfloat16:
        return 2;
    case ncclInt32:
    case ncclUint32:
    case ncclFloat32:
        return 4;
    case ncclInt64:
    case ncclUint64:
    case ncclFloat64:
        return 8;
    default:
        return 0;
    }
}

/* ---- kernels ---- */

template <class T> struct computed {
    using type = T;
};
template <> struct computed<__half> {
    using type = float;
};
template <> struct computed<__nv_bfloat16> {
    using type = float;
};

/* out[i]: of the i-th elements of all ranks, which lie `count` apart. */
template <class T>
__global__ void reduce(T *out, const T *all, int ranks, size_t count, ncclRedOp_t op)
{
    using value = typename computed<T>::type;
    const size_t step = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        value sum = (value)all[i];

        for (int r = 1; r < ranks; r++) {
            const value next = (value)all[r * count + i];

            sum = op == ncclProd  ? (value)(sum * next)
                  : op == ncclMax ? (next > sum ? next : sum)
                  : op == ncclMin ? (next < sum ? next : sum)
                                  : (value)(sum + next);
        }
        out[i] = (T)(op == ncclAvg ? (value)(sum / (value)ranks) : sum);
    }
}

template <class T> cudaError_t launch_reduce(const call &c, const void *all, int ranks)
{
    const size_t blocks = (c.count + 255) / 256;

    return simt_cpp::detail::run_grid(

        simt_cpp::config((unsigned)(blocks < 4096 ? blocks : 4096), 256, 0, c.stream, c.here.file,
                         c.here.line),
        [](auto &&...args) { reduce<T>(args...); }, (T *)c.to, (const T *)all, ranks, c.count,
        c.op);
}

inline cudaError_t launch_reduce_of_type(const call &c, const void *all, int ranks)
{
    switch (c.type) {
    case ncclInt8:
        return launch_reduce<signed char>(c, all, ranks);
    case ncclUint8:
        return launch_reduce<unsigned char>(c, all, ranks);
    case ncclInt32:
        return launch_reduce<int>(c, all, ranks);
    case ncclUint32:
        return launch_reduce<unsigned>(c, all, ranks);
    case ncclInt64:
        return launch_reduce<long long>(c, all, ranks);
    case ncclUint64:
        return launch_reduce<unsigned long long>(c, all, ranks);
    case ncclFloat16:
        return launch_reduce<__half>(c, all, ranks);
    case ncclBfloat16:
        return launch_reduce<__nv_bfloat16>(c, all, ranks);
    case ncclFloat32:
        return launch_reduce<float>(c, all, ranks);
    default:
        return launch_reduce<double>(c, all, ranks);
    }
}

/* ---- what streams are given ---- */

/* Of all calls of CUDA that are made for some of NCCL's: the first error. What the program's own
 * calls have left is none of theirs. */
class outcome
{
    cudaError_t first = cudaSuccess;

  public:
    void add(cudaError_t error)
    {
        first = first == cudaSuccess ? error : first;
    }
    ncclResult_t result() const
    {
        return first == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
    }
};

/* Works on a call's device, and stands at its line, for as long as it lives. */
class on_device
{
    bool is_there;

  public:
    explicit on_device(const call &c) : is_there(simt_visit_device(c.comm->device))
    {
        simt_work_is_at(c.here.file, c.here.line);
    }
    ~on_device()
    {
        simt_work_is_at(nullptr, 0);
        if (is_there) {
            simt_leave_device();
        }
    }
    on_device(const on_device &) = delete;
    on_device &operator=(const on_device &) = delete;
};

/* All streams go on when all have come here. */
inline void meet(const std::vector<call *> &calls, outcome &results)
{
    std::vector<cudaEvent_t> events(calls.size());

    for (size_t i = 0; i < calls.size(); i++) {
        on_device chosen(*calls[i]);

        results.add(cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming));
        results.add(cudaEventRecord(events[i], calls[i]->stream));
    }
    for (size_t i = 0; i < calls.size(); i++) {
        on_device chosen(*calls[i]);

        for (size_t k = 0; k < calls.size(); k++)
            if (k != i)
                results.add(cudaStreamWaitEvent(calls[i]->stream, events[k], 0));
    }
    for (cudaEvent_t event : events)
        results.add(cudaEventDestroy(event));
}

inline cudaError_t copy(void *to, const call &reader, const void *from, const call &owner,
                        size_t bytes)
{
    on_device chosen(reader);

    return to == from ? cudaSuccess
                      : cudaMemcpyPeerAsync(to, reader.comm->device, from, owner.comm->device,
                                            bytes, reader.stream);
}

inline bool gets_result(const call &c)
{
    return c.kind != REDUCE || c.comm->rank == c.other;
}

/* Each rank gets what all have, and adds it up in the order of the ranks: so all get the same. What
 * was sent may be where the result goes, and nobody writes there before all have read. */
inline void reduce_all(const std::vector<call *> &calls, outcome &results)
{
    const size_t bytes = calls[0]->count * bytes_of(calls[0]->type);
    std::vector<char *> all(calls.size());

    for (const call *c : calls) {
        const size_t part = c->kind == REDUCE_SCATTER ? (size_t)c->comm->rank * bytes : 0;
        char *&mine = all[(size_t)c->comm->rank];
        on_device chosen(*c);

        if (!gets_result(*c))
            continue;
        results.add(cudaMallocAsync((void **)&mine, calls.size() * bytes, c->stream));
        for (size_t r = 0; r < calls.size(); r++)
            results.add(
                copy(mine + r * bytes, *c, (const char *)calls[r]->from + part, *calls[r], bytes));
    }
    meet(calls, results);
    for (const call *c : calls) {
        on_device chosen(*c);

        if (!gets_result(*c))
            continue;
        results.add(launch_reduce_of_type(*c, all[(size_t)c->comm->rank], (int)calls.size()));
        results.add(cudaFreeAsync(all[(size_t)c->comm->rank], c->stream));
    }
}

inline void hand_out(const std::vector<call *> &calls, outcome &results)
{
    const size_t bytes = calls[0]->count * bytes_of(calls[0]->type);

    for (const call *c : calls) {
        if (c->kind == BROADCAST)
            results.add(
                copy(c->to, *c, calls[(size_t)c->other]->from, *calls[(size_t)c->other], bytes));
        for (size_t r = 0; c->kind == ALL_GATHER && r < calls.size(); r++)
            results.add(copy((char *)c->to + r * bytes, *c, calls[r]->from, *calls[r], bytes));
    }
    meet(calls, results);
}

inline bool agree(const call &a, const call &b)
{
    bool reduces = a.kind <= REDUCE_SCATTER, has_root = a.kind == REDUCE || a.kind == BROADCAST;

    return a.kind == b.kind && a.count == b.count && a.type == b.type &&
           (!reduces || a.op == b.op) && (!has_root || a.other == b.other);
}

/* Ends calls that belong together. */
inline void finish(const std::vector<call *> &calls, ncclResult_t result)
{
    for (call *c : calls) {
        c->result = result;
        c->is_done = true;
    }
}

inline void run_together(const std::vector<call *> &calls)
{
    outcome results;

    for (const call *c : calls) {
        if (agree(*calls[0], *c))
            continue;
        (void)fprintf(stderr,
                      "simt: nccl: rank 0 and rank %d do not make the same call: all ranks must "
                      "call one function, with one count, type, operation and root\n",
                      c->comm->rank);
        finish(calls, ncclInvalidUsage);
        return;
    }
    if (calls[0]->count) {
        meet(calls, results);
        (calls[0]->kind <= REDUCE_SCATTER ? reduce_all : hand_out)(calls, results);
    }
    finish(calls, results.result());
}

inline void run_pair(call *sender, call *receiver)
{
    const std::vector<call *> both = {sender, receiver};
    outcome results;

    if (sender->count != receiver->count || sender->type != receiver->type) {
        (void)fprintf(stderr,
                      "simt: nccl: rank %d sends %zu elements, and rank %d receives %zu, or of "
                      "another type\n",
                      sender->comm->rank, sender->count, receiver->comm->rank, receiver->count);
        finish(both, ncclInvalidUsage);
        return;
    }
    meet(both, results);
    results.add(copy(receiver->to, *receiver, sender->from, *sender,
                     sender->count * bytes_of(sender->type)));
    meet(both, results);
    finish(both, results.result());
}

/* ---- who waits for whom ---- */

/* Under the lock: runs all that is complete. */
inline void run_complete(clique &all)
{
    for (bool complete = true; complete;) {
        std::vector<call *> calls;

        for (int r = 0; r < all.ranks && !all.together[r].empty(); r++)
            calls.push_back(all.together[r].front());
        complete = calls.size() == (size_t)all.ranks;
        for (int r = 0; complete && r < all.ranks; r++)
            all.together[r].pop_front();
        if (complete)
            run_together(calls);
    }
    for (auto &sent : all.sent) {
        std::deque<call *> &received = all.received[sent.first];

        while (!sent.second.empty() && !received.empty()) {
            run_pair(sent.second.front(), received.front());
            sent.second.pop_front();
            received.pop_front();
        }
    }
    all.changed.notify_all();
}

inline void enter(clique &all, call *c)
{
    const int rank = c->comm->rank;

    if (c->kind == SEND)
        all.sent[{rank, c->other}].push_back(c);
    else if (c->kind == RECEIVE)
        all.received[{c->other, rank}].push_back(c);
    else
        all.together[rank].push_back(c);
}

inline void take_back(std::deque<call *> &queue, const call *c)
{
    for (auto at = queue.begin(); at != queue.end(); ++at)
        if (*at == c) {
            queue.erase(at);
            return;
        }
}

/* Nobody came. */
inline void give_up(clique &all, call *c)
{
    const int rank = c->comm->rank;

    take_back(c->kind == SEND      ? all.sent[{rank, c->other}]
              : c->kind == RECEIVE ? all.received[{c->other, rank}]
                                   : all.together[rank],
              c);
    c->result = ncclInvalidUsage;
    c->is_done = true;
}

/* SIMT_TIMEOUT; 0: without end. */
inline std::chrono::steady_clock::duration longest_wait()
{
    const char *text = getenv("SIMT_TIMEOUT");
    const double seconds = text ? atof(text) : 60;

    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(seconds > 0 && seconds < 1e7 ? seconds : 1e7));
}

inline void say_nobody_came(int rank)
{
    (void)fprintf(stderr,
                  "simt: nccl: rank %d waits for calls of other ranks that do not come: a thread "
                  "with several ranks puts their calls between ncclGroupStart() and "
                  "ncclGroupEnd() (SIMT_TIMEOUT sets how long is waited)\n",
                  rank);
}

/* False: nobody came until then. */
inline bool wait_for(clique &all, call *c, std::chrono::steady_clock::time_point end)
{
    std::unique_lock<std::mutex> guard(all.lock);

    if (all.changed.wait_until(guard, end, [&] { return c->is_done; }))
        return true;
    give_up(all, c);
    return false;
}

/* The calls of a thread: those of one group. */
struct group {
    int depth = 0;
    std::vector<call> calls;
};
inline thread_local group group_of_thread;

inline ncclResult_t run_calls(std::vector<call> &calls)
{
    std::chrono::steady_clock::time_point end;
    ncclResult_t result = ncclSuccess;
    bool all_came = true;

    for (call &c : calls) {
        std::lock_guard<std::mutex> guard(c.comm->clique->lock);

        enter(*c.comm->clique, &c);
    }
    for (call &c : calls) {
        std::lock_guard<std::mutex> guard(c.comm->clique->lock);

        run_complete(*c.comm->clique);
    }
    for (call &c : calls) {
        /* Where nobody came to one, no more time is spent on the others, and no more words. */
        if (all_came)
            end = std::chrono::steady_clock::now() + longest_wait();
        const bool came = wait_for(*c.comm->clique, &c, end);

        if (!came && all_came)
            say_nobody_came(c.comm->rank);
        all_came = all_came && came;
        result = result == ncclSuccess ? c.result : result;
    }
    return result;
}

inline bool is_captured(cudaStream_t stream)
{
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;

    return cudaStreamIsCapturing(stream, &status) != cudaSuccess ||
           status != cudaStreamCaptureStatusNone;
}

inline ncclResult_t submit(const call &c)
{
    if (!c.comm || !bytes_of(c.type) || (c.count && !c.from && !c.to))
        return ncclInvalidArgument;
    if (c.other < 0 || c.other >= c.comm->clique->ranks || c.op < 0 || c.op >= ncclNumOps)
        return ncclInvalidArgument;
    if (is_captured(c.stream))
        return ncclInvalidUsage;
    group_of_thread.calls.push_back(c);
    if (group_of_thread.depth)
        return ncclSuccess;
    std::vector<call> calls;
    calls.swap(group_of_thread.calls);
    return run_calls(calls);
}

} // namespace simt_cpp::nccl

#endif
