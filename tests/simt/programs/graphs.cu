// Graphs built by hand and by capture: what they do, in which order, their updates and copies, and
// the errors of calls that a capture does not allow.
#include "check.h"

#if CUDART_VERSION < 13000 // there these names are of the functions without the data of edges
#define cudaGraphGetEdges cudaGraphGetEdges_v2
#define cudaGraphAddDependencies cudaGraphAddDependencies_v2
#define cudaGraphRemoveDependencies cudaGraphRemoveDependencies_v2
#endif

enum { N = 1000 };

__global__ void add(int *a, int n, int what)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] += what;
    }
}

__global__ void multiply(int *a, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] *= by;
    }
}

template <typename T> __global__ void sum_into(const T *a, const T *b, T *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
    }
}

struct pair {
    char tag;
    double value;
};

__global__ void take_pair(double *out, pair p, char more)
{
    *out = p.value + p.tag + more;
}

__constant__ int offset_of_all;
__global__ void add_offset(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] += offset_of_all;
    }
}

static int *device_ints(int n)
{
    int *a = nullptr;
    CHECK_CUDA(cudaMalloc(&a, n * sizeof(int)));
    CHECK_CUDA(cudaMemset(a, 0, n * sizeof(int)));
    return a;
}

static void check_all(const int *device, int n, int expected)
{
    static int host[N];
    CHECK_CUDA(cudaMemcpy(host, device, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        CHECK_EQ_AT(host[i], expected, i);
    }
}

static void count(void *data)
{
    ++*(int *)data;
}

static cudaKernelNodeParams kernel_params(void *function, void **arguments)
{
    cudaKernelNodeParams params = {};
    params.func = function;
    params.gridDim = dim3((N + 255) / 256);
    params.blockDim = dim3(256);
    params.kernelParams = arguments;
    return params;
}

static size_t node_count(cudaGraph_t graph)
{
    size_t n = 0;
    CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &n));
    return n;
}

static size_t edge_count(cudaGraph_t graph)
{
    size_t n = 0;
    CHECK_CUDA(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &n));
    return n;
}

// fill, then two kernels, a copy to the host and a call.
static void test_by_hand(void)
{
    int *a = device_ints(N), calls = 0, n = N, two = 2, three = 3;
    static int host[N];
    cudaGraph_t graph;
    cudaGraphNode_t nodes[6];
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    cudaMemsetParams fill = {};
    fill.dst = a;
    fill.value = 5;
    fill.elementSize = 4;
    fill.width = N;
    fill.height = 1;
    CHECK_CUDA(cudaGraphAddMemsetNode(&nodes[0], graph, nullptr, 0, &fill));
    void *add_arguments[] = {&a, &n, &two}, *multiply_arguments[] = {&a, &n, &three};
    cudaKernelNodeParams params = kernel_params((void *)add, add_arguments);
    CHECK_CUDA(cudaGraphAddKernelNode(&nodes[1], graph, &nodes[0], 1, &params));
    params = kernel_params(reinterpret_cast<void *>(multiply), multiply_arguments);
    CHECK_CUDA(cudaGraphAddKernelNode(&nodes[2], graph, &nodes[1], 1, &params));
    three = 1000; // the node has its own copy
    CHECK_CUDA(cudaGraphAddMemcpyNode1D(&nodes[3], graph, &nodes[2], 1, host, a, sizeof(host),
                                        cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaGraphAddEmptyNode(&nodes[4], graph, &nodes[3], 1));
    cudaHostNodeParams call = {count, &calls};
    CHECK_CUDA(cudaGraphAddHostNode(&nodes[5], graph, &nodes[4], 1, &call));
    CHECK_EQ(node_count(graph), 6);
    CHECK_EQ(edge_count(graph), 5);

    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    check_all(a, N, 0); // nothing has run yet
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    for (int i = 0; i < 3; i++) {
        CHECK_CUDA(cudaGraphLaunch(exec, stream));
    }
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQ(calls, 3);
    for (int i = 0; i < N; i++) {
        CHECK_EQ_AT(host[i], 21, i);
    }

    // The executable graph is changed, the graph is not.
    int ten = 10;
    add_arguments[2] = &ten;
    params = kernel_params((void *)add, add_arguments);
    CHECK_CUDA(cudaGraphExecKernelNodeSetParams(exec, nodes[1], &params));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    check_all(a, N, 45);
    cudaKernelNodeParams kept = {};
    CHECK_CUDA(cudaGraphKernelNodeGetParams(nodes[1], &kept));
    CHECK(kept.func == (void *)add);
    CHECK_EQ(*(int *)kept.kernelParams[2], 2);
    CHECK_CUDA(cudaGraphNodeSetEnabled(exec, nodes[2], 0));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    check_all(a, N, 15);

    // The same by parameters that say their type, of the executable graph and of the graph.
    cudaGraphNodeParams any = {};
    any.type = cudaGraphNodeTypeMemset;
    any.memset.dst = fill.dst;
    any.memset.value = 7;
    any.memset.elementSize = fill.elementSize;
    any.memset.width = fill.width;
    any.memset.height = fill.height;
    CHECK_CUDA(cudaGraphExecNodeSetParams(exec, nodes[0], &any));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    check_all(a, N, 17);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphNodeSetParams(nodes[0], &any));
    CHECK_ERROR(cudaGraphNodeSetParams(nodes[3], &any), cudaErrorInvalidValue);
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    check_all(a, N, 27);

    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaFree(a));
}

