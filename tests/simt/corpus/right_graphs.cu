// Graphs, functions of the host that streams call, and memory of streams, right: what looks as if a
// wait were missing, and needs none.
#include "corpus.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

enum { N = 256, BYTES = N * sizeof(int) };
const cudaMemcpyKind OUT = cudaMemcpyDeviceToHost;

__global__ void add(int *a, int value)
{
    a[threadIdx.x] += value;
}

struct two_streams {
    cudaStream_t s, t;
    cudaEvent_t fork, join;
    two_streams()
    {
        CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        CUDA(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
        CUDA(cudaEventCreate(&fork));
        CUDA(cudaEventCreate(&join));
    }
    void end()
    {
        CUDA(cudaDeviceSynchronize());
        CUDA(cudaStreamDestroy(s));
        CUDA(cudaStreamDestroy(t));
        CUDA(cudaEventDestroy(fork));
        CUDA(cudaEventDestroy(join));
    }
};

static cudaGraphExec_t instantiated(cudaGraph_t graph)
{
    cudaGraphExec_t exec;
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CUDA(cudaGraphDestroy(graph));
    return exec;
}

static void launched(cudaGraphExec_t exec, cudaStream_t stream)
{
    CUDA(cudaGraphLaunch(exec, stream));
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaGraphExecDestroy(exec));
}

