template <typename T> __global__ void kernel(T *out)
{
    __shared__ T first, second = 3, third; // REFUSED: initialis
    *out = second;
}
