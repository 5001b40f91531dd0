// Conditional nodes of graphs, right: rounds, bodies and what is around them follow each other.
#include "corpus.h"

enum { N = 256 };

static cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t after, void *kernel,
                                  void **arguments)
{
    cudaGraphNode_t node;
    cudaKernelNodeParams params = {kernel, dim3(1), dim3(N), 0, arguments, nullptr};
    CUDA(cudaGraphAddKernelNode(&node, graph, &after, after ? 1 : 0, &params));
    return node;
}

static cudaGraph_t *add_asking(cudaGraph_t graph, cudaGraphNode_t after, cudaGraphNode_t *node,
                               cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                               unsigned size)
{
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    CUDA(cudaGraphAddNode(node, graph, &after, nullptr, after ? 1 : 0, &params));
    return params.conditional.phGraph_out;
}

static void launched(cudaGraph_t graph, int times)
{
    cudaGraphExec_t exec;
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CUDA(cudaGraphDestroy(graph));
    for (int i = 0; i < times; i++) {
        CUDA(cudaGraphLaunch(exec, nullptr));
    }
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphExecDestroy(exec));
}

__global__ void add(int *a, int value)
{
    a[threadIdx.x] += value;
}

// One thread says whether another round comes; all of them have read what it changes.
__global__ void add_and_count(int *a, int *rounds, int n, cudaGraphConditionalHandle handle)
{
    a[threadIdx.x] += *rounds % n;
    __syncthreads();
    if (threadIdx.x == 0) {
        cudaGraphSetConditional(handle, ++*rounds % n != 0);
    }
}

// case: rounds_of_a_loop
// Each round goes on with what the round before has left, between a kernel ahead and one behind.
CASE(rounds_of_a_loop)
{
    cudaGraph_t graph;
    cudaGraphNode_t loop;
    cudaGraphConditionalHandle handle;
    int *a = device_zeros<int>(N), *rounds = device_zeros<int>(1), one = 1, hundred = 100, n = 5;
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    void *ahead[] = {&a, &one}, *inside[] = {&a, &rounds, &n, &handle}, *behind[] = {&a, &hundred};
    cudaGraphNode_t first = add_kernel(graph, nullptr, (void *)add, ahead);
    cudaGraph_t body = *add_asking(graph, first, &loop, handle, cudaGraphCondTypeWhile, 1);
    add_kernel(body, nullptr, (void *)add_and_count, inside);
    add_kernel(graph, loop, (void *)add, behind);
    launched(graph, 2);
    CHECK(host_copy(a, N)[N - 1] == 2 * (1 + 10 + 100));
    release(a, rounds);
}

// case: set_ahead_of_the_node
// In each launch a kernel sets the condition, and the node comes after it.
__global__ void set_ahead(const int *a, cudaGraphConditionalHandle handle)
{
    if (threadIdx.x == 0) {
        cudaGraphSetConditional(handle, a[0] % 2);
    }
}
CASE(set_ahead_of_the_node)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphConditionalHandle handle;
    int *a = device_zeros<int>(N), one = 1, ten = 10;
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph));
    void *set[] = {&a, &handle}, *even[] = {&a, &one}, *odd[] = {&a, &ten};
    cudaGraphNode_t first = add_kernel(graph, nullptr, (void *)set_ahead, set);
    cudaGraph_t *bodies = add_asking(graph, first, &node, handle, cudaGraphCondTypeSwitch, 2);
    add_kernel(bodies[0], nullptr, (void *)add, even);
    add_kernel(bodies[1], nullptr, (void *)add, odd);
    launched(graph, 3);
    CHECK(host_copy(a, N)[0] == 21);
    release(a);
}

// case: loop_in_a_loop
// The inner loop's condition is set in each round of the outer one, ahead of the inner loop.
__global__ void again(cudaGraphConditionalHandle handle)
{
    if (threadIdx.x == 0) {
        cudaGraphSetConditional(handle, 1);
    }
}
CASE(loop_in_a_loop)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphConditionalHandle outer, inner;
    int *a = device_zeros<int>(N), *i = device_zeros<int>(1), *k = device_zeros<int>(1);
    int four = 4, three = 3;
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&outer, graph, 1, cudaGraphCondAssignDefault));
    CUDA(cudaGraphConditionalHandleCreate(&inner, graph));
    void *set[] = {&inner}, *in[] = {&a, &k, &three, &inner}, *out[] = {&a, &i, &four, &outer};
    cudaGraph_t body = *add_asking(graph, nullptr, &node, outer, cudaGraphCondTypeWhile, 1);
    cudaGraphNode_t first = add_kernel(body, nullptr, (void *)again, set);
    cudaGraph_t most = *add_asking(body, first, &node, inner, cudaGraphCondTypeWhile, 1);
    add_kernel(most, nullptr, (void *)add_and_count, in);
    add_kernel(body, node, (void *)add_and_count, out);
    launched(graph, 1);
    CHECK(host_copy(a, N)[0] == 4 * 3 + 6);
    release(a, i, k);
}

// case: bodies_side_by_side
// Two conditional nodes that nothing orders, each with an array and a condition of its own.
CASE(bodies_side_by_side)
{
    cudaGraph_t graph;
    int *a[2], *rounds[2], n[2] = {2, 7};
    CUDA(cudaGraphCreate(&graph, 0));
    for (int i = 0; i < 2; i++) {
        cudaGraphNode_t loop;
        cudaGraphConditionalHandle handle;
        a[i] = device_zeros<int>(N);
        rounds[i] = device_zeros<int>(1);
        CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
        void *arguments[] = {&a[i], &rounds[i], &n[i], &handle};
        cudaGraph_t body = *add_asking(graph, nullptr, &loop, handle, cudaGraphCondTypeWhile, 1);
        add_kernel(body, nullptr, (void *)add_and_count, arguments);
    }
    CUDA(cudaDeviceSynchronize());
    launched(graph, 2);
    CHECK(host_copy(a[0], N)[0] == 2 && host_copy(a[1], N)[0] == 42);
    release(a[0], a[1], rounds[0], rounds[1]);
}