static void test_arguments(void)
{
    double *out = nullptr, got = 0;
    pair p = {1, 0.5};
    char more = 2;
    CHECK_CUDA(cudaMalloc(&out, sizeof(*out)));
    cudaGraph_t graph;
    cudaGraphNode_t node;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    void *arguments[] = {&out, &p, &more};
    cudaKernelNodeParams params = kernel_params((void *)take_pair, arguments);
    params.gridDim = params.blockDim = dim3(1);
    CHECK_CUDA(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, 0));
    CHECK_CUDA(cudaMemcpy(&got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK_EQ(got, 3.5);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));

    // A launch by an address that a variable holds.
    const void *function = (const void *)take_pair;
    more = 4;
    CHECK_CUDA(cudaLaunchKernel(function, dim3(1), dim3(1), arguments, 0, 0));
    CHECK_CUDA(cudaMemcpy(&got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK_EQ(got, 5.5);
    CHECK_CUDA(cudaFree(out));
}

// a and b on two streams, c = a + b when both are done.
static cudaGraph_t capture_fork(cudaStream_t one, cudaStream_t two, int *a, int *b, int *c, int by)
{
    cudaEvent_t forked, joined;
    cudaGraph_t graph = nullptr;
    int blocks = (N + 255) / 256;
    CHECK_CUDA(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
    CHECK_CUDA(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
    CHECK_CUDA(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
    CHECK_CUDA(cudaMemsetAsync(a, 0, N * sizeof(int), one));
    CHECK_CUDA(cudaEventRecord(forked, one));
    CHECK_CUDA(cudaStreamWaitEvent(two, forked, 0));
    add<<<blocks, 256, 0, one>>>(a, N, by);
    CHECK_CUDA(cudaMemsetAsync(b, 0, N * sizeof(int), two));
    add<<<blocks, 256, 0, two>>>(b, N, 7);
    CHECK_CUDA(cudaEventRecord(joined, two));
    CHECK_CUDA(cudaStreamWaitEvent(one, joined, 0));
    sum_into<int><<<blocks, 256, 0, one>>>(a, b, c, N);
    cudaStreamCaptureStatus status;
    CHECK_CUDA(cudaStreamIsCapturing(two, &status));
    CHECK_EQ(status, cudaStreamCaptureStatusActive);
    CHECK_CUDA(cudaStreamEndCapture(one, &graph));
    CHECK_CUDA(cudaStreamIsCapturing(two, &status));
    CHECK_EQ(status, cudaStreamCaptureStatusNone);
    CHECK_CUDA(cudaEventDestroy(forked));
    CHECK_CUDA(cudaEventDestroy(joined));
    return graph;
}

static void test_capture(void)
{
    int *a = device_ints(N), *b = device_ints(N), *c = device_ints(N);
    cudaStream_t one, two;
    CHECK_CUDA(cudaStreamCreate(&one));
    CHECK_CUDA(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
    cudaGraph_t graph = capture_fork(one, two, a, b, c, 1);
    check_all(c, N, 0);
    CHECK_EQ(node_count(graph), 5);
    CHECK_EQ(edge_count(graph), 5);
    size_t roots = 0;
    CHECK_CUDA(cudaGraphGetRootNodes(graph, nullptr, &roots));
    CHECK_EQ(roots, 1);
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphLaunch(exec, one));
    CHECK_CUDA(cudaStreamSynchronize(one));
    check_all(c, N, 8);

    // The same again with another number: the executable graph takes it over.
    graph = capture_fork(one, two, a, b, c, 20);
    cudaGraphExecUpdateResultInfo info;
    CHECK_CUDA(cudaGraphExecUpdate(exec, graph, &info));
    CHECK_EQ(info.result, cudaGraphExecUpdateSuccess);
    CHECK_CUDA(cudaGraphLaunch(exec, one));
    CHECK_CUDA(cudaStreamSynchronize(one));
    check_all(c, N, 27);
    cudaGraphNode_t extra;
    CHECK_CUDA(cudaGraphAddEmptyNode(&extra, graph, nullptr, 0));
    CHECK_ERROR(cudaGraphExecUpdate(exec, graph, &info), cudaErrorGraphExecUpdateFailure);
    CHECK_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaStreamDestroy(one));
    CHECK_CUDA(cudaStreamDestroy(two));
    CHECK_CUDA(cudaFree(a));
    CHECK_CUDA(cudaFree(b));
    CHECK_CUDA(cudaFree(c));
}

static void test_capture_of_other_work(void)
{
    int *a = device_ints(N), calls = 0;
    static int host[N], from[N];
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaStreamCreate(&stream));
    static const int offset = 100;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_CUDA(cudaMemcpyAsync(a, from, sizeof(from), cudaMemcpyHostToDevice, stream));
    CHECK_CUDA(cudaMemcpyToSymbolAsync(offset_of_all, &offset, sizeof(int), 0,
                                       cudaMemcpyHostToDevice, stream));
    add_offset<<<(N + 255) / 256, 256, 0, stream>>>(a, N);
    int *scratch = nullptr;
    CHECK_CUDA(cudaMallocAsync(&scratch, N * sizeof(int), stream));
    CHECK_CUDA(cudaMemcpyAsync(scratch, a, N * sizeof(int), cudaMemcpyDeviceToDevice, stream));
    add<<<(N + 255) / 256, 256, 0, stream>>>(scratch, N, 1);
    CHECK_CUDA(cudaMemcpy2DAsync(host, 100 * sizeof(int), scratch, 100 * sizeof(int),
                                 100 * sizeof(int), N / 100, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaFreeAsync(scratch, stream));
    CHECK_CUDA(cudaLaunchHostFunc(stream, count, &calls));
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_EQ(calls, 0);
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < N; k++) {
            from[k] = k * i;
        }
        CHECK_CUDA(cudaGraphLaunch(exec, stream));
        CHECK_CUDA(cudaStreamSynchronize(stream));
        for (int k = 0; k < N; k++) {
            CHECK_EQ_AT(host[k], k * i + 101, k);
        }
    }
    CHECK_EQ(calls, 2);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaFree(a));
}

