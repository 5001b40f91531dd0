// cuBLAS: matrices by columns, vectors with steps, scalars of host and device, streams, and wrong
// arguments.
#include "check.h"

#include <cublas_v2.h>
#include <vector>

#define CHECK_BLAS(call) CHECK_EQ((int)(call), (int)CUBLAS_STATUS_SUCCESS)

template <typename T> static std::vector<T> numbers(size_t n, uint64_t seed)
{
    std::vector<T> x(n);
    for (T &value : x) {
        value = (T)(int)check_uniform(&seed, -8, 9); // sums of products are exact
    }
    return x;
}

static cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,
                           int n, int k, const float *alpha, const float *a, int lda,
                           const float *b, int ldb, const float *beta, float *c, int ldc)
{
    return cublasSgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

static cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,
                           int n, int k, const double *alpha, const double *a, int lda,
                           const double *b, int ldb, const double *beta, double *c, int ldc)
{
    return cublasDgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

template <typename T>
static void multiply(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, T beta)
{
    const int m = 37, n = 18, k = 25, lda = 41, ldb = 43, ldc = 39;
    const T alpha = 2;
    std::vector<T> a = numbers<T>(lda * 41, 1), b = numbers<T>(ldb * 43, 2),
                   c = numbers<T>(ldc * n, 3);
    std::vector<T> expected = c;
    T *da = check_upload(a.data(), a.size()), *db = check_upload(b.data(), b.size());
    T *dc = check_upload(c.data(), c.size());
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            T sum = 0;
            for (int l = 0; l < k; l++) {
                T x = ta == CUBLAS_OP_N ? a[i + l * lda] : a[l + i * lda];
                sum += x * (tb == CUBLAS_OP_N ? b[l + j * ldb] : b[j + l * ldb]);
            }
            expected[i + j * ldc] = alpha * sum + beta * c[i + j * ldc];
        }
    }
    CHECK_BLAS(gemm(handle, ta, tb, m, n, k, &alpha, da, lda, db, ldb, &beta, dc, ldc));
    check_take(c.data(), dc, c.size());
    for (size_t i = 0; i < c.size(); i++) {
        CHECK_EQ_AT(c[i], expected[i], i);
    }
    CHECK_CUDA(cudaFree(da));
    CHECK_CUDA(cudaFree(db));
}

// What beta = 0 does not read may be anything.
static void overwrite(cublasHandle_t handle)
{
    const float one = 1, zero = 0, x = 3;
    float result = 0, *dx = check_upload(&x, 1), *out = check_device<float>(1); // NaN
    CHECK_BLAS(
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, dx, 1, dx, 1, &zero, out, 1));
    CHECK_CUDA(cudaMemcpy(&result, out, sizeof(result), cudaMemcpyDeviceToHost));
    CHECK_EQ(result, 9.0f);
    CHECK_CUDA(cudaMemset(out, 0xFF, sizeof(float)));
    CHECK_BLAS(cublasSgemv(handle, CUBLAS_OP_N, 1, 1, &one, dx, 1, dx, 1, &zero, out, 1));
    check_take(&result, out, 1);
    CHECK_EQ(result, 9.0f);
    CHECK_CUDA(cudaFree(dx));
}

static void batches(cublasHandle_t handle)
{
    const int n = 5, count = 3, step = n * n + 2;
    const double one = 1, zero = 0;
    std::vector<double> a = numbers<double>(step * count, 4), b = numbers<double>(step * count, 5);
    std::vector<double> c(step * count);
    double *da = check_upload(a.data(), a.size()), *db = check_upload(b.data(), b.size());
    double *dc = check_upload(c.data(), c.size());
    CHECK_BLAS(cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, da, n,
                                         step, db, n, step, &zero, dc, n, step, count));
    check_take(c.data(), dc, c.size());
    for (int p = 0; p < count; p++) {
        for (int i = 0; i < n * n; i++) {
            double sum = 0;
            for (int l = 0; l < n; l++) {
                sum += a[p * step + i % n + l * n] * b[p * step + i / n + l * n];
            }
            CHECK_EQ_AT(c[p * step + i], sum, p * step + i);
        }
    }
    CHECK_CUDA(cudaFree(da));
    CHECK_CUDA(cudaFree(db));
}

