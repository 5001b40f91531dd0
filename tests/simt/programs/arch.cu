/* __CUDA_ARCH__ is defined for the device alone: a function for both sides has the branch of the
 * side that calls it. */
#include "check.h"

#ifdef __CUDA_ARCH__
#define WHERE 1
static __device__ int device_alone()
{
    return 5;
}
#else
#define WHERE 2
#include <vector>
static int host_alone()
{
    std::vector<int> seven(7);
    return (int)seven.size();
}
#endif

__host__ __device__ int side()
{
#ifdef __CUDA_ARCH__
    return 10 + device_alone();
#else
    return 20 + host_alone();
#endif
}

/* Written twice: as one function of the device and one of the host. */
#ifdef __CUDA_ARCH__
__device__ int twice(int x)
{
    return x + (int)threadIdx.x + 1;
}
#else
int twice(int x)
{
    return x + 2;
}
#endif

struct pair {
    int a;

    __host__ __device__ explicit pair(int x) : a(x)
    {
#if defined(__CUDA_ARCH__)
        a += 100;
#endif
    }

    __host__ __device__ int get() const
    {
        return a + WHERE;
    }

    template <class T> __host__ __device__ T times(T x) const
    {
#ifdef __CUDA_ARCH__
        return x * 2;
#else
        return x * 3;
#endif
    }
};

template <class T> struct one_of {
    __host__ __device__ static T get()
    {
#ifdef __CUDA_ARCH__
        return 1;
#else
        return 2;
#endif
    }
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__device__ int whole(int x)
{
    return x + 700;
}
#endif

namespace in
{
__host__ __device__ constexpr int constant()
{
    return WHERE;
}
} // namespace in

__host__ __device__ int calls_twice(int x)
{
    return twice(x);
}

__global__ void look(int *out)
{
    pair p(1);

    out[0] = side();
    out[1] = p.get();
    out[2] = p.times(5);
    out[3] = one_of<int>::get();
    out[4] = whole(1);
    out[5] = in::constant();
    out[6] = calls_twice(1);
#ifdef __CUDA_ARCH__
    out[7] = __CUDA_ARCH__ >= 500;
#else
    out[7] = -1;
#endif
}

int main(void)
{
    static const int on_device[] = {15, 102, 10, 1, 701, 1, 2, 1};
    int *out, got[8];

    CHECK_CUDA(cudaMalloc(&out, sizeof(got)));
    look<<<1, 1>>>(out);
    CHECK_CUDA(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
        CHECK(got[i] == on_device[i]);
    CHECK_CUDA(cudaFree(out));

    pair p(1);
    CHECK(side() == 27);
    CHECK(p.get() == 3);
    CHECK(p.times(5) == 15);
    CHECK(one_of<int>::get() == 2);
    CHECK(in::constant() == 2);
    CHECK(calls_twice(1) == 3);
    return check_end();
}
