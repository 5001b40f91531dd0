#include <cuda.h>

int main(void)
{
    CUdevice device; // REFUSED: driver API
    return cuInit(0) || cuDeviceGet(&device, 0);
}
