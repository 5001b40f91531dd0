__global__ void kernel(int *out)
{
    *out = 1;
}

void run(int *out)
{
    kernel<<<1>>>(out); // REFUSED: block
}
