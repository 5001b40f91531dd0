// What a student might hand in: each function is one case of report_test.
#include "student.h"

#include <limits.h>
#include <signal.h>

static __global__ void fill(float *c, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        c[i] = 1;
}

static __global__ void copy(float *to, const float *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

void past_the_end(float *c, float *, float *)
{
    fill<<<1, 128>>>(c, 101); // here: an index too many
    cudaDeviceSynchronize();
}

// A variable of its own lies near the array, where the index would be below 0 as well.
static __global__ void reverse(float *c)
{
    __shared__ float both[512];
    __shared__ float one;
    if (threadIdx.x == 0)
        one = 1;
    both[2 * threadIdx.x] = c[threadIdx.x];
    __syncthreads();
    const float *end = both + 256;
    c[threadIdx.x] = end[~threadIdx.x] + one;
}

void wraps_from_the_middle(float *c, float *, float *)
{
    reverse<<<1, 1>>>(c);
    cudaDeviceSynchronize();
}

void past_the_end_of_pinned(float *, float *, float *pinned)
{
    fill<<<1, 128>>>(pinned, 102);
    cudaDeviceSynchronize();
}

static __global__ void loop(float *c, unsigned turns)
{
    unsigned x = 1;
    for (unsigned i = 0; threadIdx.x == 3 && i < turns; i++)
        x = x * 1664525 + 1013904223;
    c[threadIdx.x] = (float)x;
}

void one_thread_loops(float *c, float *, float *)
{
    loop<<<1, 64>>>(c, 1000);
    cudaDeviceSynchronize();
}

static __global__ void store(float *c, unsigned number)
{
    c[threadIdx.x] = (float)number;
}

static __global__ void launch_stores(float *c, unsigned number)
{
    for (unsigned i = 0; i < 3; i++)
        store<<<1, 32>>>(c, number + 1000 + i);
}

void kernels_launch(float *c, float *host, float *)
{
    const unsigned number = host[0] == 0 ? 70000 : 0;
    launch_stores<<<1, 1>>>(c, number);
    cudaDeviceSynchronize();
}

// ---- operations

void asks_for_all(float *c, float *host, float *pinned)
{
    cudaStream_t side;
    cudaEvent_t done;
    float *d;
    cudaStreamCreate(&side);
    cudaEventCreate(&done);
    cudaMalloc(&d, 400);
    cudaMemset(d, 0, 400); // here: a fill
    cudaMemcpy(c, host, 400, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(d, pinned, 200, cudaMemcpyHostToDevice, side);
    cudaEventRecord(done, side);
    cudaStreamWaitEvent(nullptr, done, 0);
    copy<<<dim3(1, 1), 64>>>(c, d); // here: a launch
    cudaMemcpy2D(d, 40, c, 80, 40, 2, cudaMemcpyDeviceToDevice);
    copy<<<1, 2048, 0, side>>>(c, d);
    (void)cudaGetLastError();
    cudaStreamSynchronize(side);
    cudaEventSynchronize(done);
    (void)cudaStreamQuery(side);
    cudaMemcpy(host, c + 5, 100, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaDeviceSynchronize();
    cudaEventDestroy(done);
    cudaStreamDestroy(side);
}

static cudaGraphExec_t captured_fill(cudaStream_t stream, float *c)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    fill<<<1, 128, 0, stream>>>(c, 100);
    cudaMemsetAsync(c, 0, 400, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    return exec;
}

void launches_graphs(float *c, float *, float *)
{
    cudaStream_t side;
    cudaStreamCreate(&side);
    cudaGraphExec_t one = captured_fill(side, c), other = captured_fill(side, c);
    fill<<<1, 128, 0, side>>>(c, 100);
    cudaGraphLaunch(other, side);
    cudaGraphLaunch(one, side);
    cudaGraphLaunch(other, side);
    cudaStreamSynchronize(side);
    cudaGraphExecDestroy(one);
    cudaGraphExecDestroy(other);
    cudaStreamDestroy(side);
}

void copies_much(float *c, float *host, float *)
{
    for (int i = 0; i < 2500; i++)
        cudaMemcpy(c, host, 4, cudaMemcpyHostToDevice);
}

// ---- clocks: each is marked with what it must see

void clocks(float *c, float *host, float *pinned)
{
    look_at_clock(); // idle
    fill<<<1, 128>>>(c, 100);
    look_at_clock(); // pending
    cudaDeviceSynchronize();
    look_at_clock(); // idle
    fill<<<1, 128>>>(c, 100);
    cudaMemcpy(host, c, 400, cudaMemcpyDeviceToHost); // waits
    look_at_clock();                                  // idle
    cudaMemset(c, 0, 400);
    look_at_clock(); // pending
    cudaMemcpy(c, host, 400, cudaMemcpyHostToDevice);
    look_at_clock();                                                // idle
    cudaMemcpyAsync(host, c, 400, cudaMemcpyDeviceToHost, nullptr); // pageable: waits
    look_at_clock();                                                // idle
    cudaMemcpyAsync(pinned, c, 400, cudaMemcpyDeviceToHost, nullptr);
    look_at_clock(); // pending
    (void)cudaStreamQuery(nullptr);
    look_at_clock(); // idle
    float *d;
    cudaMalloc(&d, 400);
    fill<<<1, 128>>>(d, 100);
    cudaMemcpy(c, d, 400, cudaMemcpyDeviceToDevice); // does not wait
    look_at_clock();                                 // pending
    cudaFree(d);
    look_at_clock(); // idle
    fill<<<1, 2048>>>(c, 100);
    look_at_clock(); // idle
    (void)cudaGetLastError();
}

void clocks_of_streams(float *c, float *, float *)
{
    cudaStream_t one, two, apart;
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    fill<<<1, 128, 0, one>>>(c, 100);
    cudaStreamSynchronize(two);
    look_at_clock(); // pending
    cudaStreamSynchronize(one);
    look_at_clock(); // idle
    fill<<<1, 128, 0, one>>>(c, 100);
    fill<<<1, 128>>>(c, 100);
    cudaStreamSynchronize(nullptr); // and what it waits for
    look_at_clock();                // idle
    fill<<<1, 128>>>(c, 100);
    fill<<<1, 128, 0, two>>>(c, 100); // after the default stream's
    cudaStreamSynchronize(two);
    look_at_clock(); // idle
    fill<<<1, 128, 0, apart>>>(c, 100);
    cudaStreamSynchronize(nullptr); // which does not wait for that one
    look_at_clock();                // pending
    cudaDeviceSynchronize();
    look_at_clock(); // idle
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
    cudaStreamDestroy(apart);
}

void clocks_of_events(float *c, float *, float *)
{
    cudaStream_t one, two;
    cudaEvent_t start, stop, never;
    float ms;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventCreate(&never);
    cudaEventRecord(start, one);
    fill<<<1, 128, 0, one>>>(c, 100);
    cudaEventRecord(stop, one);
    cudaEventElapsedTime(&ms, start, stop); // too early
    cudaEventSynchronize(start);
    cudaEventSynchronize(never);
    look_at_clock(); // pending
    cudaEventSynchronize(stop);
    look_at_clock(); // idle
    cudaEventElapsedTime(&ms, start, stop);
    fill<<<1, 128, 0, one>>>(c, 100);
    cudaEventRecord(stop, one);
    fill<<<1, 128, 0, one>>>(c, 100);
    cudaEventSynchronize(stop); // not the second one
    look_at_clock();            // pending
    cudaEventRecord(stop, one);
    cudaStreamWaitEvent(two, stop, 0);
    cudaStreamSynchronize(two);
    look_at_clock(); // idle
    for (cudaEvent_t event : {start, stop, never})
        cudaEventDestroy(event);
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
}

// ---- what findings and counts have for those who explain them

static __global__ void columns(float *c)
{
    __shared__ float tile[32 * 32];
    tile[threadIdx.x * 32] = c[threadIdx.x * 2]; // here: strides
    __syncthreads();
    c[threadIdx.x] = tile[0];
}

void conflicts(float *c, float *, float *)
{
    columns<<<1, 32>>>(c);
    cudaDeviceSynchronize();
}

void too_large_a_block(float *c, float *, float *)
{
    fill<<<1, dim3(32, 32, 2)>>>(c, 100);
    (void)cudaGetLastError();
}

void too_long_a_copy(float *c, float *host, float *)
{
    (void)cudaMemcpy(c + 50, host, 400, cudaMemcpyHostToDevice);
}

// ---- ways to end

void aborts(float *c, float *, float *)
{
    fill<<<1, 128>>>(c, 101); // here: before an abort
    abort();
}

void follows_null(float *c, float *, float *)
{
    fill<<<1, 128>>>(c, 101); // here: before a fault
    volatile int *null = nullptr;
    *null = 1;
}

static int deeper(volatile char *above, int levels)
{
    volatile char here[4096];
    here[0] = above[0];
    return levels == 0 ? 0 : deeper(here, levels - 1) + here[0];
}

void recurses(float *c, float *host, float *)
{
    (void)cudaMemcpy(c, host, 404, cudaMemcpyHostToDevice);
    volatile char top = 0;
    exit(deeper(&top, INT_MAX));
}

void leaves(float *c, float *, float *)
{
    fill<<<1, 128>>>(c, 101);
    exit(3);
}

static __global__ void spin(volatile float *c)
{
    while (c[0] >= 0) // here: a kernel without an end
        ;
}

void endless_kernel(float *c, float *, float *)
{
    spin<<<1, 32>>>(c);
    cudaDeviceSynchronize();
}

void endless_host(float *c, float *, float *)
{
    volatile int go_on = 1;
    fill<<<1, 128>>>(c, 100);
    while (go_on) // here: a loop of the host without an end
        ;
}

void many_launches(float *c, float *, float *)
{
    for (int i = 0; i < 4000; i++)
        fill<<<1, 128>>>(c, 100);
    cudaDeviceSynchronize();
}

void endless_launches(float *c, float *, float *)
{
    for (;;)
        fill<<<1, 128>>>(c, 100); // here: launched for ever
}

void asks_for_ever(float *c, float *, float *)
{
    float done = -1;
    do {
        fill<<<1, 128>>>(c, 101);
        cudaMemcpy(&done, c, sizeof done, cudaMemcpyDeviceToHost);
    } while (done < 0); // it stays so when the kernel has failed
}

void waits_for_ever(float *, float *, float *)
{
    sigset_t none, term;
    sigemptyset(&none);
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    sigprocmask(SIG_BLOCK, &term, nullptr);
    raise(SIGTERM); // which comes when it waits
    for (;;)
        sigsuspend(&none); // here: the host waits
}

/* Two arrays, and a loop: what one barrier would order. */
__global__ void add_neighbours(float *c)
{
    __shared__ float left[64], right[64];
    int t = threadIdx.x;
    float sum = 0;
    for (int turn = 0; turn < 3; turn++) {
        left[t] = c[t] + turn;
        right[63 - t] = c[t] - turn;
        sum += left[t ^ 1] + right[t];
        __syncthreads();
    }
    c[t] = sum;
}

void misses_a_barrier(float *c, float *, float *)
{
    fill<<<1, 128>>>(c, 100);
    add_neighbours<<<1, 64>>>(c);
}

/* What is loaded ahead of a loop is read in it, and what the loop leaves is read behind it. */
__global__ void sum_up(float *c)
{
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = c[t];
    for (int half = 32; half > 0; half /= 2) {
        float other = t < half ? part[t + half] : 0;
        __syncthreads();
        part[t] += other;
        if (half > 1)
            __syncthreads();
    }
    c[t] = part[0];
}

void misses_two_barriers(float *c, float *, float *)
{
    fill<<<1, 128>>>(c, 100);
    sum_up<<<1, 64>>>(c);
}

void does_nothing(float *, float *, float *)
{
}
