// Simulator only: what conditional nodes do where CUDA says nothing, the errors for which it names
// no code, and a loop that does not end.
#include "check.h"
#include "capture.h"

__global__ void add(int *to, int what)
{
    *to += what;
}

__global__ void set_to(unsigned value, cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, value);
}

static void nothing(void *)
{
}

static cudaError_t try_conditional(cudaGraph_t graph, cudaGraphConditionalHandle handle,
                                   cudaGraphConditionalNodeType type, cudaGraphNode_t after,
                                   cudaGraphNode_t *node, cudaGraph_t *body)
{
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = 1;
    cudaError_t error = cudaGraphAddNode(node, graph, &after, nullptr, after ? 1 : 0, &params);
    if (error == cudaSuccess) {
        *body = params.conditional.phGraph_out[0];
    }
    return error;
}

// A graph with one node, that of a condition with a default, and the body of the node.
struct one_node {
    cudaGraph_t graph, body;
    cudaGraphNode_t node;
    cudaGraphConditionalHandle handle;

    one_node(unsigned value, unsigned flags = cudaGraphCondAssignDefault,
             cudaGraphConditionalNodeType type = cudaGraphCondTypeIf)
    {
        CHECK_CUDA(cudaGraphCreate(&graph, 0));
        CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, graph, value, flags));
        CHECK_CUDA(try_conditional(graph, handle, type, nullptr, &node, &body));
    }
    ~one_node()
    {
        (void)cudaGraphDestroy(graph);
    }
};

static cudaGraphNode_t add_add(cudaGraph_t graph, cudaGraphNode_t after, int *to, int what)
{
    cudaGraphNode_t node;
    void *arguments[] = {&to, &what};
    cudaKernelNodeParams params = {(void *)add, dim3(1), dim3(1), 0, arguments, nullptr};
    CHECK_CUDA(cudaGraphAddKernelNode(&node, graph, &after, after ? 1 : 0, &params));
    return node;
}

static int value_of(const int *memory)
{
    int value;
    CHECK_CUDA(cudaMemcpy(&value, memory, sizeof(int), cudaMemcpyDeviceToHost));
    return value;
}

static int *device_zero(void)
{
    int *memory = check_device<int>(1);
    CHECK_CUDA(cudaMemset(memory, 0, sizeof(int)));
    return memory;
}

// Without cudaGraphCondAssignDefault: at first the default, then what a kernel has set last.
static void test_value_that_stays(void)
{
    int *sum = device_zero();
    one_node one(1, 0);
    cudaGraphNode_t set;
    cudaGraphExec_t exec;
    unsigned zero = 0;
    add_add(one.body, nullptr, sum, 1);
    void *arguments[] = {&zero, &one.handle};
    cudaKernelNodeParams params = {(void *)set_to, dim3(1), dim3(1), 0, arguments, nullptr};
    CHECK_CUDA(cudaGraphAddKernelNode(&set, one.graph, &one.node, 1, &params));
    CHECK_CUDA(cudaGraphInstantiate(&exec, one.graph, 0));
    for (int i = 0; i < 3; i++) {
        CHECK_CUDA(cudaGraphLaunch(exec, 0));
        CHECK_EQ_AT(value_of(sum), 1, i);
    }
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaFree(sum));
}

// A condition is of one node, in the graph that it was made for or in a body there.
static void test_handles(void)
{
    one_node one(1), other(1);
    cudaGraphConditionalHandle handle;
    cudaGraphNode_t node;
    cudaGraph_t body, gone;
    const cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
    CHECK_ERROR(try_conditional(one.graph, one.handle, type, nullptr, &node, &body),
                cudaErrorInvalidValue);
    CHECK_ERROR(try_conditional(one.graph, 0, type, nullptr, &node, &body), cudaErrorInvalidValue);
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, other.body));
    CHECK_ERROR(try_conditional(other.graph, handle, type, nullptr, &node, &body),
                cudaErrorInvalidValue);
    CHECK_ERROR(try_conditional(one.body, handle, type, nullptr, &node, &body),
                cudaErrorInvalidValue);
    CHECK_CUDA(try_conditional(other.body, handle, type, nullptr, &node, &body));
    CHECK_CUDA(cudaGraphDestroyNode(node)); // then another node can have it
    CHECK_CUDA(try_conditional(other.body, handle, type, nullptr, &node, &body));
    CHECK_CUDA(cudaGraphCreate(&gone, 0));
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, gone));
    CHECK_CUDA(cudaGraphDestroy(gone));
    CHECK_ERROR(try_conditional(one.graph, handle, type, nullptr, &node, &body),
                cudaErrorInvalidValue);
    CHECK_ERROR(cudaFree((void *)one.handle), cudaErrorInvalidValue);
    (void)cudaGetLastError();
}

