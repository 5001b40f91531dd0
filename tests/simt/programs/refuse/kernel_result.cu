__global__ int kernel(int *out) // REFUSED: void
{
    return *out;
}
