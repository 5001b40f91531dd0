__global__ void add(int *cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cells[i] += 100 * blockIdx.x;
}