static void check_instantiation(cudaGraph_t graph, cudaGraphInstantiateResult result,
                                cudaError_t error, cudaGraphNode_t to_blame)
{
    cudaGraphInstantiateParams params = {};
    cudaGraphExec_t exec;
    CHECK_EQ(cudaGraphInstantiateWithParams(&exec, graph, &params), error);
    CHECK_EQ(params.result_out, result);
    CHECK(params.errNode_out == to_blame);
    if (error == cudaSuccess) {
        CHECK_CUDA(cudaGraphExecDestroy(exec));
    }
    (void)cudaGetLastError();
}

static void test_instantiation(void)
{
    int *sum = device_zero(), on_host = 0;
    one_node one(1), unused(1), twice(1), call(1), copy(1);
    cudaGraphConditionalHandle handle;
    cudaGraphNode_t bad;
    cudaHostNodeParams nothing_params = {nothing, nullptr};
    cudaGraph_t child;
    check_instantiation(one.graph, cudaGraphInstantiateSuccess, cudaSuccess, nullptr);
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, unused.graph));
    check_instantiation(unused.graph, cudaGraphInstantiateConditionalHandleUnused,
                        cudaErrorInvalidValue, nullptr);
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, twice.graph, 0));
    check_instantiation(twice.graph, cudaGraphInstantiateError, cudaErrorNotSupported, nullptr);
    CHECK_CUDA(cudaGraphExecDestroy(exec));

    // The host's functions and memory are not for bodies, nor for child graphs in them.
    CHECK_CUDA(cudaGraphCreate(&child, 0));
    CHECK_CUDA(cudaGraphAddHostNode(&bad, child, nullptr, 0, &nothing_params));
    check_instantiation(child, cudaGraphInstantiateSuccess, cudaSuccess, nullptr);
    CHECK_CUDA(cudaGraphAddChildGraphNode(&bad, call.body, nullptr, 0, child));
    CHECK_CUDA(cudaGraphDestroy(child));
    CHECK_CUDA(cudaGraphChildGraphNodeGetGraph(bad, &child));
    size_t count = 1;
    CHECK_CUDA(cudaGraphGetNodes(child, &bad, &count));
    check_instantiation(call.graph, cudaGraphInstantiateNodeOperationNotSupported,
                        cudaErrorNotSupported, bad);
    CHECK_CUDA(cudaGraphAddMemcpyNode1D(&bad, copy.body, nullptr, 0, &on_host, sum, sizeof(int),
                                        cudaMemcpyDeviceToHost));
    check_instantiation(copy.graph, cudaGraphInstantiateNodeOperationNotSupported,
                        cudaErrorNotSupported, bad);
    // All kernels of a body are of the device that the condition is of.
    one_node elsewhere(1);
    CHECK_CUDA(cudaSetDevice(1));
    bad = add_add(elsewhere.body, nullptr, sum, 1);
    CHECK_CUDA(cudaSetDevice(0));
    check_instantiation(elsewhere.graph, cudaGraphInstantiateNodeOperationNotSupported,
                        cudaErrorNotSupported, bad);
    CHECK_CUDA(cudaFree(sum));
}

static void test_refused_uses(void)
{
    one_node one(1), other(1), third(1);
    cudaGraph_t clone, outer, graph;
    cudaGraphNode_t node;
    cudaGraphExec_t exec, second;
    cudaGraphExecUpdateResultInfo info;
    cudaStream_t stream;
    CHECK_CUDA(cudaGraphCreate(&outer, 0));
    CHECK_ERROR(cudaGraphClone(&clone, one.graph), cudaErrorNotSupported);
    CHECK_ERROR(cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, one.graph),
                cudaErrorNotSupported);
    CHECK_ERROR(cudaGraphDestroy(one.body), cudaErrorInvalidValue);
    // An update with the condition of another executable graph.
    CHECK_CUDA(cudaGraphInstantiate(&exec, one.graph, 0));
    CHECK_CUDA(cudaGraphInstantiate(&second, other.graph, 0));
    CHECK_ERROR(cudaGraphExecUpdate(exec, other.graph, &info), cudaErrorGraphExecUpdateFailure);
    CHECK_EQ(info.result, cudaGraphExecUpdateErrorNotSupported);
    CHECK_CUDA(cudaGraphExecUpdate(exec, third.graph, &info));
    CHECK_ERROR(cudaGraphInstantiate(&second, third.graph, 0), cudaErrorNotSupported);
    CHECK_CUDA(cudaGraphExecDestroy(second));
    CHECK_CUDA(cudaGraphInstantiate(&second, one.graph, 0)); // nobody has it any more
    CHECK_CUDA(cudaGraphExecDestroy(second));
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    // While work is captured into a body the graph around it cannot go.
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaStreamBeginCaptureToGraph(stream, one.body, nullptr, nullptr, 0,
                                             cudaStreamCaptureModeRelaxed));
    CHECK_ERROR(cudaGraphDestroy(one.graph), cudaErrorIllegalState);
    CHECK_CUDA(cudaStreamEndCapture(stream, nullptr));
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK_ERROR(cudaStreamEndCapture(stream, nullptr), cudaErrorInvalidValue);
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphDestroy(outer));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

