// nvcuda::wmma: products of fragments of all types, by rows and by columns.
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

template <typename T> struct kept {
    typedef T type;
};
template <> struct kept<wmma::precision::tf32> {
    typedef float type;
};

// One warp: d = a b + 2 c, the factors by LA and LB, the sums as `how` says.
template <int M, int N, int K, typename T, typename LA, typename LB, typename S>
__global__ void product(const typename kept<T>::type *a, const typename kept<T>::type *b,
                        const S *c, S *d, wmma::layout_t how)
{
    const bool by_rows = how == wmma::mem_row_major;
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, S> fc, fd;
    wmma::load_matrix_sync(fa, a, std::is_same<LA, wmma::row_major>::value ? K : M);
    wmma::load_matrix_sync(fb, b, std::is_same<LB, wmma::row_major>::value ? N : K);
    wmma::load_matrix_sync(fc, c, by_rows ? N : M, how);
    wmma::fill_fragment(fd, (S)0.0f);
    wmma::mma_sync(fd, fa, fb, fd);
    for (int i = 0; i < fd.num_elements; i++) {
        fd.x[i] = fd.x[i] + fc.x[i] + fc.x[i];
    }
    wmma::store_matrix_sync(d, fd, by_rows ? N : M, how);
}

// Small whole numbers, which every type holds exactly, and every sum of their products.
static int number(int i)
{
    return (i * 7 + i / 5) % 7 - 2;
}

template <int M, int N, int K, typename T, typename LA, typename LB, typename S>
static void test(wmma::layout_t how)
{
    typedef typename kept<T>::type E;
    static E a[M * K], b[K * N];
    static S c[M * N], d[M * N];
    const bool a_rows = std::is_same<LA, wmma::row_major>::value;
    const bool b_rows = std::is_same<LB, wmma::row_major>::value;
    const bool rows = how == wmma::mem_row_major;
    for (int i = 0; i < M * K; i++) {
        a[i] = (E)(float)(std::is_unsigned<E>::value ? number(i) + 2 : number(i));
    }
    for (int i = 0; i < K * N; i++) {
        b[i] = (E)(float)(std::is_unsigned<E>::value ? number(i + 3) + 2 : number(i + 3));
    }
    for (int i = 0; i < M * N; i++) {
        c[i] = (S)(float)number(i + 1);
    }
    E *da, *db;
    S *dc, *dd;
    CHECK_CUDA(cudaMalloc(&da, sizeof(a)));
    CHECK_CUDA(cudaMalloc(&db, sizeof(b)));
    CHECK_CUDA(cudaMalloc(&dc, sizeof(c)));
    CHECK_CUDA(cudaMalloc(&dd, sizeof(d)));
    CHECK_CUDA(cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(dc, c, sizeof(c), cudaMemcpyHostToDevice));
    product<M, N, K, T, LA, LB, S><<<1, 32>>>(da, db, dc, dd, how);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(d, dd, sizeof(d), cudaMemcpyDeviceToHost));
    for (int i = 0; i < M; i++) {
        for (int k = 0; k < N; k++) {
            int at = rows ? i * N + k : k * M + i;
            float sum = 2 * (float)c[at];
            for (int l = 0; l < K; l++) {
                sum += (float)a[a_rows ? i * K + l : l * M + i] *
                       (float)b[b_rows ? l * N + k : k * K + l];
            }
            CHECK_EQ_AT((float)d[at], sum, at);
        }
    }
    CHECK_CUDA(cudaFree(da));
    CHECK_CUDA(cudaFree(db));
    CHECK_CUDA(cudaFree(dc));
    CHECK_CUDA(cudaFree(dd));
}

__global__ void round_tf32(const float *in, float *out)
{
    out[threadIdx.x] = wmma::__float_to_tf32(in[threadIdx.x]);
}

static void test_tf32(void)
{
    const float in[4] = {1.0f, 1 + 0x1p-11f, -1 - 0x1p-12f, 3.14159274f};
    const float expected[4] = {1.0f, 1 + 0x1p-10f, -1.0f, 3.140625f};
    float out[4], *din, *dout;
    CHECK_CUDA(cudaMalloc(&din, sizeof(in)));
    CHECK_CUDA(cudaMalloc(&dout, sizeof(out)));
    CHECK_CUDA(cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice));
    round_tf32<<<1, 4>>>(din, dout);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; i++) {
        CHECK_EQ_AT(out[i], expected[i], i);
    }
    CHECK_CUDA(cudaFree(din));
    CHECK_CUDA(cudaFree(dout));
}

int main(void)
{
    typedef wmma::row_major row;
    typedef wmma::col_major col;
    test<16, 16, 16, half, row, col, float>(wmma::mem_row_major);
    test<16, 16, 16, half, col, row, float>(wmma::mem_col_major);
    test<32, 8, 16, half, row, row, half>(wmma::mem_row_major);
    test<8, 32, 16, __nv_bfloat16, col, col, float>(wmma::mem_row_major);
    test<16, 16, 16, signed char, row, col, int>(wmma::mem_row_major);
    test<16, 16, 16, unsigned char, row, row, int>(wmma::mem_col_major);
    test<16, 16, 8, wmma::precision::tf32, row, col, float>(wmma::mem_row_major);
    test<8, 8, 4, double, row, col, double>(wmma::mem_row_major);
    test_tf32();
    return check_end();
}
