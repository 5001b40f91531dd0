// Conditional nodes of graphs: conditions that nothing has set, or that are set beside the node
// that asks for them, and bodies that meet others at one place.
#include "corpus.h"

enum { N = 256 };

static cudaGraphNodeParams asking(cudaGraphConditionalHandle handle,
                                  cudaGraphConditionalNodeType type)
{
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = 1;
    return params;
}

static void launched(cudaGraph_t graph)
{
    cudaGraphExec_t exec;
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaGraphLaunch(exec, nullptr));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphExecDestroy(exec));
}

// case: nothing_sets_it
// Neither a default nor a kernel gives the condition a value.
CASE(nothing_sets_it)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphConditionalHandle handle;
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, 0));
    cudaGraphNodeParams params = asking(handle, cudaGraphCondTypeIf);
    CUDA(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params)); // fault: uninitialised
    launched(graph);
}

// case: set_in_the_launch_before
// The kernel that sets the condition is left out of the second launch, which begins with no value.
__global__ void set_once(cudaGraphConditionalHandle handle)
{
    if (threadIdx.x == 0) {
        cudaGraphSetConditional(handle, 1);
    }
}
CASE(set_in_the_launch_before)
{
    cudaGraph_t graph;
    cudaGraphNode_t node, set;
    cudaGraphExec_t exec;
    cudaGraphConditionalHandle handle;
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph));
    void *arguments[] = {&handle};
    cudaKernelNodeParams kernel = {(void *)set_once, dim3(1), dim3(N), 0, arguments, nullptr};
    CUDA(cudaGraphAddKernelNode(&set, graph, nullptr, 0, &kernel));
    cudaGraphNodeParams params = asking(handle, cudaGraphCondTypeIf);
    CUDA(cudaGraphAddNode(&node, graph, &set, nullptr, 1, &params)); // fault: uninitialised
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CUDA(cudaGraphLaunch(exec, nullptr));
    CUDA(cudaGraphNodeSetEnabled(exec, set, 0));
    CUDA(cudaGraphLaunch(exec, nullptr));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
}

// case: set_beside_the_node
// No dependency leads from the kernel that sets the condition to the node.
__global__ void set_beside(cudaGraphConditionalHandle handle)
{
    if (threadIdx.x == 0) {
        cudaGraphSetConditional(handle, 1); // fault: race-streams
    }
}
CASE(set_beside_the_node)
{
    cudaGraph_t graph;
    cudaGraphNode_t n, set;
    cudaGraphConditionalHandle handle;
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph));
    void *arguments[] = {&handle};
    cudaKernelNodeParams kernel = {(void *)set_beside, dim3(1), dim3(N), 0, arguments, nullptr};
    CUDA(cudaGraphAddKernelNode(&set, graph, nullptr, 0, &kernel)); // fault: race-streams
    cudaGraphNodeParams p = asking(handle, cudaGraphCondTypeIf);
    CUDA(cudaGraphAddNode(&n, graph, 0, 0, 0, &p)); // fault: race-streams [uninitialised]
    launched(graph);
}

// case: set_by_all_threads
// One of them wins, and nobody knows which.
__global__ void set_by_all(cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, threadIdx.x < 7); // fault: race-global|race-warp
}
CASE(set_by_all_threads)
{
    cudaGraph_t graph;
    cudaGraphNode_t node, set;
    cudaGraphConditionalHandle handle;
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph));
    void *arguments[] = {&handle};
    cudaKernelNodeParams kernel = {(void *)set_by_all, dim3(1), dim3(N), 0, arguments, nullptr};
    CUDA(cudaGraphAddKernelNode(&set, graph, nullptr, 0, &kernel));
    cudaGraphNodeParams params = asking(handle, cudaGraphCondTypeIf);
    CUDA(cudaGraphAddNode(&node, graph, &set, nullptr, 1, &params));
    launched(graph);
}

// case: two_in_one_body
// Both kernels of the body may come first, in each round.
__global__ void add_one(int *a)
{
    a[threadIdx.x] += 1; // fault: race-streams
}
__global__ void end_third_round(int *rounds, cudaGraphConditionalHandle handle)
{
    if (threadIdx.x == 0 && ++*rounds == 3) {
        cudaGraphSetConditional(handle, 0);
    }
}
CASE(two_in_one_body)
{
    cudaGraph_t graph;
    cudaGraphNode_t loop, first, second;
    cudaGraphConditionalHandle handle;
    int *a = device_zeros<int>(N), *rounds = device_zeros<int>(1);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams params = asking(handle, cudaGraphCondTypeWhile);
    CUDA(cudaGraphAddNode(&loop, graph, nullptr, nullptr, 0, &params));
    cudaGraph_t body = params.conditional.phGraph_out[0];
    void *arguments[] = {&a}, *end[] = {&rounds, &handle};
    cudaKernelNodeParams kernel = {(void *)add_one, dim3(1), dim3(N), 0, arguments, nullptr};
    CUDA(cudaGraphAddKernelNode(&first, body, nullptr, 0, &kernel));  // fault: race-streams
    CUDA(cudaGraphAddKernelNode(&second, body, nullptr, 0, &kernel)); // fault: race-streams
    kernel.func = (void *)end_third_round;
    kernel.kernelParams = end;
    CUDA(cudaGraphAddKernelNode(&second, body, nullptr, 0, &kernel));
    launched(graph);
    release(a, rounds);
}

// case: body_beside_a_kernel
// The kernel outside does not wait for the conditional node.
__global__ void add_in_body(int *a)
{
    a[threadIdx.x] += 1; // fault: race-streams
}
CASE(body_beside_a_kernel)
{
    cudaGraph_t graph;
    cudaGraphNode_t node, inside, beside;
    cudaGraphConditionalHandle handle;
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams params = asking(handle, cudaGraphCondTypeIf);
    CUDA(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
    void *arguments[] = {&a};
    cudaKernelNodeParams kernel = {(void *)add_in_body, dim3(1), dim3(N), 0, arguments, nullptr};
    cudaGraph_t body = params.conditional.phGraph_out[0];
    CUDA(cudaGraphAddKernelNode(&inside, body, nullptr, 0, &kernel));  // fault: race-streams
    CUDA(cudaGraphAddKernelNode(&beside, graph, nullptr, 0, &kernel)); // fault: race-streams
    launched(graph);
    release(a);
}
