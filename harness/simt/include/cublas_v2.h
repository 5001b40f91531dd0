/* cuBLAS for the simulator: the functions that most programs call, in float and double, and
 * cublasGemmEx() with half and bfloat16, too. Each is a kernel in the handle's stream. */
#ifndef SIMT_CUBLAS_V2_H
#define SIMT_CUBLAS_V2_H
#define CUBLAS_V2_H_
#define CUBLAS_API_H_

#pragma GCC system_header

#if !defined(__cplusplus)
#error "simt-cc: cublas_v2.h: the simulator has cuBLAS in C++ alone; name the file .cpp or .cu"
#endif

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <library_types.h>
#include <simt/cublas_kernels.hpp>
#include <stdint.h>

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130000

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16,
} cublasStatus_t;

typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3,
} cublasOperation_t;

typedef enum {
    CUBLAS_POINTER_MODE_HOST = 0,
    CUBLAS_POINTER_MODE_DEVICE = 1,
} cublasPointerMode_t;

typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16,
} cublasMath_t;

typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
} cublasComputeType_t;

typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
} cublasGemmAlgo_t;

typedef cudaDataType cublasDataType_t;

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointer_mode;
    cublasMath_t math_mode;
    double *result; /* of the device: where sums go that the host asks for */
};
typedef struct cublasContext *cublasHandle_t;

#define SIMT_BLAS inline __attribute__((always_inline)) cublasStatus_t

/* ---- handles ---- */

SIMT_BLAS cublasCreate(cublasHandle_t *handle)
{
    double *result = nullptr;

    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    if ((::cudaMalloc)((void **)&result, sizeof(*result)) != cudaSuccess)
        return CUBLAS_STATUS_ALLOC_FAILED;
    *handle = new cublasContext{nullptr, CUBLAS_POINTER_MODE_HOST, CUBLAS_DEFAULT_MATH, result};
    return CUBLAS_STATUS_SUCCESS;
}

SIMT_BLAS cublasDestroy(cublasHandle_t handle)
{
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    (void)::cudaFree(handle->result);
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version)
{
    if (!handle || !version)
        return handle ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream)
{
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream)
{
    if (!handle || !stream)
        return handle ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
    *stream = handle->stream;
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode)
{
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    handle->pointer_mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode)
{
    if (!handle || !mode)
        return handle ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
    *mode = handle->pointer_mode;
    return CUBLAS_STATUS_SUCCESS;
}

/* What a mode lets a GPU round changes nothing here. */
inline cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode)
{
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    handle->math_mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode)
{
    if (!handle || !mode)
        return handle ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
    *mode = handle->math_mode;
    return CUBLAS_STATUS_SUCCESS;
}

inline const char *cublasGetStatusName(cublasStatus_t status)
{
    switch (status) {
    case CUBLAS_STATUS_SUCCESS:
        return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED:
        return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED:
        return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE:
        return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH:
        return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_MAPPING_ERROR:
        return "CUBLAS_STATUS_MAPPING_ERROR";
    case CUBLAS_STATUS_EXECUTION_FAILED:
        return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_INTERNAL_ERROR:
        return "CUBLAS_STATUS_INTERNAL_ERROR";
    case CUBLAS_STATUS_NOT_SUPPORTED:
        return "CUBLAS_STATUS_NOT_SUPPORTED";
    case CUBLAS_STATUS_LICENSE_ERROR:
        return "CUBLAS_STATUS_LICENSE_ERROR";
    }
    return "unknown status";
}

inline const char *cublasGetStatusString(cublasStatus_t status)
{
    return cublasGetStatusName(status);
}

/* ---- copies between host and device ---- */

namespace simt_cpp::blas
{

inline cublasStatus_t status_of(cudaError_t error, cublasStatus_t failed)
{
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : failed;
}

} // namespace simt_cpp::blas