// Nodes of bodies are named in an executable graph as the others are, after an update too.
static void test_nodes_of_bodies(void)
{
    int *sum = device_zero(), what = 10;
    one_node one(1), other(1);
    cudaGraphExec_t exec;
    cudaGraphExecUpdateResultInfo info;
    cudaGraphNode_t node = add_add(one.body, nullptr, sum, 1);
    add_add(other.body, nullptr, sum, 100);
    CHECK_CUDA(cudaGraphInstantiate(&exec, one.graph, 0));
    void *arguments[] = {&sum, &what};
    cudaKernelNodeParams params = {(void *)add, dim3(1), dim3(1), 0, arguments, nullptr};
    CHECK_CUDA(cudaGraphExecKernelNodeSetParams(exec, node, &params));
    CHECK_CUDA(cudaGraphLaunch(exec, 0));
    CHECK_EQ(value_of(sum), 10);
    CHECK_CUDA(cudaGraphExecUpdate(exec, other.graph, &info));
    CHECK_CUDA(cudaGraphLaunch(exec, 0));
    CHECK_EQ(value_of(sum), 110);
    what = 1000;
    CHECK_CUDA(cudaGraphExecKernelNodeSetParams(exec, node, &params));
    CHECK_CUDA(cudaGraphLaunch(exec, 0));
    CHECK_EQ(value_of(sum), 1110);
    one_node more(1);
    add_add(more.body, nullptr, sum, 1);
    add_add(more.body, nullptr, sum, 1);
    CHECK_ERROR(cudaGraphExecUpdate(exec, more.graph, &info), cudaErrorGraphExecUpdateFailure);
    CHECK_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    one_node loop(1, cudaGraphCondAssignDefault, cudaGraphCondTypeWhile);
    add_add(loop.body, nullptr, sum, 1);
    CHECK_ERROR(cudaGraphExecUpdate(exec, loop.graph, &info), cudaErrorGraphExecUpdateFailure);
    CHECK_EQ(info.result, cudaGraphExecUpdateErrorParametersChanged);
    CHECK(info.errorNode == loop.node);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaFree(sum));
}

// A picture of the graph shows what is in bodies.
static void test_picture(void)
{
    static char text[4096];
    char path[] = "/tmp/conditional_nodes_XXXXXX";
    int *sum = device_zero(), file = mkstemp(path);
    one_node one(1, cudaGraphCondAssignDefault, cudaGraphCondTypeWhile);
    add_add(one.body, add_add(one.body, nullptr, sum, 1), sum, 2);
    CHECK_CUDA(
        cudaGraphDebugDotPrint(one.graph, path, cudaGraphDebugDotFlagsConditionalNodeParams));
    CHECK(read(file, text, sizeof(text) - 1) > 0);
    CHECK(strstr(text, "CONDITIONAL WHILE") != NULL);
    CHECK(strstr(text, "KERNEL") != NULL);
    close(file);
    unlink(path);
    CHECK_CUDA(cudaFree(sum));
}

// The last one, for its error sticks.
static void test_loop_without_end(void)
{
    static char text[4096];
    int *sum = device_zero();
    one_node one(1, cudaGraphCondAssignDefault, cudaGraphCondTypeWhile);
    cudaGraphExec_t exec;
    add_add(one.body, nullptr, sum, 1);
    CHECK_CUDA(cudaGraphInstantiate(&exec, one.graph, 0));
    struct capture c = capture_begin(2);
    CHECK_CUDA(cudaGraphLaunch(exec, 0));
    cudaError_t status = cudaDeviceSynchronize();
    capture_end(&c, text, sizeof(text));
    CHECK_ERROR(status, cudaErrorLaunchTimeout);
    CHECK(strstr(text, "a WHILE node of a graph has run its body ") != NULL);
    CHECK(strstr(text, "in 0.1 s of CPU time (SIMT_TIMEOUT ") != NULL);
    CHECK_EQ(strchr(text, '\n') - text, (long)strlen(text) - 1); // one line
}

int main(void)
{
    setenv("SIMT_TIMEOUT", "0.1", 1);
    setenv("SIMT_DEVICES", "2", 1);
    test_value_that_stays();
    test_handles();
    test_instantiation();
    test_refused_uses();
    test_nodes_of_bodies();
    test_picture();
    test_loop_without_end();
    return check_end();
}
