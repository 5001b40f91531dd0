// Faults in what the host asks of Thrust and cuRAND: told at the line that calls.
#include "corpus.h"

#include <curand.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

struct successor {
    __device__ int operator()(int x) const
    {
        return x + 1;
    }
};

// case: thrust_fills_too_much
// The range ends behind the vector.
CASE(thrust_fills_too_much)
{
    thrust::device_vector<int> a(100);
    try {
        thrust::fill(a.begin(), a.begin() + 110, 2); // fault: out-of-bounds
    } catch (const thrust::system_error &) {
    }
}

// case: thrust_writes_into_a_shorter_one
// The output has fewer elements than the input.
CASE(thrust_writes_into_a_shorter_one)
{
    thrust::device_vector<int> a(100), b(50);
    try {
        thrust::transform(a.begin(), a.end(), b.begin(), successor()); // fault: out-of-bounds
    } catch (const thrust::system_error &) {
    }
}

// case: thrust_adds_what_nobody_wrote
CASE(thrust_adds_what_nobody_wrote)
{
    int *a = nullptr;
    CUDA(cudaMalloc(&a, 20 * sizeof(int)));
    thrust::device_ptr<int> first(a);
    thrust::fill(first, first + 10, 1);
    CHECK(thrust::reduce(first, first + 20) != 1); // fault: uninitialised
    release(a);
}

// case: thrust_two_calls
// Two calls of one algorithm: each is told at its own line.
CASE(thrust_two_calls)
{
    int *a = nullptr;
    CUDA(cudaMalloc(&a, 20 * sizeof(int)));
    thrust::device_ptr<int> first(a);
    int sum = thrust::reduce(first, first + 5);  // fault: uninitialised
    sum += thrust::reduce(first + 5, first + 8); // fault: uninitialised
    CHECK(sum != 1);
    release(a);
}

// case: random_numbers_past_the_end
CASE(random_numbers_past_the_end)
{
    float *a = device_zeros<float>(100);
    curandGenerator_t generator;
    CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS);
    (void)curandGenerateUniform(generator, a, 110); // fault: out-of-bounds
    (void)cudaGetLastError();
    (void)curandDestroyGenerator(generator);
    release(a);
}

// case: random_numbers_are_written
// They are no memory that nobody wrote, and what Thrust makes of them is right.
CASE(random_numbers_are_written)
{
    thrust::device_vector<float> a(128);
    curandGenerator_t generator;
    CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS);
    CHECK(curandGenerateUniform(generator, thrust::raw_pointer_cast(a.data()), 128) ==
          CURAND_STATUS_SUCCESS);
    CHECK(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);
    float sum = thrust::reduce(a.begin(), a.end());
    CHECK(sum > 32 && sum < 96);
}
