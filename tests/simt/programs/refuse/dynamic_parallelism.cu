__global__ void child(int *out)
{
    *out = 1;
}

__global__ void parent(int *out)
{
    child<<<1, 1>>>(out);
    cudaDeviceSynchronize(); // REFUSED: is of the host
}
