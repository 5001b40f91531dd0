#define LAUNCH(kernel) kernel<<<1, 1>>>

template <typename T> __global__ void child(T *out)
{
    *out = 1;
}

template <typename T> __device__ T helper(T *out)
{
    LAUNCH(child<T>)(out); // REFUSED: dynamic parallelism
    return *out;
}
