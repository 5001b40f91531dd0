// Conditional nodes of graphs: IF, with and without an else, WHILE and SWITCH, in one another, with
// bodies that are filled by hand and by capture, and what CUDA refuses of them.
#include "check.h"

#if CUDART_VERSION < 13000 // there this name is of the function without the data of edges
#define cudaGraphAddNode cudaGraphAddNode_v2
#endif

__global__ void set_to(const unsigned *value, cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, *value);
}

__global__ void add(int *to, int what)
{
    *to += what;
}

// The loop goes on until nothing is left.
__global__ void count_down(int *left, cudaGraphConditionalHandle handle)
{
    if (--*left == 0) {
        cudaGraphSetConditional(handle, 0);
    }
}

__global__ void set_if_odd(const int *left, cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, *left % 2);
}

static void add_kernel(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t after,
                       void *function, void **arguments)
{
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = function;
    params.kernel.gridDim = params.kernel.blockDim = dim3(1);
    params.kernel.kernelParams = arguments;
    CHECK_CUDA(cudaGraphAddNode(node, graph, &after, nullptr, after ? 1 : 0, &params));
}

static void add_add(cudaGraph_t graph, cudaGraphNode_t after, int *to, int what)
{
    cudaGraphNode_t node;
    void *arguments[] = {&to, &what};
    add_kernel(&node, graph, after, (void *)add, arguments);
}

static cudaGraphNodeParams conditional(cudaGraphConditionalHandle handle,
                                       cudaGraphConditionalNodeType type, unsigned size)
{
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    return params;
}

// Adds the node, and gives its bodies.
static cudaGraph_t *add_conditional(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNode_t after,
                                    cudaGraphConditionalHandle handle,
                                    cudaGraphConditionalNodeType type, unsigned size)
{
    cudaGraphNodeParams params = conditional(handle, type, size);
    CHECK_CUDA(cudaGraphAddNode(node, graph, &after, nullptr, after ? 1 : 0, &params));
    return params.conditional.phGraph_out;
}

template <typename T> static T *on_device(T value)
{
    T *memory = nullptr;
    CHECK_CUDA(cudaMalloc(&memory, sizeof(T)));
    CHECK_CUDA(cudaMemcpy(memory, &value, sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <typename T> static T value_of(const T *memory)
{
    T value;
    CHECK_CUDA(cudaMemcpy(&value, memory, sizeof(T), cudaMemcpyDeviceToHost));
    return value;
}

template <typename T> static void set_value(T *memory, T value)
{
    CHECK_CUDA(cudaMemcpy(memory, &value, sizeof(T), cudaMemcpyHostToDevice));
}

static cudaGraphExec_t instantiated(cudaGraph_t graph)
{
    cudaGraphExec_t exec = nullptr;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    return exec;
}

static void launch(cudaGraphExec_t exec)
{
    CHECK_CUDA(cudaGraphLaunch(exec, 0));
    CHECK_CUDA(cudaDeviceSynchronize());
}

// A kernel sets the condition to a value in memory; then the node asks for it. The i-th body adds
// 10 to the i.
static cudaGraph_t choice(const unsigned *value, int *sum, cudaGraphConditionalNodeType type,
                          unsigned size)
{
    cudaGraph_t graph;
    cudaGraphNode_t set, node;
    cudaGraphConditionalHandle handle;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, graph));
    void *arguments[] = {&value, &handle};
    add_kernel(&set, graph, nullptr, (void *)set_to, arguments);
    cudaGraph_t *bodies = add_conditional(&node, graph, set, handle, type, size);
    for (int i = 0, what = 1; i < (int)size; i++, what *= 10) {
        add_add(bodies[i], nullptr, sum, what);
    }
    cudaGraphNodeType got;
    CHECK_CUDA(cudaGraphNodeGetType(node, &got));
    CHECK_EQ(got, cudaGraphNodeTypeConditional);
    return graph;
}

struct chosen {
    unsigned value;
    int sum; // after that launch
};

static void check_choices(cudaGraphConditionalNodeType type, unsigned size, const chosen *all,
                          int n)
{
    unsigned *value = on_device(0u);
    int *sum = on_device(0);
    cudaGraph_t graph = choice(value, sum, type, size);
    cudaGraphExec_t exec = instantiated(graph);
    CHECK_CUDA(cudaGraphDestroy(graph)); // the executable graph has what it needs
    for (int i = 0; i < n; i++) {
        set_value(value, all[i].value);
        launch(exec);
        CHECK_EQ_AT(value_of(sum), all[i].sum, i);
    }
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaFree(value));
    CHECK_CUDA(cudaFree(sum));
}