/* Elements `from_step` and `to_step` apart. */
#define SIMT_BLAS_COPY(suffix, direction, Copy, ...)                                               \
    namespace simt_cpp::blas                                                                       \
    {                                                                                              \
    SIMT_BLAS copy_matrix##suffix##direction(int rows, int columns, int bytes, const void *from,   \
                                             int from_step, void *to,                              \
                                             int to_step __VA_OPT__(, cudaStream_t stream))        \
    {                                                                                              \
        if (rows < 0 || columns < 0 || bytes <= 0 || from_step <= 0 || to_step <= 0)               \
            return CUBLAS_STATUS_INVALID_VALUE;                                                    \
        return status_of(Copy(to, (size_t)to_step * bytes, from, (size_t)from_step * bytes,        \
                              (size_t)rows * bytes, columns,                                       \
                              cudaMemcpy##direction __VA_OPT__(, stream)),                         \
                         CUBLAS_STATUS_MAPPING_ERROR);                                             \
    }                                                                                              \
    }
SIMT_BLAS_COPY(, HostToDevice, ::cudaMemcpy2D)
SIMT_BLAS_COPY(, DeviceToHost, ::cudaMemcpy2D)
SIMT_BLAS_COPY(_async, HostToDevice, ::cudaMemcpy2DAsync, async)
SIMT_BLAS_COPY(_async, DeviceToHost, ::cudaMemcpy2DAsync, async)
#undef SIMT_BLAS_COPY

SIMT_BLAS cublasSetMatrix(int rows, int columns, int bytes, const void *a, int lda, void *b,
                          int ldb)
{
    return simt_cpp::blas::copy_matrixHostToDevice(rows, columns, bytes, a, lda, b, ldb);
}

SIMT_BLAS cublasGetMatrix(int rows, int columns, int bytes, const void *a, int lda, void *b,
                          int ldb)
{
    return simt_cpp::blas::copy_matrixDeviceToHost(rows, columns, bytes, a, lda, b, ldb);
}

SIMT_BLAS cublasSetMatrixAsync(int rows, int columns, int bytes, const void *a, int lda, void *b,
                               int ldb, cudaStream_t stream)
{
    return simt_cpp::blas::copy_matrix_asyncHostToDevice(rows, columns, bytes, a, lda, b, ldb,
                                                         stream);
}

SIMT_BLAS cublasGetMatrixAsync(int rows, int columns, int bytes, const void *a, int lda, void *b,
                               int ldb, cudaStream_t stream)
{
    return simt_cpp::blas::copy_matrix_asyncDeviceToHost(rows, columns, bytes, a, lda, b, ldb,
                                                         stream);
}

/* A vector without gaps is one column. */
SIMT_BLAS cublasSetVector(int n, int bytes, const void *x, int x_step, void *y, int y_step)
{
    const bool plain = x_step == 1 && y_step == 1;

    return simt_cpp::blas::copy_matrixHostToDevice(plain ? n : 1, plain ? 1 : n, bytes, x,
                                                   plain && n > 0 ? n : x_step, y,
                                                   plain && n > 0 ? n : y_step);
}

SIMT_BLAS cublasGetVector(int n, int bytes, const void *x, int x_step, void *y, int y_step)
{
    const bool plain = x_step == 1 && y_step == 1;

    return simt_cpp::blas::copy_matrixDeviceToHost(plain ? n : 1, plain ? 1 : n, bytes, x,
                                                   plain && n > 0 ? n : x_step, y,
                                                   plain && n > 0 ? n : y_step);
}

SIMT_BLAS cublasSetVectorAsync(int n, int bytes, const void *x, int x_step, void *y, int y_step,
                               cudaStream_t stream)
{
    const bool plain = x_step == 1 && y_step == 1;

    return simt_cpp::blas::copy_matrix_asyncHostToDevice(plain ? n : 1, plain ? 1 : n, bytes, x,
                                                         plain && n > 0 ? n : x_step, y,
                                                         plain && n > 0 ? n : y_step, stream);
}