static void halves(cublasHandle_t handle)
{
    const int n = 8;
    const float one = 1, zero = 0;
    std::vector<__half> a(n * n);
    std::vector<float> plain = numbers<float>(n * n, 6), c(n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = __float2half(plain[i]);
    }
    __half *da = check_upload(a.data(), a.size());
    float *dc = check_device<float>(n * n);
    CHECK_BLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, da, CUDA_R_16F, n, da,
                            CUDA_R_16F, n, &zero, dc, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                            CUBLAS_GEMM_DEFAULT));
    check_take(c.data(), dc, c.size());
    for (int i = 0; i < n * n; i++) {
        float sum = 0;
        for (int l = 0; l < n; l++) {
            sum += plain[i % n + l * n] * plain[l + i / n * n];
        }
        CHECK_EQ_AT(c[i], sum, i);
    }
    CHECK_CUDA(cudaFree(da));
}

static void matrix_by_vector(cublasHandle_t handle)
{
    const int m = 33, n = 20, lda = 35;
    const double alpha = 3, beta = -1;
    std::vector<double> a = numbers<double>(lda * n, 7), x = numbers<double>(2 * m, 8);
    for (cublasOperation_t operation : {CUBLAS_OP_N, CUBLAS_OP_T}) {
        const int rows = operation == CUBLAS_OP_N ? m : n, columns = m + n - rows;
        std::vector<double> y = numbers<double>(3 * m, 9), expected = y;
        double *da = check_upload(a.data(), a.size()), *dx = check_upload(x.data(), x.size());
        double *dy = check_upload(y.data(), y.size());
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int j = 0; j < columns; j++) {
                sum += (operation == CUBLAS_OP_N ? a[i + j * lda] : a[j + i * lda]) * x[2 * j];
            }
            expected[3 * i] = alpha * sum + beta * y[3 * i];
        }
        CHECK_BLAS(cublasDgemv(handle, operation, m, n, &alpha, da, lda, dx, 2, &beta, dy, 3));
        check_take(y.data(), dy, y.size());
        for (size_t i = 0; i < y.size(); i++) {
            CHECK_EQ_AT(y[i], expected[i], i);
        }
        CHECK_CUDA(cudaFree(da));
        CHECK_CUDA(cudaFree(dx));
    }
}

static void transposed_sum(cublasHandle_t handle)
{
    const int m = 6, n = 4;
    const float alpha = 2, beta = -1;
    std::vector<float> a = numbers<float>(m * n, 10), b = numbers<float>(m * n, 11), c(m * n);
    float *da = check_upload(a.data(), a.size()), *db = check_upload(b.data(), b.size());
    float *dc = check_device<float>(m * n);
    CHECK_BLAS(
        cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, &alpha, da, n, &beta, db, m, dc, m));
    check_take(c.data(), dc, c.size());
    for (int i = 0; i < m * n; i++) {
        CHECK_EQ_AT(c[i], 2 * a[i / m + i % m * n] - b[i], i);
    }
    CHECK_CUDA(cudaFree(da));
    CHECK_CUDA(cudaFree(db));
}

