int main(void)
{
    struct cudaGraphicsResource *resource; // REFUSED: OpenGL
    return cudaGraphicsUnregisterResource(resource);
}
