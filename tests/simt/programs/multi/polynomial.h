// Launchers with C linkage: what C code sees of two CUDA source files.
#ifndef POLYNOMIAL_H
#define POLYNOMIAL_H

#ifdef __cplusplus
extern "C" {
#endif

// y[i] = c[0] + c[1] x[i] + c[2] x[i]^2 for n elements in device memory. Returns a cudaError_t.
int polynomial_launch(float *y, const float *x, const float c[3], int n, int block);

// Sum of n elements in device memory into *sum on the host. Returns a cudaError_t.
int sum_launch(double *sum, const float *x, int n);

#ifdef __cplusplus
}
#endif

#endif