static void vectors(cublasHandle_t handle)
{
    const int n = 1000;
    const float alpha = 3;
    float sum = 0, dot = 0, norm = 0, *on_device = check_device<float>(1);
    double asum = 0;
    int largest = 0;
    std::vector<float> x = numbers<float>(n, 12), y = numbers<float>(n, 13), back(n);
    float *dx = check_device<float>(n), *dy = check_device<float>(n);
    x[700] = 100;
    CHECK_BLAS(cublasSetVector(n, sizeof(float), x.data(), 1, dx, 1));
    CHECK_BLAS(cublasSetVector(n, sizeof(float), y.data(), 1, dy, 1));
    for (int i = 0; i < n; i++) {
        dot += x[i] * y[i];
        norm += x[i] * x[i];
        asum += fabsf(x[i]);
    }
    CHECK_BLAS(cublasSdot(handle, n, dx, 1, dy, 1, &sum));
    CHECK_EQ(sum, dot);
    CHECK_BLAS(cublasSnrm2(handle, n, dx, 1, &sum));
    CHECK_CLOSE(sum, sqrt((double)norm), 1e-4);
    CHECK_BLAS(cublasSasum(handle, n, dx, 1, &sum));
    CHECK_EQ(sum, (float)asum);
    CHECK_BLAS(cublasIsamax(handle, n, dx, 1, &largest));
    CHECK_EQ(largest, 701);
    CHECK_BLAS(cublasSaxpy(handle, n, &alpha, dx, 1, dy, 1));
    CHECK_BLAS(cublasSscal(handle, n / 2, &alpha, dy, 2));
    CHECK_BLAS(cublasGetVector(n, sizeof(float), dy, 1, back.data(), 1));
    for (int i = 0; i < n; i++) {
        float value = 3 * x[i] + y[i];
        CHECK_EQ_AT(back[i], i % 2 ? value : 3 * value, i);
    }
    CHECK_BLAS(cublasScopy(handle, n, dx, 1, dy, -1));
    CHECK_BLAS(cublasGetVector(n, sizeof(float), dy, 1, back.data(), 1));
    for (int i = 0; i < n; i++) {
        CHECK_EQ_AT(back[i], x[n - 1 - i], i);
    }
    CHECK_BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    CHECK_BLAS(cublasSdot(handle, n, dx, 1, dx, 1, on_device));
    CHECK_BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    check_take(&sum, on_device, 1);
    CHECK_EQ(sum, norm);
    CHECK_CUDA(cudaFree(dx));
    CHECK_CUDA(cudaFree(dy));
}

static void in_a_stream(cublasHandle_t handle)
{
    cudaStream_t stream, told = NULL;
    const float two = 2, x[4] = {1, 2, 3, 4};
    float y[4] = {}, *dx = check_upload(x, 4);
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_BLAS(cublasSetStream(handle, stream));
    CHECK_BLAS(cublasGetStream(handle, &told));
    CHECK(told == stream);
    CHECK_BLAS(cublasSscal(handle, 4, &two, dx, 1));
    CHECK_CUDA(cudaMemcpyAsync(y, dx, sizeof(y), cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQ(y[3], 8.0f);
    CHECK_BLAS(cublasSetStream(handle, NULL));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaFree(dx));
}

static void wrong(cublasHandle_t handle)
{
    const float one = 1;
    float *x = check_device<float>(16);
    CHECK_EQ(
        (int)cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, x, 3, x, 4, &one, x, 4),
        (int)CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQ(
        (int)cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, 4, 4, &one, x, 4, x, 4, &one, x, 4),
        (int)CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQ(
        (int)cublasSgemm(NULL, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, x, 4, x, 4, &one, x, 4),
        (int)CUBLAS_STATUS_NOT_INITIALIZED);
    CHECK_BLAS(
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, 4, 4, &one, x, 4, x, 4, &one, x, 4));
    CHECK_STR(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE");
    CHECK_CUDA(cudaFree(x));
}

int main()
{
    cublasHandle_t handle = NULL;
    CHECK_BLAS(cublasCreate(&handle));
    for (cublasOperation_t ta : {CUBLAS_OP_N, CUBLAS_OP_T}) {
        for (cublasOperation_t tb : {CUBLAS_OP_N, CUBLAS_OP_T}) {
            multiply<float>(handle, ta, tb, 0);
            multiply<double>(handle, ta, tb, -3);
        }
    }
    overwrite(handle);
    batches(handle);
    halves(handle);
    matrix_by_vector(handle);
    transposed_sum(handle);
    vectors(handle);
    in_a_stream(handle);
    wrong(handle);
    CHECK_BLAS(cublasDestroy(handle));
    return check_end();
}