static void test_choices(void)
{
    const chosen ifs[] = {{0, 0}, {1, 1}, {0, 1}, {7, 2}, {0x80000000u, 3}};
    check_choices(cudaGraphCondTypeIf, 1, ifs, 5);
    const chosen elses[] = {{0, 10}, {1, 11}, {0, 21}, {9, 22}};
    check_choices(cudaGraphCondTypeIf, 2, elses, 4);
    const chosen switches[] = {{2, 100}, {0, 101},           {1, 111},
                               {3, 111}, {0xffffffffu, 111}, {2, 211}};
    check_choices(cudaGraphCondTypeSwitch, 3, switches, 6);
}

// The default begins each launch, whatever the launch before has set.
static void test_while_with_default(void)
{
    int *left = on_device(0), *rounds = on_device(0);
    cudaGraph_t graph;
    cudaGraphNode_t loop, count;
    cudaGraphConditionalHandle handle;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraph_t body = *add_conditional(&loop, graph, nullptr, handle, cudaGraphCondTypeWhile, 1);
    void *arguments[] = {&left, &handle};
    add_kernel(&count, body, nullptr, (void *)count_down, arguments);
    add_add(body, count, rounds, 1);
    add_add(graph, loop, rounds, 1000);
    cudaGraphExec_t exec = instantiated(graph);
    for (int i = 1; i <= 3; i++) {
        set_value(left, 7);
        launch(exec);
        CHECK_EQ_AT(value_of(left), 0, i);
        CHECK_EQ_AT(value_of(rounds), i * 1007, i);
    }
    // Two launches behind each other, with nothing between.
    set_value(left, 7);
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaMemsetAsync(left, 0, sizeof(int), stream));
    CHECK_CUDA(cudaMemsetAsync(left, 5, 1, stream));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQ(value_of(rounds), 3 * 1007 + 1007 + 1005);
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaFree(left));
    CHECK_CUDA(cudaFree(rounds));
}

// Of a default of 0 the body never runs, although a kernel behind the node sets the condition.
static void test_default_comes_again(void)
{
    unsigned *one = on_device(1u);
    int *sum = on_device(0);
    cudaGraph_t graph;
    cudaGraphNode_t node, set;
    cudaGraphConditionalHandle handle;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault));
    add_add(*add_conditional(&node, graph, nullptr, handle, cudaGraphCondTypeIf, 1), nullptr, sum,
            1);
    void *arguments[] = {&one, &handle};
    add_kernel(&set, graph, node, (void *)set_to, arguments);
    cudaGraphExec_t exec = instantiated(graph);
    launch(exec);
    launch(exec);
    CHECK_EQ(value_of(sum), 0);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaFree(one));
    CHECK_CUDA(cudaFree(sum));
}

// WHILE left: IF left is odd: odd += 1; then left -= 1. The handles are of the outermost graph.
static void test_nested(void)
{
    int *left = on_device(0), *odd = on_device(0);
    cudaGraph_t graph;
    cudaGraphNode_t loop, test, node, count;
    cudaGraphConditionalHandle more, is_odd;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&more, graph, 1, cudaGraphCondAssignDefault));
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&is_odd, graph));
    cudaGraph_t body = *add_conditional(&loop, graph, nullptr, more, cudaGraphCondTypeWhile, 1);
    void *test_arguments[] = {&left, &is_odd}, *count_arguments[] = {&left, &more};
    add_kernel(&test, body, nullptr, (void *)set_if_odd, test_arguments);
    cudaGraph_t *bodies = add_conditional(&node, body, test, is_odd, cudaGraphCondTypeSwitch, 2);
    add_add(bodies[0], nullptr, odd, 100);
    add_add(bodies[1], nullptr, odd, 1);
    add_kernel(&count, body, node, (void *)count_down, count_arguments);
    cudaGraphExec_t exec = instantiated(graph);
    set_value(left, 9);
    launch(exec);
    CHECK_EQ(value_of(odd), 405);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaFree(left));
    CHECK_CUDA(cudaFree(odd));
}