SIMT_BLAS cublasGetVectorAsync(int n, int bytes, const void *x, int x_step, void *y, int y_step,
                               cudaStream_t stream)
{
    const bool plain = x_step == 1 && y_step == 1;

    return simt_cpp::blas::copy_matrix_asyncDeviceToHost(plain ? n : 1, plain ? 1 : n, bytes, x,
                                                         plain && n > 0 ? n : x_step, y,
                                                         plain && n > 0 ? n : y_step, stream);
}

/* ---- launches ---- */

namespace simt_cpp::blas
{

/* Where the program calls: launches are known by it. */
struct site {
    const char *file;
    int line;
    bool lockstep;
};

template <class... Params, class... Args>
inline cublasStatus_t run(cublasHandle_t handle, const site &at, dim3 grid, unsigned threads,
                          void (*kernel)(Params...), Args... args)
{
    const auto launch = [&](Params... arg) {
        void *pointers[] = {static_cast<void *>(&arg)...};

        return status_of(::cudaLaunchKernel(kernel, grid, dim3(threads), pointers, 0,
                                            handle->stream, at.file, at.line, at.lockstep),
                         CUBLAS_STATUS_EXECUTION_FAILED);
    };

    return launch(args...);
}

enum { block = 128, most_columns = 4096 };

inline dim3 grid_for(int rows, int columns = 1, int count = 1)
{
    return dim3((unsigned)(rows + block - 1) / block,
                (unsigned)(columns < most_columns ? columns : most_columns), (unsigned)count);
}

template <class T> inline scalar<T> scalar_of(cublasHandle_t handle, const void *pointer)
{
    const T *typed = static_cast<const T *>(pointer);

    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
        return {T(), typed};
    return {*typed, nullptr};
}

inline bool is_operation(cublasOperation_t operation)
{
    return operation >= CUBLAS_OP_N && operation <= CUBLAS_OP_C;
}

/* Whether a matrix of that many rows, after the operation, can have columns `stride` apart. */
inline bool is_stride(cublasOperation_t operation, int rows, int columns, int stride)
{
    const int stored = operation == CUBLAS_OP_N ? rows : columns;

    return stride >= (stored > 1 ? stored : 1);
}

struct shape {
    cublasOperation_t a, b;
    int m, n, k, lda, ldb, ldc;
};

inline cublasStatus_t check(cublasHandle_t handle, const shape &s, bool given)
{
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (s.m < 0 || s.n < 0 || s.k < 0 || !is_operation(s.a) || !is_operation(s.b) || !given ||
        !is_stride(s.a, s.m, s.k, s.lda) || !is_stride(s.b, s.k, s.n, s.ldb) ||
        s.ldc < (s.m > 1 ? s.m : 1))
        return CUBLAS_STATUS_INVALID_VALUE;
    return CUBLAS_STATUS_SUCCESS;
}

template <class In, class Out, class Compute>
inline cublasStatus_t gemm_of(cublasHandle_t handle, const site &at, const shape &s,
                              const void *alpha, const void *a, long long a_step, const void *b,
                              long long b_step, const void *beta, void *c, long long c_step,
                              int count)
{
    const cublasStatus_t status = check(handle, s, alpha && beta && count >= 0);

    if (status != CUBLAS_STATUS_SUCCESS || !s.m || !s.n || !count)
        return status;
    return run(handle, at, grid_for(s.m, s.n, count), block, gemm<In, Out, Compute>, s.m, s.n, s.k,
               scalar_of<Compute>(handle, alpha),
               operand<In>{static_cast<const In *>(a), s.lda, s.a != CUBLAS_OP_N}, a_step,
               operand<In>{static_cast<const In *>(b), s.ldb, s.b != CUBLAS_OP_N}, b_step,
               scalar_of<Compute>(handle, beta), static_cast<Out *>(c), (long long)s.ldc, c_step);
}

template <class T>
inline cublasStatus_t geam_of(cublasHandle_t handle, const site &at, const shape &s, const T *alpha,
                              const T *a, const T *beta, const T *b, T *c)
{
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (s.m < 0 || s.n < 0 || !is_operation(s.a) || !is_operation(s.b) || !alpha || !beta ||
        !is_stride(s.a, s.m, s.n, s.lda) || !is_stride(s.b, s.m, s.n, s.ldb) ||
        s.ldc < (s.m > 1 ? s.m : 1))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!s.m || !s.n)
        return CUBLAS_STATUS_SUCCESS;
    return run(handle, at, grid_for(s.m, s.n), block, geam<T>, s.m, s.n,
               scalar_of<T>(handle, alpha), operand<T>{a, s.lda, s.a != CUBLAS_OP_N},
               scalar_of<T>(handle, beta), operand<T>{b, s.ldb, s.b != CUBLAS_OP_N}, c,
               (long long)s.ldc);
}