// A graph that allocates N ints and adds 1 to them, without a node that frees them.
static int *capture_without_free(cudaStream_t stream, cudaGraph_t *graph)
{
    int *memory = nullptr;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_CUDA(cudaMallocAsync(&memory, N * sizeof(int), stream));
    CHECK_CUDA(cudaMemsetAsync(memory, 0, N * sizeof(int), stream));
    add<<<(N + 255) / 256, 256, 0, stream>>>(memory, N, 1);
    CHECK_CUDA(cudaStreamEndCapture(stream, graph));
    return memory;
}

static void test_memory_that_stays(void)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaStreamCreate(&stream));
    int *memory = capture_without_free(stream, &graph);
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ERROR(cudaGraphLaunch(exec, stream), cudaErrorInvalidValue);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaFreeAsync(memory, stream));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    check_all(memory, N, 1);
    CHECK_CUDA(cudaFree(memory));

    memory = capture_without_free(stream, &graph);
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    check_all(memory, N, 1);
    CHECK_CUDA(cudaFree(memory));
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

static void test_copies_and_children(void)
{
    int *a = device_ints(N), n = N, one = 1;
    cudaGraph_t child, graph, clone, inner;
    cudaGraphNode_t add_node, first, second, found;
    void *arguments[] = {&a, &n, &one};
    cudaKernelNodeParams params = kernel_params((void *)&add, arguments);
    CHECK_CUDA(cudaGraphCreate(&child, 0));
    CHECK_CUDA(cudaGraphAddKernelNode(&add_node, child, nullptr, 0, &params));
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_CUDA(cudaGraphAddChildGraphNode(&first, graph, nullptr, 0, child));
    CHECK_CUDA(cudaGraphAddChildGraphNode(&second, graph, nullptr, 0, child));
    CHECK_CUDA(cudaGraphAddDependencies(graph, &first, &second, nullptr, 1));
    CHECK_CUDA(cudaGraphDestroy(child));
    cudaGraphNodeType type;
    CHECK_CUDA(cudaGraphNodeGetType(first, &type));
    CHECK_EQ(type, cudaGraphNodeTypeGraph);
    CHECK_CUDA(cudaGraphChildGraphNodeGetGraph(first, &inner));
    CHECK_EQ(node_count(inner), 1);
    CHECK_CUDA(cudaGraphClone(&clone, graph));
    CHECK_CUDA(cudaGraphNodeFindInClone(&found, second, clone));
    CHECK_CUDA(cudaGraphDestroyNode(found));
    CHECK_EQ(node_count(clone), 1);
    CHECK_EQ(edge_count(clone), 0);
    CHECK_EQ(node_count(graph), 2);

    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, 0));
    CHECK_CUDA(cudaDeviceSynchronize());
    check_all(a, N, 2);
    CHECK_CUDA(cudaGraphExecDestroy(exec));

    // A circle has no order.
    CHECK_CUDA(cudaGraphAddDependencies(graph, &second, &first, nullptr, 1));
    CHECK(cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphRemoveDependencies(graph, &second, &first, nullptr, 1));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphDestroy(clone));
    CHECK_CUDA(cudaFree(a));
}

