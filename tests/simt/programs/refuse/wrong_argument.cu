// The C++ compiler's own errors keep the line too, after rewriting above them.
__global__ void kernel(int *out, int n)
{
    extern __shared__ int cells[];
    cells[0] = n;
    out[0] = cells[0];
}

void run(int *out)
{
    // clang-format off
    kernel<<<1,
             1,
             4>>>(out, 3);
    // clang-format on
    int *wrong = 3.5; // REFUSED: double
    kernel<<<1, 1, 4>>>(wrong, 4);
}