template <class T>
inline cublasStatus_t gemv_of(cublasHandle_t handle, const site &at, cublasOperation_t operation,
                              int m, int n, const T *alpha, const T *a, int lda, const T *x,
                              int x_step, const T *beta, T *y, int y_step)
{
    const bool plain = operation == CUBLAS_OP_N;
    const int rows = plain ? m : n, columns = plain ? n : m;

    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (m < 0 || n < 0 || !is_operation(operation) || lda < (m > 1 ? m : 1) || !x_step || !y_step ||
        !alpha || !beta)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    return run(handle, at, grid_for(rows), block, gemv<T>, scalar_of<T>(handle, alpha),
               operand<T>{a, lda, !plain}, vector<const T>{x, x_step, columns},
               scalar_of<T>(handle, beta), vector<T>{y, y_step, rows});
}

template <class T>
inline cublasStatus_t ger_of(cublasHandle_t handle, const site &at, int m, int n, const T *alpha,
                             const T *x, int x_step, const T *y, int y_step, T *a, int lda)
{
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || !x_step || !y_step || !alpha)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    return run(handle, at, grid_for(m), block, ger<T>, scalar_of<T>(handle, alpha),
               vector<const T>{x, x_step, m}, vector<const T>{y, y_step, n}, a, (long long)lda);
}

/* A kernel over the elements of vectors. */
template <class... Params, class... Args>
inline cublasStatus_t over(cublasHandle_t handle, const site &at, int n, bool given,
                           void (*kernel)(Params...), Args... args)
{
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!given)
        return CUBLAS_STATUS_INVALID_VALUE;
    return n > 0 ? run(handle, at, grid_for(n), block, kernel, args...) : CUBLAS_STATUS_SUCCESS;
}

/* A kernel of one thread with a result, which the host or the device has asked for. */
template <class Result, class... Params, class... Args>
SIMT_BLAS ask(cublasHandle_t handle, const site &at, Result *result, void (*kernel)(Params...),
              Args... args)
{
    if (!handle || !result)
        return handle ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
    const bool stays = handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE;
    Result *const to = stays ? result : reinterpret_cast<Result *>(handle->result);
    cublasStatus_t status = run(handle, at, dim3(1), 1, kernel, args..., to);

    if (status == CUBLAS_STATUS_SUCCESS && !stays &&
        (::cudaMemcpyAsync(result, to, sizeof(*result), cudaMemcpyDeviceToHost, handle->stream) !=
             cudaSuccess ||
         ::cudaStreamSynchronize(handle->stream) != cudaSuccess))
        status = CUBLAS_STATUS_EXECUTION_FAILED;
    return status;
}

} // namespace simt_cpp::blas

#define SIMT_BLAS_PLACE                                                                            \
    const char *file = __builtin_FILE(), int line = __builtin_LINE(),                              \
               bool lockstep = simt_cpp::in_lockstep
