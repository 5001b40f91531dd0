int main(void)
{
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaUserObject_t object; // REFUSED: user objects
    return cudaGraphRetainUserObject(graph, object, 1, 0);
}
