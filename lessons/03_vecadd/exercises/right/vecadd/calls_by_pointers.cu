/* Calls by all kinds of pointers, on the host and in the kernel. */
#include "vecadd.h"
#include <algorithm>
#include <cctype>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <stdlib.h>
#include <string>
#include <vector>

typedef float (*operation)(float, float);

__device__ float plus(float x, float y)
{
    return x + y;
}

__device__ float minus(float x, float y)
{
    return x - y;
}

__global__ void apply(float *c, const float *a, const float *b, size_t n, bool negative)
{
    operation f = negative ? minus : plus;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = f(a[i], b[i]);
}

struct size_of_a_grid {
    virtual ~size_of_a_grid() = default;
    virtual unsigned blocks(size_t n) const = 0;
};

struct one_per_thread : size_of_a_grid {
    unsigned blocks(size_t n) const override
    {
        return (unsigned)((n + 255) / 256);
    }
};

static int by_size(const void *x, const void *y)
{
    return (*(const int *)x > *(const int *)y) - (*(const int *)x < *(const int *)y);
}

static const char *kind(unsigned blocks)
{
    switch (blocks) {
    case 0:
        return "none";
    case 1:
        return "one";
    case 2:
        return "two";
    case 3:
        return "three";
    case 4:
        return "four";
    case 5:
        return "five";
    case 6:
        return "six";
    default:
        return "many";
    }
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    std::unique_ptr<size_of_a_grid> grid = std::make_unique<one_per_thread>();
    std::function<unsigned(size_t)> blocks = [&](size_t count) { return grid->blocks(count); };
    float *scratch = nullptr;
    if (cudaMalloc(&scratch, 64) != cudaSuccess)
        return;
    std::unique_ptr<float, cudaError_t (*)(void *)> owner(scratch, cudaFree);
    std::shared_ptr<int> shared(new int(3), [](int *p) { delete p; });
    std::vector<int> numbers{3, 1, 2};
    std::sort(numbers.begin(), numbers.end(), [](int x, int y) { return x > y; });
    qsort(numbers.data(), numbers.size(), sizeof(int), by_size);
    std::string word = kind(blocks(n));
    std::transform(word.begin(), word.end(), word.begin(), ::toupper);
    float (*root)(float) = sqrtf;
    std::stringstream text;
    text << std::hex << std::setw(4) << numbers[0] << std::endl << std::dec << std::flush;
    std::cout << word << ' ' << root((float)*shared) << std::boolalpha << true << std::endl;
    try {
        throw std::runtime_error("caught");
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
    }
    if (blocks(n) > 0)
        apply<<<blocks(n), 256>>>(c, a, b, n, false);
}