#define SIMT_BLAS_SITE                                                                             \
    simt_cpp::blas::site                                                                           \
    {                                                                                              \
        file, line, lockstep                                                                       \
    }

/* ---- the functions of both types ---- */

#define SIMT_BLAS_FUNCTIONS(S, T)                                                                  \
    SIMT_BLAS cublas##S##gemm(cublasHandle_t handle, cublasOperation_t a_operation,                \
                              cublasOperation_t b_operation, int m, int n, int k, const T *alpha,  \
                              const T *a, int lda, const T *b, int ldb, const T *beta, T *c,       \
                              int ldc, SIMT_BLAS_PLACE)                                            \
    {                                                                                              \
        return simt_cpp::blas::gemm_of<T, T, T>(                                                   \
            handle, SIMT_BLAS_SITE, {a_operation, b_operation, m, n, k, lda, ldb, ldc}, alpha, a,  \
            0, b, 0, beta, c, 0, 1);                                                               \
    }                                                                                              \
    SIMT_BLAS cublas##S##gemmStridedBatched(                                                       \
        cublasHandle_t handle, cublasOperation_t a_operation, cublasOperation_t b_operation,       \
        int m, int n, int k, const T *alpha, const T *a, int lda, long long a_step, const T *b,    \
        int ldb, long long b_step, const T *beta, T *c, int ldc, long long c_step, int count,      \
        SIMT_BLAS_PLACE)                                                                           \
    {                                                                                              \
        return simt_cpp::blas::gemm_of<T, T, T>(                                                   \
            handle, SIMT_BLAS_SITE, {a_operation, b_operation, m, n, k, lda, ldb, ldc}, alpha, a,  \
            a_step, b, b_step, beta, c, c_step, count);                                            \
    }                                                                                              \
    SIMT_BLAS cublas##S##geam(cublasHandle_t handle, cublasOperation_t a_operation,                \
                              cublasOperation_t b_operation, int m, int n, const T *alpha,         \
                              const T *a, int lda, const T *beta, const T *b, int ldb, T *c,       \
                              int ldc, SIMT_BLAS_PLACE)                                            \
    {                                                                                              \
        return simt_cpp::blas::geam_of<T>(handle, SIMT_BLAS_SITE,                                  \
                                          {a_operation, b_operation, m, n, 0, lda, ldb, ldc},      \
                                          alpha, a, beta, b, c);                                   \
    }                                                                                              \
    SIMT_BLAS cublas##S##gemv(cublasHandle_t handle, cublasOperation_t operation, int m, int n,    \
                              const T *alpha, const T *a, int lda, const T *x, int x_step,         \
                              const T *beta, T *y, int y_step, SIMT_BLAS_PLACE)                    \
    {                                                                                              \
        return simt_cpp::blas::gemv_of<T>(handle, SIMT_BLAS_SITE, operation, m, n, alpha, a, lda,  \
                                          x, x_step, beta, y, y_step);                             \
    }                                                                                              \
    SIMT_BLAS cublas##S##ger(cublasHandle_t handle, int m, int n, const T *alpha, const T *x,      \
                             int x_step, const T *y, int y_step, T *a, int lda, SIMT_BLAS_PLACE)   \
    {                                                                                              \
        return simt_cpp::blas::ger_of<T>(handle, SIMT_BLAS_SITE, m, n, alpha, x, x_step, y,        \
                                         y_step, a, lda);                                          \
    }                                                                                              \
    SIMT_BLAS cublas##S##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x,            \
                              int x_step, T *y, int y_step, SIMT_BLAS_PLACE)                       \
    {                                                                                              \
        using namespace simt_cpp::blas;                                                            \
        const scalar<T> factor = handle && alpha ? scalar_of<T>(handle, alpha) : scalar<T>{};      \
                                                                                                   \
        return over(handle, SIMT_BLAS_SITE, n, alpha != nullptr, simt_cpp::blas::axpy<T>, factor,  \
                    vector<const T>{x, x_step, n}, vector<T>{y, y_step, n});                       \
    }                                                                                              \
    SIMT_BLAS cublas##S##scal(cublasHandle_t handle, int n, const T *alpha, T *x, int x_step,      \
                              SIMT_BLAS_PLACE)                                                     \
    {                                                                                              \
        using namespace simt_cpp::blas;                                                            \
        const scalar<T> factor = handle && alpha ? scalar_of<T>(handle, alpha) : scalar<T>{};      \
                                                                                                   \
        return over(handle, SIMT_BLAS_SITE, n, alpha != nullptr, simt_cpp::blas::scal<T>, factor,  \
                    vector<T>{x, x_step, n});                                                      \
    }                                                                                              \
    SIMT_BLAS cublas##S##copy(cublasHandle_t handle, int n, const T *x, int x_step, T *y,          \
                              int y_step, SIMT_BLAS_PLACE)                                         \
    {                                                                                              \
        using namespace simt_cpp::blas;                                                            \
                                                                                                   \
        return over(handle, SIMT_BLAS_SITE, n, true, simt_cpp::blas::copy<T>,                      \
                    vector<const T>{x, x_step, n}, vector<T>{y, y_step, n});                       \
    }                                                                                              \
    SIMT_BLAS cublas##S##swap(cublasHandle_t handle, int n, T *x, int x_step, T *y, int y_step,    \
                              SIMT_BLAS_PLACE)                                                     \
    {                                                                                              \
        using namespace simt_cpp::blas;                                                            \
                                                                                                   \
        return over(handle, SIMT_BLAS_SITE, n, true, simt_cpp::blas::swap<T>,                      \
                    vector<T>{x, x_step, n}, vector<T>{y, y_step, n});                             \
    }                                                                                              \
    SIMT_BLAS cublas##S##dot(cublasHandle_t handle, int n, const T *x, int x_step, const T *y,     \
                             int y_step, T *result, SIMT_BLAS_PLACE)                               \
    {                                                                                              \
        using namespace simt_cpp::blas;                                                            \
                                                                                                   \
        return ask(handle, SIMT_BLAS_SITE, result, simt_cpp::blas::dot<T>,                         \
                   vector<const T>{x, x_step, n}, vector<const T>{y, y_step, n});                  \
    }                                                                                              \
    SIMT_BLAS cublas##S##nrm2(cublasHandle_t handle, int n, const T *x, int x_step, T *result,     \
                              SIMT_BLAS_PLACE)                                                     \
    {                                                                                              \
        using namespace simt_cpp::blas;                                                            \
                                                                                                   \
        return ask(handle, SIMT_BLAS_SITE, result, simt_cpp::blas::nrm2<T>,                        \
                   vector<const T>{x, x_step, x_step > 0 ? n : 0});                                \
    }                                                                                              \
    SIMT_BLAS cublas##S##asum(cublasHandle_t handle, int n, const T *x, int x_step, T *result,     \
                              SIMT_BLAS_PLACE)                                                     \
    {                                                                                              \
        using namespace simt_cpp::blas;                                                            \
                                                                                                   \
        return ask(handle, SIMT_BLAS_SITE, result, simt_cpp::blas::asum<T>,                        \
                   vector<const T>{x, x_step, x_step > 0 ? n : 0});                                \
    }                                                                                              \
    SIMT_BLAS cublasI##S##amax_of(cublasHandle_t handle, int n, const T *x, int x_step,            \
                                  bool largest, int *result, const simt_cpp::blas::site &at)       \
    {                                                                                              \
        using namespace simt_cpp::blas;                                                            \
                                                                                                   \
        return ask(handle, at, result, extreme<T>, vector<const T>{x, x_step, x_step > 0 ? n : 0}, \
                   largest);                                                                       \
    }
