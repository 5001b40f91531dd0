// What the corpus of the inspector shares. A source holds several cases, each a little program:
//
//     // case: NAME
//     // What is wrong, in one sentence.
//     __global__ void kernel(...) { ... }
//     CASE(NAME) { allocates, launches, checks, frees }
//
// `PROGRAM NAME` runs one case, `PROGRAM --list` names them all. Exit status 3: a check failed.
// The marks in the sources are explained in README.md.
#ifndef CORPUS_H
#define CORPUS_H

#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <vector>

constexpr unsigned FULL = 0xffffffffu; // the mask that names a whole warp

struct corpus_case {
    const char *name;
    void (*run)();
};

// In the order of the source.
inline std::vector<corpus_case> &corpus_cases()
{
    static std::vector<corpus_case> cases;
    return cases;
}

inline int corpus_failures = 0;

struct corpus_registration {
    corpus_registration(const char *name, void (*run)())
    {
        corpus_cases().push_back({name, run});
    }
};

#define CASE(name)                                                                                 \
    static void name##_case();                                                                     \
    static const corpus_registration name##_registration(#name, name##_case);                      \
    static void name##_case()

inline void corpus_check(bool right, const char *file, int line, const char *what)
{
    if (!right) {
        corpus_failures++;
        fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
    }
}

inline void corpus_cuda(cudaError_t error, const char *file, int line, const char *call)
{
    if (error != cudaSuccess) {
        corpus_failures++;
        fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
    }
}

// Neither ends the program, so that a faulty case still frees what it can.
#define CHECK(condition) corpus_check(condition, __FILE__, __LINE__, #condition)
#define CUDA(call) corpus_cuda(call, __FILE__, __LINE__, #call)
// After a launch: it was accepted, and it ended well.
#define LAUNCHED()                                                                                 \
    do {                                                                                           \
        CUDA(cudaGetLastError());                                                                  \
        CUDA(cudaDeviceSynchronize());                                                             \
    } while (0)

// Device memory of n elements: copies of `value`.
template <class T> T *device_filled(size_t n, T value)
{
    std::vector<T> host(n, value);
    T *device = nullptr;
    CUDA(cudaMalloc(&device, n * sizeof(T)));
    CUDA(cudaMemcpy(device, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

// Device memory of n elements: zeros.
template <class T> T *device_zeros(size_t n)
{
    T *device = nullptr;
    CUDA(cudaMalloc(&device, n * sizeof(T)));
    CUDA(cudaMemset(device, 0, n * sizeof(T)));
    return device;
}

// Device memory of n elements: 0, 1, 2, ...
template <class T> T *device_numbers(size_t n)
{
    std::vector<T> host(n);
    for (size_t i = 0; i < n; i++)
        host[i] = static_cast<T>(i);
    T *device = nullptr;
    CUDA(cudaMalloc(&device, n * sizeof(T)));
    CUDA(cudaMemcpy(device, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

template <class T> std::vector<T> host_copy(const T *device, size_t n)
{
    std::vector<T> host(n);
    CUDA(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

template <class... T> void release(T *...device)
{
    (CUDA(cudaFree(device)), ...);
}

int main(int argc, char **argv)
{
    for (const corpus_case &c : corpus_cases()) {
        if (argc == 2 && strcmp(argv[1], "--list") == 0) {
            puts(c.name);
        } else if (argc == 2 && strcmp(argv[1], c.name) == 0) {
            c.run();
            return corpus_failures > 0 ? 3 : 0;
        }
    }
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return 0;
    fprintf(stderr, "usage: %s NAME | --list\n", argv[0]);
    return 2;
}

#endif
