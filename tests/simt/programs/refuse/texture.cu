texture<float, 1, cudaReadModeElementType> values; // REFUSED: texture

__global__ void kernel(float *out)
{
    out[threadIdx.x] = tex1Dfetch(values, (int)threadIdx.x);
}

int main(void)
{
    return 0;
}
