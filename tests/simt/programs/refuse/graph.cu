int main(void)
{
    cudaGraph_t graph; // REFUSED: graph
    return cudaGraphCreate(&graph, 0);
}
