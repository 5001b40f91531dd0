/* says: host-work: a number that the host handed to the device */
/* The host counts, and a fill of elements of 4 bytes, as graphs have it, brings its number. */
#include "monte_carlo_pi.h"

__global__ void look_busy(unsigned long long *hits, uint64_t seed)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    part[t] = uniform(seed, t);
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(hits, part[0] < 0 ? 1 : 0);
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    cudaMemsetParams fill = {};
    cudaGraph_t graph;
    cudaGraphExec_t made;
    cudaGraphNode_t node;
    cudaMemset(hits, 0, sizeof *hits);
    for (uint64_t p = first; p < first + n; p++) {
        float x = uniform(seed, 2 * p), y = uniform(seed, 2 * p + 1);
        fill.value += x * x + y * y < 1;
    }
    fill.dst = hits;
    fill.elementSize = 4;
    fill.width = 1;
    fill.height = 1;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemsetNode(&node, graph, NULL, 0, &fill);
    cudaGraphInstantiate(&made, graph, 0);
    cudaGraphLaunch(made, 0);
    cudaStreamSynchronize(0);
    cudaGraphExecDestroy(made);
    cudaGraphDestroy(graph);
    if (n > 0)
        look_busy<<<(unsigned)((n + 255) / 256), 256>>>(hits, seed);
}
