// nvcc does not bring <tuple> by itself.
__global__ void kernel(int *out)
{
    *out = 1;
}

void run(int *out)
{
    std::tuple<int *, int> both(out, 1); // REFUSED: tuple
    kernel<<<1, std::get<1>(both)>>>(std::get<0>(both));
}