// A conditional node in a capture, whose body is captured too.
static void test_captured(void)
{
    unsigned *value = on_device(0u);
    int *sum = on_device(0), *copy = on_device(-1);
    cudaStream_t stream, other;
    cudaGraph_t graph, same;
    cudaGraphNode_t node;
    cudaGraphConditionalHandle handle;
    cudaStreamCaptureStatus status;
    const cudaGraphNode_t *after;
    size_t n;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaStreamCreate(&other));
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_CUDA(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &after, nullptr, &n));
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, graph));
    set_to<<<1, 1, 0, stream>>>(value, handle);
    CHECK_CUDA(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &after, nullptr, &n));
    CHECK_EQ(n, 1);
    cudaGraph_t body = *add_conditional(&node, graph, *after, handle, cudaGraphCondTypeIf, 1);
    CHECK_CUDA(cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1,
                                                   cudaStreamSetCaptureDependencies));
    CHECK_CUDA(cudaStreamBeginCaptureToGraph(other, body, nullptr, nullptr, 0,
                                             cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, other>>>(sum, 5);
    add<<<1, 1, 0, other>>>(sum, 6);
    CHECK_CUDA(cudaStreamEndCapture(other, nullptr)); // the program has the graph
    add<<<1, 1, 0, stream>>>(sum, 100);
    CHECK_CUDA(cudaMemcpyAsync(copy, sum, sizeof(int), cudaMemcpyDeviceToDevice, stream));
    CHECK_CUDA(cudaStreamEndCapture(stream, &same));
    CHECK(same == graph);
    cudaGraphExec_t exec = instantiated(graph);
    launch(exec);
    CHECK_EQ(value_of(copy), 100);
    set_value(value, 1u);
    launch(exec);
    CHECK_EQ(value_of(copy), 211);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaStreamDestroy(other));
    CHECK_CUDA(cudaFree(value));
    CHECK_CUDA(cudaFree(sum));
    CHECK_CUDA(cudaFree(copy));
}

// Fills, copies, empty nodes and child graphs may be in a body.
static void test_other_nodes(void)
{
    int *a = on_device(3), *b = on_device(0);
    cudaGraph_t graph, child;
    cudaGraphNode_t node, fill, copy, empty, inner;
    cudaGraphConditionalHandle handle;
    CHECK_CUDA(cudaGraphCreate(&child, 0));
    add_add(child, nullptr, b, 20);
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraph_t body = *add_conditional(&node, graph, nullptr, handle, cudaGraphCondTypeIf, 1);
    cudaMemsetParams zeros = {};
    zeros.dst = a;
    zeros.value = 6;
    zeros.elementSize = 4;
    zeros.width = zeros.height = 1;
    CHECK_CUDA(cudaGraphAddMemsetNode(&fill, body, nullptr, 0, &zeros));
    CHECK_CUDA(cudaGraphAddMemcpyNode1D(&copy, body, &fill, 1, b, a, sizeof(int),
                                        cudaMemcpyDeviceToDevice));
    CHECK_CUDA(cudaGraphAddEmptyNode(&empty, body, &copy, 1));
    CHECK_CUDA(cudaGraphAddChildGraphNode(&inner, body, &empty, 1, child));
    CHECK_CUDA(cudaGraphDestroy(child));
    cudaGraphExec_t exec = instantiated(graph);
    launch(exec);
    CHECK_EQ(value_of(b), 26);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaFree(a));
    CHECK_CUDA(cudaFree(b));
}

// IF with a default, whose body adds.
static cudaGraph_t with_default(unsigned value, cudaGraphConditionalNodeType type, int *sum,
                                int what)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphConditionalHandle handle;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, graph, value, cudaGraphCondAssignDefault));
    add_add(*add_conditional(&node, graph, nullptr, handle, type, 1), nullptr, sum, what);
    return graph;
}

