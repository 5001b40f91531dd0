int main(void)
{
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandle handle; // REFUSED: conditional
    return cudaGraphConditionalHandleCreate(&handle, graph, 0, 0);
}