SIMT_BLAS_FUNCTIONS(S, float)
SIMT_BLAS_FUNCTIONS(D, double)
#undef SIMT_BLAS_FUNCTIONS

#define SIMT_BLAS_EXTREME(name, S, T, largest)                                                     \
    SIMT_BLAS name(cublasHandle_t handle, int n, const T *x, int x_step, int *result,              \
                   SIMT_BLAS_PLACE)                                                                \
    {                                                                                              \
        return cublasI##S##amax_of(handle, n, x, x_step, largest, result, SIMT_BLAS_SITE);         \
    }
SIMT_BLAS_EXTREME(cublasIsamax, S, float, true)
SIMT_BLAS_EXTREME(cublasIsamin, S, float, false)
SIMT_BLAS_EXTREME(cublasIdamax, D, double, true)
SIMT_BLAS_EXTREME(cublasIdamin, D, double, false)
#undef SIMT_BLAS_EXTREME

/* ---- mixed types ---- */

/* A and B of one type; float computes for half, bfloat16 and float. */
SIMT_BLAS cublasGemmEx(cublasHandle_t handle, cublasOperation_t a_operation,
                       cublasOperation_t b_operation, int m, int n, int k, const void *alpha,
                       const void *a, cudaDataType a_type, int lda, const void *b,
                       cudaDataType b_type, int ldb, const void *beta, void *c, cudaDataType c_type,
                       int ldc, cublasComputeType_t compute, cublasGemmAlgo_t, SIMT_BLAS_PLACE)
{
    using namespace simt_cpp::blas;
    const shape s = {a_operation, b_operation, m, n, k, lda, ldb, ldc};
    const bool in_double = compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC;
    const bool in_half = compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;

    if (a_type != b_type || in_half || in_double != (a_type == CUDA_R_64F))
        return CUBLAS_STATUS_NOT_SUPPORTED;
#define SIMT_BLAS_MIXED(in, In, out, Out, Compute)                                                 \
    if (a_type == in && c_type == out)                                                             \
        return gemm_of<In, Out, Compute>(handle, SIMT_BLAS_SITE, s, alpha, a, 0, b, 0, beta, c, 0, \
                                         1);
    SIMT_BLAS_MIXED(CUDA_R_16F, __half, CUDA_R_16F, __half, float)
    SIMT_BLAS_MIXED(CUDA_R_16F, __half, CUDA_R_32F, float, float)
    SIMT_BLAS_MIXED(CUDA_R_16BF, __nv_bfloat16, CUDA_R_16BF, __nv_bfloat16, float)
    SIMT_BLAS_MIXED(CUDA_R_16BF, __nv_bfloat16, CUDA_R_32F, float, float)
    SIMT_BLAS_MIXED(CUDA_R_32F, float, CUDA_R_32F, float, float)
    SIMT_BLAS_MIXED(CUDA_R_64F, double, CUDA_R_64F, double, double)
#undef SIMT_BLAS_MIXED
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

/* As before CUDA 11: what computes is named by its type. */
SIMT_BLAS cublasGemmEx(cublasHandle_t handle, cublasOperation_t a_operation,
                       cublasOperation_t b_operation, int m, int n, int k, const void *alpha,
                       const void *a, cudaDataType a_type, int lda, const void *b,
                       cudaDataType b_type, int ldb, const void *beta, void *c, cudaDataType c_type,
                       int ldc, cudaDataType compute, cublasGemmAlgo_t how, SIMT_BLAS_PLACE)
{
    const cublasComputeType_t type = compute == CUDA_R_64F   ? CUBLAS_COMPUTE_64F
                                     : compute == CUDA_R_16F ? CUBLAS_COMPUTE_16F
                                                             : CUBLAS_COMPUTE_32F;

    return cublasGemmEx(handle, a_operation, b_operation, m, n, k, alpha, a, a_type, lda, b, b_type,
                        ldb, beta, c, c_type, ldc, type, how, file, line, lockstep);
}

#undef SIMT_BLAS_PLACE
#undef SIMT_BLAS_SITE
#undef SIMT_BLAS

#endif
