// Nodes of graphs, functions of the host that streams call, and memory of streams, that meet at one
// place without a wait between.
#include "corpus.h"

enum { N = 256, BYTES = N * sizeof(int) };
const cudaMemcpyKind OUT = cudaMemcpyDeviceToHost;

__global__ void add(int *a, int value)
{
    a[threadIdx.x] += value;
}

struct two_streams {
    cudaStream_t s, t;
    two_streams()
    {
        CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        CUDA(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    }
    void end()
    {
        CUDA(cudaDeviceSynchronize());
        CUDA(cudaStreamDestroy(s));
        CUDA(cudaStreamDestroy(t));
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

// case: branches_of_a_capture
// The second stream forks off before the kernel whose result it uses.
__global__ void double_each(const int *a, int *b)
{
    b[threadIdx.x] = 2 * a[threadIdx.x]; // fault: race-streams
}
__global__ void add_in_branch(int *a)
{
    a[threadIdx.x] += 1; // fault: race-streams
}
CASE(branches_of_a_capture)
{
    two_streams two;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    CUDA(cudaEventCreate(&fork));
    CUDA(cudaEventCreate(&join));
    int *a = device_zeros<int>(N), *b = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
    CUDA(cudaEventRecord(fork, two.s));
    CUDA(cudaStreamWaitEvent(two.t, fork, 0));
    add_in_branch<<<1, N, 0, two.s>>>(a);  // fault: race-streams
    double_each<<<1, N, 0, two.t>>>(a, b); // fault: race-streams
    CUDA(cudaEventRecord(join, two.t));
    CUDA(cudaStreamWaitEvent(two.s, join, 0));
    CUDA(cudaStreamEndCapture(two.s, &graph));
    launched(instantiated(graph), two.s);
    two.end();
    CUDA(cudaEventDestroy(fork));
    CUDA(cudaEventDestroy(join));
    release(a, b);
}

// case: edge_is_missing
// A graph by hand: the kernel does not come after the fill.
__global__ void count(int *counts)
{
    atomicAdd(&counts[threadIdx.x % 8], 1); // fault: race-streams
}
CASE(edge_is_missing)
{
    cudaGraph_t graph;
    cudaGraphNode_t fill, kernel;
    int *counts = device_zeros<int>(8);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    cudaMemsetParams zeros = {};
    zeros.dst = counts;
    zeros.elementSize = 4;
    zeros.width = 8;
    zeros.height = 1;
    CUDA(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &zeros)); // fault: race-streams
    void *arguments[] = {&counts};
    cudaKernelNodeParams params = {};
    params.func = (void *)count;
    params.gridDim = dim3(1);
    params.blockDim = dim3(N);
    params.kernelParams = arguments;
    CUDA(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &params)); // fault: race-streams
    launched(instantiated(graph), nullptr);
    release(counts);
}

// case: join_without_one_branch
// Three branches write, and the copy waits for two of them.
__global__ void fill_third(int *a, int third)
{
    a[third * N + threadIdx.x] = third; // fault: race-streams
}
CASE(join_without_one_branch)
{
    cudaGraph_t graph;
    cudaGraphNode_t thirds[3], out;
    int *a = device_zeros<int>(3 * N), *to;
    CUDA(cudaMallocHost(&to, 3 * N * sizeof *to));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    for (int i = 0; i < 3; i++) {
        void *arguments[] = {&a, &i};
        cudaKernelNodeParams params = {};
        params.func = (void *)fill_third;
        params.gridDim = dim3(1);
        params.blockDim = dim3(N);
        params.kernelParams = arguments;
        CUDA(cudaGraphAddKernelNode(&thirds[i], graph, nullptr, 0, &params)); // fault: race-streams
    }
    const size_t n = 3 * BYTES;
    CUDA(cudaGraphAddMemcpyNode1D(&out, graph, thirds, 2, to, a, n, OUT)); // fault: race-streams
    launched(instantiated(graph), nullptr);
    CUDA(cudaFreeHost(to));
    release(a);
}

// case: graph_beside_a_stream
// The other stream does not wait for the graph.
__global__ void add_in_graph(int *a)
{
    a[threadIdx.x] += 1;
}
__global__ void triple(int *a)
{
    a[threadIdx.x] *= 3; // fault: race-streams
}
CASE(graph_beside_a_stream)
{
    two_streams two;
    cudaGraph_t graph;
    int *a = device_zeros<int>(N);
    CUDA(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
    add_in_graph<<<1, N, 0, two.s>>>(a); // fault: race-streams
    CUDA(cudaStreamEndCapture(two.s, &graph));
    cudaGraphExec_t exec = instantiated(graph);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphLaunch(exec, two.s));
    triple<<<1, N, 0, two.t>>>(a);
    two.end();
    CUDA(cudaGraphExecDestroy(exec));
    release(a);
}

// case: graph_behind_an_event
// The event, the first of the program's, is recorded in the graph's stream: nobody waits for the
// copy.
__global__ void read_in_graph(int *b, const int *a)
{
    b[threadIdx.x] = a[threadIdx.x]; // fault: race-streams
}
CASE(graph_behind_an_event)
{
    two_streams two;
    cudaEvent_t begin;
    cudaGraph_t graph;
    int *a = device_zeros<int>(N), *b = device_zeros<int>(N), *host;
    CUDA(cudaMallocHost(&host, BYTES));
    memset(host, 0, BYTES);
    CUDA(cudaEventCreate(&begin));
    CUDA(cudaStreamBeginCapture(two.t, cudaStreamCaptureModeGlobal));
    read_in_graph<<<1, N, 0, two.t>>>(b, a); // fault: race-streams
    CUDA(cudaStreamEndCapture(two.t, &graph));
    cudaGraphExec_t exec = instantiated(graph);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpyAsync(a, host, BYTES, cudaMemcpyHostToDevice, two.s)); // fault: race-streams
    CUDA(cudaEventRecord(begin, two.t));
    CUDA(cudaGraphLaunch(exec, two.t));
    two.end();
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaEventDestroy(begin));
    CUDA(cudaFreeHost(host));
    release(a, b);
}