static void test_events_in_graphs(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t begin, end;
    cudaEvent_t first, last;
    cudaGraphExec_t exec;
    float ms = -1;
    CHECK_CUDA(cudaEventCreate(&first));
    CHECK_CUDA(cudaEventCreate(&last));
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_CUDA(cudaGraphAddEventRecordNode(&begin, graph, nullptr, 0, first));
    CHECK_CUDA(cudaGraphAddEventRecordNode(&end, graph, &begin, 1, last));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, 0));
    CHECK_CUDA(cudaEventSynchronize(last));
    CHECK_CUDA(cudaEventElapsedTime(&ms, first, last));
    CHECK(ms >= 0);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaEventDestroy(first));
    CHECK_CUDA(cudaEventDestroy(last));
}

// Ends a capture that something has spoilt.
static void check_spoilt(cudaStream_t stream)
{
    cudaGraph_t graph;
    CHECK_ERROR(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
    CHECK(graph == nullptr);
    (void)cudaGetLastError();
}

static void test_refused(void)
{
    cudaStream_t one, two;
    cudaEvent_t event;
    cudaGraph_t graph;
    int *a = device_ints(N), *b = nullptr, host = 0;
    const cudaStreamCaptureMode global = cudaStreamCaptureModeGlobal;
    CHECK_CUDA(cudaStreamCreate(&one));
    CHECK_CUDA(cudaStreamCreate(&two));
    CHECK_CUDA(cudaEventCreate(&event));
    CHECK_ERROR(cudaStreamBeginCapture(0, global), cudaErrorStreamCaptureUnsupported);
    CHECK_ERROR(cudaStreamEndCapture(one, &graph), cudaErrorIllegalState);

    CHECK_CUDA(cudaStreamBeginCapture(one, global));
    CHECK_ERROR(cudaStreamBeginCapture(one, global), cudaErrorIllegalState);
    CHECK_ERROR(cudaStreamSynchronize(one), cudaErrorStreamCaptureUnsupported);
    check_spoilt(one);

    CHECK_CUDA(cudaStreamBeginCapture(one, global));
    CHECK_ERROR(cudaMalloc(&b, 4), cudaErrorStreamCaptureUnsupported);
    check_spoilt(one);
    CHECK_CUDA(cudaStreamBeginCapture(one, cudaStreamCaptureModeRelaxed));
    CHECK_CUDA(cudaMalloc(&b, 4));
    CHECK_CUDA(cudaStreamEndCapture(one, &graph));
    CHECK_CUDA(cudaGraphDestroy(graph));

    CHECK_CUDA(cudaStreamBeginCapture(one, global));
    CHECK_ERROR(cudaMemcpy(&host, a, 4, cudaMemcpyDeviceToHost), cudaErrorStreamCaptureImplicit);
    check_spoilt(one);

    // An event of a capture tells the host nothing.
    CHECK_CUDA(cudaStreamBeginCapture(one, global));
    CHECK_CUDA(cudaEventRecord(event, one));
    CHECK_ERROR(cudaEventSynchronize(event), cudaErrorCapturedEvent);
    check_spoilt(one);

    // A stream that has joined must come back.
    CHECK_CUDA(cudaStreamBeginCapture(one, global));
    CHECK_CUDA(cudaEventRecord(event, one));
    CHECK_CUDA(cudaStreamWaitEvent(two, event, 0));
    add<<<1, 1, 0, two>>>(a, N, 1);
    CHECK_ERROR(cudaStreamEndCapture(one, &graph), cudaErrorStreamCaptureUnjoined);
    (void)cudaGetLastError();

    // A launch of a graph cannot be captured.
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaStreamBeginCapture(one, global));
    CHECK_ERROR(cudaGraphLaunch(exec, one), cudaErrorStreamCaptureUnsupported);
    check_spoilt(one);
    CHECK_CUDA(cudaGraphExecDestroy(exec));

    // Captured work cannot wait for work that is not.
    CHECK_CUDA(cudaEventRecord(event, two));
    CHECK_CUDA(cudaStreamBeginCapture(one, global));
    CHECK_ERROR(cudaStreamWaitEvent(one, event, 0), cudaErrorStreamCaptureIsolation);
    check_spoilt(one);
    check_all(a, N, 0);
    CHECK_CUDA(cudaEventDestroy(event));
    CHECK_CUDA(cudaStreamDestroy(one));
    CHECK_CUDA(cudaStreamDestroy(two));
    CHECK_CUDA(cudaFree(a));
    CHECK_CUDA(cudaFree(b));
}

