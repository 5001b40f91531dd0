struct pair {
    int a, b;
};

__global__ void kernel(int *out, struct pair p)
{
    *out = p.a + p.b;
}

void run(int *out)
{
    // clang-format off
    kernel<<<1, 1>>>(out,
                     {1, 2}); // REFUSED: brace
    // clang-format on
}