// case: result_of_a_graph_read_too_early
// Nobody waits for the graph.
CASE(result_of_a_graph_read_too_early)
{
    two_streams two;
    cudaGraph_t graph;
    int *a;
    CUDA(cudaMallocManaged(&a, BYTES));
    memset(a, 0, BYTES);
    CUDA(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
    add<<<1, N, 0, two.s>>>(a, 7); // fault: race-host
    CUDA(cudaStreamEndCapture(two.s, &graph));
    cudaGraphExec_t exec = instantiated(graph);
    CUDA(cudaGraphLaunch(exec, two.s));
    CHECK(a[3] == 7); // fault: race-host
    two.end();
    CUDA(cudaGraphExecDestroy(exec));
    release(a);
}

// case: host_node_beside_the_copy
// The function of the host is a node that does not come after the copy.
static void add_up(void *data)
{
    int *numbers = static_cast<int *>(data), sum = 0;
    for (int i = 0; i < N; i++)
        sum += numbers[i]; // fault: race-streams
    CHECK(sum == 0);
}
CASE(host_node_beside_the_copy)
{
    cudaGraph_t graph;
    cudaGraphNode_t out, call;
    int *a = device_zeros<int>(N), *to;
    CUDA(cudaMallocHost(&to, BYTES));
    memset(to, 0, BYTES);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    const size_t n = BYTES;
    CUDA(cudaGraphAddMemcpyNode1D(&out, graph, nullptr, 0, to, a, n, OUT)); // fault: race-streams
    cudaHostNodeParams params = {add_up, to};
    CUDA(cudaGraphAddHostNode(&call, graph, nullptr, 0, &params)); // fault: race-streams
    launched(instantiated(graph), nullptr);
    CUDA(cudaFreeHost(to));
    release(a);
}

// case: called_by_another_stream
// The function of the host reads what the other stream still copies.
static void look(void *data)
{
    CHECK(static_cast<int *>(data)[5] == 0); // fault: race-streams
}
CASE(called_by_another_stream)
{
    two_streams two;
    int *a = device_zeros<int>(N), *host;
    CUDA(cudaMallocHost(&host, BYTES));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpyAsync(host, a, BYTES, OUT, two.s)); // fault: race-streams
    CUDA(cudaLaunchHostFunc(two.t, look, host));
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: result_of_a_callback_read_too_early
// Nobody waits for the stream that calls it.
static void CUDART_CB set_first(cudaStream_t, cudaError_t, void *data)
{
    *static_cast<int *>(data) = 1;
}
CASE(result_of_a_callback_read_too_early)
{
    two_streams two;
    int *host;
    CUDA(cudaMallocHost(&host, BYTES));
    *host = 0;
    CUDA(cudaStreamAddCallback(two.s, set_first, host, 0)); // fault: race-host
    CHECK(*host == 1);                                      // fault: race-host
    two.end();
    CUDA(cudaFreeHost(host));
}

// case: freed_in_another_stream
// The memory goes back while the other stream's kernel uses it.
CASE(freed_in_another_stream)
{
    two_streams two;
    int *a;
    CUDA(cudaMallocAsync(&a, BYTES, two.s));
    CUDA(cudaMemsetAsync(a, 0, BYTES, two.s));
    CUDA(cudaStreamSynchronize(two.s));
    add<<<1, N, 0, two.t>>>(a, 1); // fault: race-streams
    CUDA(cudaFreeAsync(a, two.s)); // fault: race-streams
    two.end();
}

// case: allocated_in_another_stream
// The memory is there when its stream comes to the allocation.
CASE(allocated_in_another_stream)
{
    two_streams two;
    int *a;
    CUDA(cudaMallocAsync(&a, BYTES, two.s));   // fault: race-streams
    CUDA(cudaMemsetAsync(a, 0, BYTES, two.t)); // fault: race-streams
    two.end();
    CUDA(cudaFree(a));
}

// case: updated_to_the_same_half
// Each of two nodes has a half of its own, until the update gives one of them the other's.
__global__ void add_to_half(int *a)
{
    a[threadIdx.x] += 1; // fault: race-streams
}
CASE(updated_to_the_same_half)
{
    cudaGraph_t graph;
    cudaGraphNode_t nodes[2];
    cudaGraphExec_t exec;
    int *a = device_zeros<int>(2 * N), *half = a;
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    void *arguments[] = {&half};
    cudaKernelNodeParams params = {};
    params.func = (void *)add_to_half;
    params.gridDim = dim3(1);
    params.blockDim = dim3(N);
    params.kernelParams = arguments;
    CUDA(cudaGraphAddKernelNode(&nodes[0], graph, nullptr, 0, &params)); // fault: race-streams
    half = a + N;
    CUDA(cudaGraphAddKernelNode(&nodes[1], graph, nullptr, 0, &params)); // fault: race-streams
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CUDA(cudaGraphLaunch(exec, nullptr));
    half = a;
    CUDA(cudaGraphExecKernelNodeSetParams(exec, nodes[1], &params));
    launched(exec, nullptr);
    CUDA(cudaGraphDestroy(graph));
    release(a);
}

// case: two_instances_of_one_graph
// Launches of one instance wait for each other; those of two do not.
__global__ void add_in_both(int *a)
{
    a[threadIdx.x] += 1; // fault: race-streams
}
CASE(two_instances_of_one_graph)
{
    two_streams two;
    cudaGraph_t graph;
    cudaGraphExec_t one, other;
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaStreamBeginCapture(two.s, cudaStreamCaptureModeGlobal));
    add_in_both<<<1, N, 0, two.s>>>(a); // fault: race-streams
    CUDA(cudaStreamEndCapture(two.s, &graph));
    CUDA(cudaGraphInstantiate(&one, graph, 0));
    CUDA(cudaGraphInstantiate(&other, graph, 0));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaGraphLaunch(one, two.s));
    CUDA(cudaGraphLaunch(other, two.t));
    two.end();
    CUDA(cudaGraphExecDestroy(one));
    CUDA(cudaGraphExecDestroy(other));
    release(a);
}