// While work is captured into a graph, neither it nor its nodes can be destroyed.
static void test_destroyed_in_capture(void)
{
    cudaStream_t stream;
    cudaGraph_t graph, ended;
    cudaGraphNode_t node;
    int *a = device_ints(N);
    size_t count = 1;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_CUDA(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0,
                                             cudaStreamCaptureModeRelaxed));
    add<<<1, 1, 0, stream>>>(a, N, 1);
    CHECK_ERROR(cudaGraphDestroy(graph), cudaErrorIllegalState);
    CHECK_CUDA(cudaGraphGetNodes(graph, &node, &count));
    CHECK_EQ(count, 1);
    CHECK_ERROR(cudaGraphDestroyNode(node), cudaErrorIllegalState);
    (void)cudaGetLastError();
    add<<<1, 1, 0, stream>>>(a, N, 1);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaStreamEndCapture(stream, &ended));
    CHECK(ended == graph);
    CHECK_CUDA(cudaGraphDestroy(graph));
    check_all(a, N, 0);
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaFree(a));
}

int main(void)
{
    test_by_hand();
    test_arguments();
    test_capture();
    test_capture_of_other_work();
    test_memory_that_stays();
    test_copies_and_children();
    test_events_in_graphs();
    test_refused();
    test_destroyed_in_capture();
    return check_end();
}
