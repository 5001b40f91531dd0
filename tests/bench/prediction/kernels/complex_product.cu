/* (c, d) = (a, b)^2, complex numbers in two arrays */
#include <gridstride.cuh>

template <typename T> __global__ void square(size_t n, T *a, T *b)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    T re = a[i], im = b[i];
    a[i] = re * re - im * im;
    b[i] = T(2) * re * im;
}

template <typename T> void launch_square(gs_launch at, T *a, T *b)
{
    square<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, a, b);
}

template <typename T> gs_wide<T> real_part(size_t i, size_t, const T *a, const T *b)
{
    return gs_wide<T>(a[i]) * a[i] - gs_wide<T>(b[i]) * b[i];
}

template <typename T> gs_wide<T> imaginary_part(size_t i, size_t, const T *a, const T *b)
{
    return 2 * gs_wide<T>(a[i]) * b[i];
}

GRIDSTRIDE("(c, d) = (a, b)^2, complex numbers in two arrays", gs_dtypes(f32, f64), gs_updated("a"),
           gs_updated("b"), gs_reference(real_part), gs_reference(imaginary_part),
           gs_variant(launch_square));
