int main(void)
{
    cudaGraph_t graph;
    cudaGraphConditionalHandle handle;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph);
    cudaGraphSetConditional(handle, 1); // REFUSED: only kernels and __device__ functions
    return 0;
}
