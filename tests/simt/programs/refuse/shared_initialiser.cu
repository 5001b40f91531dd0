__global__ void kernel(int *out)
{
    __shared__ int cells[4] = {1, 2, 3, 4}; // REFUSED: initialis
    *out = cells[threadIdx.x];
}
