// What the conformance programs share: checks that report and go on, buffers, and seeded inputs.
// A failed check prints one line `file:line: what: got X, expected Y`; main ends with check_end().
#ifndef SIMT_CHECK_H
#define SIMT_CHECK_H

#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <type_traits>

// A kernel for a launch by a function: before CUDA 13 its address alone is taken.
#if CUDART_VERSION >= 13000
#define CHECK_KERNEL(kernel) kernel
#else
#define CHECK_KERNEL(kernel) ((const void *)(kernel))
#endif

static long check_count;
static long check_failures;

// Sizes at which wrong indexing shows: none, one, around a warp, around a block of 256, odd and
// large.
static const int check_sizes[] = {0, 1, 31, 32, 33, 255, 256, 257, 100003};
enum { CHECK_SIZE_MAX = 100003 };

// Counts a check. True when a failure line shall be printed: the first 20 tell the story.
static inline bool check_note(bool right)
{
    check_count++;
    if (right) {
        return false;
    }
    return check_failures++ < 20;
}

template <typename T> static inline void check_text(char *text, size_t size, T value)
{
    if constexpr (std::is_pointer<T>::value) {
        snprintf(text, size, "%p", (const void *)value);
    } else if constexpr (std::is_floating_point<T>::value) {
        snprintf(text, size, "%.17g", (double)value);
    } else if constexpr (std::is_enum<T>::value || std::is_signed<T>::value) {
        snprintf(text, size, "%lld", (long long)value);
    } else {
        snprintf(text, size, "%llu", (unsigned long long)value);
    }
}

// index < 0: the check is not of an array element.
template <typename T>
static inline void check_line(const char *file, int line, const char *what, long long index, T got,
                              T expected)
{
    char a[64], b[64], at[32] = "";
    check_text(a, sizeof(a), got);
    check_text(b, sizeof(b), expected);
    if (index >= 0) {
        snprintf(at, sizeof(at), " at %lld", index);
    }
    fprintf(stderr, "%s:%d: %s%s: got %s, expected %s\n", file, line, what, at, a, b);
}

// Written so that a NaN fails.
template <typename A, typename B>
static inline void check_equal(const char *file, int line, const char *what, long long index, A got,
                               B expected)
{
    typedef typename std::common_type<A, B>::type T;
    if (check_note((T)got == (T)expected)) {
        check_line<T>(file, line, what, index, (T)got, (T)expected);
    }
}

static inline void check_close(const char *file, int line, const char *what, long long index,
                               double got, double expected, double tolerance)
{
    if (check_note(fabs(got - expected) <= tolerance)) {
        check_line(file, line, what, index, got, expected);
    }
}

static inline void check_error(const char *file, int line, const char *what, cudaError_t got,
                               cudaError_t expected)
{
    if (check_note(got == expected)) {
        fprintf(stderr, "%s:%d: %s: got %s, expected %s\n", file, line, what, cudaGetErrorName(got),
                cudaGetErrorName(expected));
    }
}

static inline void check_string(const char *file, int line, const char *what, const char *got,
                                const char *expected)
{
    if (check_note(strcmp(got, expected) == 0)) {
        fprintf(stderr, "%s:%d: %s: got \"%s\", expected \"%s\"\n", file, line, what, got,
                expected);
    }
}

#define CHECK(condition) check_equal(__FILE__, __LINE__, #condition, -1, (bool)(condition), true)
#define CHECK_EQ(got, expected) check_equal(__FILE__, __LINE__, #got, -1, got, expected)
#define CHECK_EQ_AT(got, expected, index)                                                          \
    check_equal(__FILE__, __LINE__, #got, (long long)(index), got, expected)
#define CHECK_CLOSE(got, expected, tolerance)                                                      \
    check_close(__FILE__, __LINE__, #got, -1, got, expected, tolerance)
#define CHECK_CLOSE_AT(got, expected, tolerance, index)                                            \
    check_close(__FILE__, __LINE__, #got, (long long)(index), got, expected, tolerance)
#define CHECK_STR(got, expected) check_string(__FILE__, __LINE__, #got, got, expected)
#define CHECK_ERROR(call, expected) check_error(__FILE__, __LINE__, #call, call, expected)
#define CHECK_CUDA(call) CHECK_ERROR(call, cudaSuccess)
// After a launch: it was accepted, and it ended well.
#define CHECK_LAUNCH()                                                                             \
    do {                                                                                           \
        CHECK_CUDA(cudaGetLastError());                                                            \
        CHECK_CUDA(cudaDeviceSynchronize());                                                       \
    } while (0)

// Exit status of the program. No check at all is a failure too.
static inline int check_end(void)
{
    if (check_failures > 0 || check_count == 0) {
        fprintf(stderr, "%ld of %ld checks failed\n", check_failures, check_count);
        return 1;
    }
    printf("ok: %ld checks\n", check_count);
    return 0;
}

// splitmix64: the same inputs on every machine.
static inline uint64_t check_random(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Uniform in [low, high).
static inline double check_uniform(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (double)(check_random(seed) >> 11) * 0x1p-53;
}

// Device memory for n elements, each byte 0xFF, so that what a kernel leaves out shows.
template <typename T> static inline T *check_device(size_t n)
{
    T *device = NULL;
    CHECK_CUDA(cudaMalloc((void **)&device, n * sizeof(T)));
    CHECK_CUDA(cudaMemset(device, 0xFF, n * sizeof(T)));
    return device;
}

// Device copy of n host elements.
template <typename T> static inline T *check_upload(const T *host, size_t n)
{
    T *device = check_device<T>(n);
    CHECK_CUDA(cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

// Copies n elements back and frees them on the device.
template <typename T> static inline void check_take(T *host, T *device, size_t n)
{
    CHECK_CUDA(cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaFree(device));
}

#endif