// An update takes over what is in bodies, and the defaults of conditions; not another kind of node.
static void test_updates(void)
{
    int *sum = on_device(0);
    cudaGraph_t graph = with_default(1, cudaGraphCondTypeIf, sum, 1);
    cudaGraphExec_t exec = instantiated(graph);
    cudaGraphExecUpdateResultInfo info;
    launch(exec);
    CHECK_EQ(value_of(sum), 1);
    cudaGraph_t other = with_default(1, cudaGraphCondTypeIf, sum, 10);
    CHECK_CUDA(cudaGraphExecUpdate(exec, other, &info));
    CHECK_EQ(info.result, cudaGraphExecUpdateSuccess);
    launch(exec);
    CHECK_EQ(value_of(sum), 11);
    cudaGraph_t off = with_default(0, cudaGraphCondTypeIf, sum, 100);
    CHECK_CUDA(cudaGraphExecUpdate(exec, off, &info));
    launch(exec);
    CHECK_EQ(value_of(sum), 11);
    cudaGraph_t switches = with_default(0, cudaGraphCondTypeSwitch, sum, 1000);
    CHECK_ERROR(cudaGraphExecUpdate(exec, switches, &info), cudaErrorGraphExecUpdateFailure);
    CHECK(info.result != cudaGraphExecUpdateSuccess);
    (void)cudaGetLastError();
    launch(exec);
    CHECK_EQ(value_of(sum), 11);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphDestroy(other));
    CHECK_CUDA(cudaGraphDestroy(off));
    CHECK_CUDA(cudaGraphDestroy(switches));
    CHECK_CUDA(cudaFree(sum));
}

static void check_refused(cudaGraph_t graph, cudaGraphConditionalHandle handle,
                          cudaGraphConditionalNodeType type, unsigned size, int index)
{
    cudaGraphNode_t node;
    cudaGraphNodeParams params = conditional(handle, type, size);
    cudaError_t error = cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params);
    CHECK_EQ_AT(error, cudaErrorInvalidValue, index);
    (void)cudaGetLastError();
}

static void test_refused_nodes(void)
{
    cudaGraph_t graph;
    cudaGraphConditionalHandle handle;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_ERROR(cudaGraphConditionalHandleCreate(&handle, graph, 0, 2), cudaErrorInvalidValue);
    CHECK_ERROR(cudaGraphConditionalHandleCreate(nullptr, graph), cudaErrorInvalidValue);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, graph));
    check_refused(graph, handle, cudaGraphCondTypeIf, 0, 0);
    check_refused(graph, handle, cudaGraphCondTypeIf, 3, 1);
    check_refused(graph, handle, cudaGraphCondTypeWhile, 0, 2);
    check_refused(graph, handle, cudaGraphCondTypeWhile, 2, 3);
    check_refused(graph, handle, cudaGraphCondTypeSwitch, 0, 4);
    check_refused(graph, handle, (cudaGraphConditionalNodeType)3, 1, 5);
    CHECK_CUDA(cudaGraphDestroy(graph));
}

// A graph with a conditional node is there once, and launched as one thing.
static void test_refused_uses(void)
{
    int *sum = on_device(0);
    cudaGraph_t graph = with_default(1, cudaGraphCondTypeIf, sum, 1), other, clone;
    cudaGraphNode_t node;
    cudaGraphExec_t exec = instantiated(graph), second;
    CHECK_CUDA(cudaGraphCreate(&other, 0));
    CHECK(cudaGraphClone(&clone, graph) != cudaSuccess);
    CHECK(cudaGraphAddChildGraphNode(&node, other, nullptr, 0, graph) != cudaSuccess);
    CHECK(cudaGraphInstantiate(&second, graph, 0) != cudaSuccess);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    exec = instantiated(graph);
    launch(exec);
    CHECK_EQ(value_of(sum), 1);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphDestroy(other));
    CHECK_CUDA(cudaFree(sum));
}

int main(void)
{
    test_choices();
    test_while_with_default();
    test_default_comes_again();
    test_nested();
    test_captured();
    test_other_nodes();
    test_updates();
    test_refused_nodes();
    test_refused_uses();
    return check_end();
}
