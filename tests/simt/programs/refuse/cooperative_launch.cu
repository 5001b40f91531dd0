__global__ void kernel(int *out)
{
    *out = 1;
}

int main(void)
{
    int *out = nullptr;
    void *arguments[] = {&out};
    return cudaLaunchCooperativeKernel((void *)kernel, 1, 1, arguments); // REFUSED: cooperative
}