// case: fork_and_join
// A branch each for two halves, what is before and behind for both.
CASE(fork_and_join)
{
    two_streams two;
    cudaGraph_t graph;
    int *a = device_zeros<int>(2 * N), *host;
    CUDA(cudaMallocHost(&host, 2 * BYTES));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
    CUDA(cudaMemsetAsync(a, 0, 2 * BYTES, two.s));
    CUDA(cudaEventRecord(two.fork, two.s));
    CUDA(cudaStreamWaitEvent(two.t, two.fork, 0));
    add<<<1, N, 0, two.s>>>(a, 1);
    add<<<1, N, 0, two.t>>>(a + N, 2);
    CUDA(cudaEventRecord(two.join, two.t));
    CUDA(cudaStreamWaitEvent(two.s, two.join, 0));
    CUDA(cudaMemcpyAsync(host, a, 2 * BYTES, OUT, two.s));
    CUDA(cudaStreamEndCapture(two.s, &graph));
    cudaGraphExec_t exec = instantiated(graph);
    for (int i = 0; i < 3; i++)
        CUDA(cudaGraphLaunch(exec, two.s));
    CUDA(cudaStreamSynchronize(two.s));
    CHECK(host[0] == 1 && host[2 * N - 1] == 2);
    CUDA(cudaGraphExecDestroy(exec));
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: one_graph_in_two_streams
// A launch of a graph waits for the launch before it, whatever its stream.
CASE(one_graph_in_two_streams)
{
    two_streams two;
    cudaGraph_t graph;
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
    add<<<1, N, 0, two.s>>>(a, 1);
    CUDA(cudaStreamEndCapture(two.s, &graph));
    cudaGraphExec_t exec = instantiated(graph);
    CUDA(cudaGraphLaunch(exec, two.s));
    CUDA(cudaGraphLaunch(exec, two.t));
    two.end();
    CHECK(host_copy(a, N)[0] == 2);
    CUDA(cudaGraphExecDestroy(exec));
    release(a);
}

// case: diamond_by_hand
// Each node comes after those whose results it uses; the last through two others.
CASE(diamond_by_hand)
{
    cudaGraph_t graph;
    cudaGraphNode_t nodes[4];
    int *a = device_zeros<int>(2 * N);
    int *parts[] = {a, a, a + N, a};
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    for (int i = 0; i < 4; i++) {
        void *arguments[] = {&parts[i], &i};
        cudaKernelNodeParams params = {};
        params.func = (void *)add;
        params.gridDim = dim3(1);
        params.blockDim = dim3(N);
        params.kernelParams = arguments;
        CUDA(cudaGraphAddKernelNode(&nodes[i], graph, i == 3 ? nodes + 1 : nodes,
                                    i == 0   ? 0
                                    : i == 3 ? 2
                                             : 1,
                                    &params));
    }
    launched(instantiated(graph), nullptr);
    CHECK(host_copy(a, N)[0] == 4);
    release(a);
}

// case: child_graph_between
// What comes after a child graph comes after all of its nodes.
CASE(child_graph_between)
{
    two_streams two;
    cudaGraph_t child, graph;
    cudaGraphNode_t node;
    cudaStreamCaptureStatus status;
    const cudaGraphNode_t *last;
    size_t count;
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
    add<<<1, N, 0, two.s>>>(a, 1);
    CUDA(cudaStreamEndCapture(two.s, &child));
    CUDA(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
    add<<<1, N, 0, two.s>>>(a, 1);
    CUDA(cudaStreamGetCaptureInfo(two.s, &status, nullptr, &graph, &last, nullptr, &count));
    CUDA(cudaGraphAddChildGraphNode(&node, graph, last, count, child));
    CUDA(cudaStreamUpdateCaptureDependencies(two.s, &node, nullptr, 1,
                                             cudaStreamSetCaptureDependencies));
    add<<<1, N, 0, two.s>>>(a, 1);
    CUDA(cudaStreamEndCapture(two.s, &graph));
    launched(instantiated(graph), two.s);
    CUDA(cudaGraphDestroy(child));
    two.end();
    CHECK(host_copy(a, N)[0] == 3);
    release(a);
}

// case: many_branches
// More than the inspector has room for: none is blamed.
CASE(many_branches)
{
    cudaGraph_t graph;
    enum { BRANCHES = 80 };
    int *a = device_zeros<int>(BRANCHES * N);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    for (int i = 0; i < BRANCHES; i++) {
        cudaGraphNode_t node;
        int *part = a + i * N;
        void *arguments[] = {&part, &i};
        cudaKernelNodeParams params = {};
        params.func = (void *)add;
        params.gridDim = dim3(1);
        params.blockDim = dim3(N);
        params.kernelParams = arguments;
        CUDA(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    }
    launched(instantiated(graph), nullptr);
    release(a);
}

// case: host_node_behind_the_copy
// The host reads what its own function has left, when it has waited.
static void add_up(void *data)
{
    int *numbers = static_cast<int *>(data), sum = 0;
    for (int i = 0; i < N; i++)
        sum += numbers[i];
    numbers[0] = sum;
}
CASE(host_node_behind_the_copy)
{
    two_streams two;
    cudaGraph_t graph;
    int *a = device_filled<int>(N, 2), *host;
    CUDA(cudaMallocHost(&host, BYTES));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
    CUDA(cudaMemcpyAsync(host, a, BYTES, OUT, two.s));
    CUDA(cudaLaunchHostFunc(two.s, add_up, host));
    CUDA(cudaStreamEndCapture(two.s, &graph));
    launched(instantiated(graph), two.s);
    CHECK(host[0] == 2 * N);
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: announced_by_a_callback
// The function of the host says by an atomic that the stream has come to it.
static std::atomic<bool> is_done;
static void announce(void *data)
{
    static_cast<int *>(data)[1] = 5;
    is_done.store(true);
}
CASE(announced_by_a_callback)
{
    two_streams two;
    int *a = device_zeros<int>(N), *host;
    CUDA(cudaMallocHost(&host, BYTES));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpyAsync(host, a, BYTES, OUT, two.s));
    CUDA(cudaLaunchHostFunc(two.s, announce, host));
    while (!is_done.load())
        ;
    CHECK(host[0] == 0 && host[1] == 5);
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: counted_by_two_streams
// Functions of the host that two streams call count under a mutex.
struct counted {
    std::mutex lock;
    int *count;
};
static void count_one(void *data)
{
    counted *all = static_cast<counted *>(data);
    std::lock_guard<std::mutex> guard(all->lock);
    ++*all->count;
}
CASE(counted_by_two_streams)
{
    two_streams two;
    counted all;
    int *a = device_zeros<int>(2 * N);
    CUDA(cudaMallocHost(&all.count, sizeof *all.count));
    *all.count = 0;
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < 2; i++) {
        cudaStream_t stream = i ? two.t : two.s;
        add<<<1, N, 0, stream>>>(a + i * N, 1);
        CUDA(cudaLaunchHostFunc(stream, count_one, &all));
    }
    two.end();
    CHECK(*all.count == 2);
    CUDA(cudaFreeHost(all.count));
    release(a);
}

// case: memory_of_a_stream_in_another
// There and back by events.
CASE(memory_of_a_stream_in_another)
{
    two_streams two;
    int *a;
    CUDA(cudaMallocAsync(&a, BYTES, two.s));
    CUDA(cudaEventRecord(two.fork, two.s));
    CUDA(cudaStreamWaitEvent(two.t, two.fork, 0));
    CUDA(cudaMemsetAsync(a, 0, BYTES, two.t));
    add<<<1, N, 0, two.t>>>(a, 1);
    CUDA(cudaEventRecord(two.join, two.t));
    CUDA(cudaStreamWaitEvent(two.s, two.join, 0));
    CUDA(cudaFreeAsync(a, two.s));
    two.end();
}

// case: told_to_another_thread
// Two threads give work to a stream each; its end is told to the main one by a condition variable.
struct told {
    std::mutex lock;
    std::condition_variable changed;
    int count = 0;
};
static void tell(void *data)
{
    told *to = static_cast<told *>(data);
    std::lock_guard<std::mutex> guard(to->lock);
    to->count++;
    to->changed.notify_one();
}
CASE(told_to_another_thread)
{
    two_streams two;
    told told;
    int *a = device_zeros<int>(2 * N), *host;
    CUDA(cudaMallocHost(&host, 2 * BYTES));
    CUDA(cudaDeviceSynchronize());
    auto work = [&](int half) {
        cudaStream_t stream = half ? two.t : two.s;
        add<<<1, N, 0, stream>>>(a + half * N, 1);
        CUDA(cudaMemcpyAsync(host + half * N, a + half * N, BYTES, OUT, stream));
        CUDA(cudaLaunchHostFunc(stream, tell, &told));
    };
    std::thread one(work, 0), other(work, 1);
    {
        std::unique_lock<std::mutex> guard(told.lock);
        told.changed.wait(guard, [&] { return told.count == 2; });
    }
    CHECK(host[0] == 1 && host[2 * N - 1] == 1);
    one.join();
    other.join();
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: updated_between_two_launches
// The second launch has other memory, and comes after the first all the same.
CASE(updated_between_two_launches)
{
    two_streams two;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    int *a = device_zeros<int>(N + 1), *from = a, one = 1;
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    void *arguments[] = {&from, &one};
    cudaKernelNodeParams params = {};
    params.func = (void *)add;
    params.gridDim = dim3(1);
    params.blockDim = dim3(N);
    params.kernelParams = arguments;
    CUDA(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CUDA(cudaGraphLaunch(exec, two.s));
    from = a + 1;
    CUDA(cudaGraphExecKernelNodeSetParams(exec, node, &params));
    CUDA(cudaGraphLaunch(exec, two.t));
    two.end();
    std::vector<int> sums = host_copy(a, N + 1);
    CHECK(sums[0] == 1 && sums[1] == 2 && sums[N] == 1);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    release(a);
}

// case: two_instances_behind_an_event
// The second stream waits for the first one's graph.
CASE(two_instances_behind_an_event)
{
    two_streams two;
    cudaGraph_t graph;
    cudaGraphExec_t one, other;
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
    add<<<1, N, 0, two.s>>>(a, 1);
    CUDA(cudaStreamEndCapture(two.s, &graph));
    CUDA(cudaGraphInstantiate(&one, graph, 0));
    CUDA(cudaGraphInstantiate(&other, graph, 0));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaGraphLaunch(one, two.s));
    CUDA(cudaEventRecord(two.join, two.s));
    CUDA(cudaStreamWaitEvent(two.t, two.join, 0));
    CUDA(cudaGraphLaunch(other, two.t));
    two.end();
    CHECK(host_copy(a, N)[0] == 2);
    CUDA(cudaGraphExecDestroy(one));
    CUDA(cudaGraphExecDestroy(other));
    release(a);
}
