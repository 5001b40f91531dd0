int main(void)
{
    cudaIpcMemHandle_t handle; // REFUSED: other processes
    return cudaIpcGetMemHandle(&handle, nullptr);
}
