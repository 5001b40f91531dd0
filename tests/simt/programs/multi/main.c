/* A C program that works with device memory and calls launchers of two CUDA files. */
#include "polynomial.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

static int failures;

static void expect(int right, const char *what, int n)
{
    if (!right) {
        fprintf(stderr, "main.c: %s is wrong for n = %d\n", what, n);
        failures++;
    }
}

static void check_size(int n)
{
    const float c[3] = {1, 2, 3};
    size_t bytes = ((size_t)n + 1) * sizeof(float);
    float *x = malloc(bytes), *y = malloc(bytes), *device_x = NULL, *device_y = NULL;
    double sum = -1, expected = 0;
    for (int i = 0; i <= n; i++) {
        x[i] = (float)(i % 11);
    }
    expect(cudaMalloc((void **)&device_x, bytes) == cudaSuccess, "cudaMalloc", n);
    expect(cudaMalloc((void **)&device_y, bytes) == cudaSuccess, "cudaMalloc", n);
    expect(cudaMemcpy(device_x, x, bytes, cudaMemcpyHostToDevice) == cudaSuccess, "copy in", n);
    expect(polynomial_launch(device_y, device_x, c, n, 192) == cudaSuccess, "polynomial", n);
    expect(sum_launch(&sum, device_y, n) == cudaSuccess, "sum", n);
    expect(cudaMemcpy(y, device_y, bytes, cudaMemcpyDeviceToHost) == cudaSuccess, "copy out", n);
    for (int i = 0; i < n; i++) {
        double value = c[0] + x[i] * (c[1] + x[i] * c[2]);
        expected += value;
        expect(y[i] == value, "an element", n);
    }
    expect(sum == expected, "the sum", n);
    expect(cudaFree(device_x) == cudaSuccess && cudaFree(device_y) == cudaSuccess, "cudaFree", n);
    free(x);
    free(y);
}

int main(void)
{
    static const int sizes[] = {0, 1, 31, 32, 33, 191, 192, 193, 100003};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        check_size(sizes[i]);
    }
    expect(polynomial_launch(NULL, NULL, (const float[3]){0}, 100, 2048) == cudaErrorInvalidValue,
           "the error of a block too large", 100);
    expect(cudaGetLastError() == cudaSuccess, "the state after an error was read", 100);
    if (failures == 0) {
        printf("ok\n");
    }
    return failures != 0;
}
