/* nvcuda::wmma: products of small matrices by the lanes of a warp together.
 *
 * Which lane has which elements of a fragment CUDA leaves open. Here each lane has all of the two
 * factors, and of the sum 1/32: the elements that follow each other by rows. So no lane needs
 * anything of another one in mma_sync(). */
#ifndef SIMT_MMA_H
#define SIMT_MMA_H

#pragma GCC system_header

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <type_traits>

#define SIMT_INLINE inline __attribute__((always_inline))

namespace nvcuda::wmma
{

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;

enum layout_t { mem_row_major, mem_col_major };

namespace precision
{
struct tf32; /* kept as float */
} // namespace precision

namespace detail
{

template <class T> struct kept {
    using type = T;
};
template <> struct kept<precision::tf32> {
    using type = float;
};

template <class Use, int m, int n, int k> struct shape;
template <int m, int n, int k> struct shape<matrix_a, m, n, k> {
    static constexpr int rows = m, columns = k, parts = 1;
};
template <int m, int n, int k> struct shape<matrix_b, m, n, k> {
    static constexpr int rows = k, columns = n, parts = 1;
};
template <int m, int n, int k> struct shape<accumulator, m, n, k> {
    static constexpr int rows = m, columns = n, parts = 32;
};

template <int m, int n, int k>
inline constexpr bool has_16_products = k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) ||
                                                    (m == 8 && n == 32));

/* The sizes and types that tensor cores have. */
template <class Use, int m, int n, int k, class T> constexpr bool exists()
{
    constexpr bool is_sum = std::is_same_v<Use, accumulator>;

    if (m == 16 && n == 16 && k == 8)
        return std::is_same_v<T, std::conditional_t<is_sum, float, precision::tf32>>;
    if (m == 8 && n == 8 && k == 4)
        return std::is_same_v<T, double>;
    if (!has_16_products<m, n, k>)
        return false;
    if (std::is_same_v<T, __half>)
        return true;
    if (is_sum)
        return std::is_same_v<T, float> || std::is_same_v<T, int>;
    return std::is_same_v<T, __nv_bfloat16> || std::is_same_v<T, signed char> ||
           std::is_same_v<T, unsigned char>;
}

/* Where an element lies in memory. */
inline size_t offset(int row, int column, unsigned stride, bool by_rows)
{
    return by_rows ? size_t(row) * stride + size_t(column) : size_t(column) * stride + size_t(row);
}

/* Numbers are added up in the accumulator's type, those with few bits in float. */
template <class T> using summed = std::conditional_t<std::is_arithmetic_v<T>, T, float>;

template <class Sum, class T> inline Sum wide(T value)
{
    if constexpr (std::is_arithmetic_v<T>)
        return static_cast<Sum>(value);
    else
        return static_cast<Sum>(static_cast<float>(value));
}

} // namespace detail

template <class Use, int m, int n, int k, class T, class Layout = void> class fragment
{
    static_assert(detail::exists<Use, m, n, k, T>(),
                  "no tensor core has fragments of this size and type; 16x16x16, 32x8x16 and "
                  "8x32x16 are there for half, __nv_bfloat16, signed char and unsigned char, "
                  "16x16x8 for precision::tf32, 8x8x4 for double");
    static_assert(std::is_same_v<Use, accumulator>
                      ? std::is_void_v<Layout>
                      : std::is_same_v<Layout, row_major> || std::is_same_v<Layout, col_major>,
                  "a matrix_a or matrix_b is row_major or col_major, an accumulator neither");

    using shape = detail::shape<Use, m, n, k>;

  public:
    using element_type = T;
    using storage_element_type = typename detail::kept<T>::type;
    static constexpr int num_elements = shape::rows * shape::columns / shape::parts;
    static constexpr int num_storage_elements = num_elements;

    storage_element_type x[num_elements];

    /* Of the i-th element that this lane has. */
    static SIMT_INLINE int row(int i)
    {
        return place(i) / shape::columns;
    }
    static SIMT_INLINE int column(int i)
    {
        return place(i) % shape::columns;
    }

  private:
    static SIMT_INLINE int place(int i)
    {
        return shape::parts == 1 ? i : int(simt_lane()) * num_elements + i;
    }
};

template <class Use, int m, int n, int k, class T, class Layout, class Value>
SIMT_INLINE void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const Value &value)
{
    for (int i = 0; i < f.num_elements; i++)
        f.x[i] = static_cast<typename detail::kept<T>::type>(value);
}

/* The elements of a matrix whose rows, or columns, begin `stride` elements apart. */
template <class Use, int m, int n, int k, class T, class Layout, class Memory>
SIMT_INLINE void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const Memory *from,
                                  unsigned stride)
{
    static_assert(!std::is_void_v<Layout>, "say how the accumulator lies in memory");
    __syncwarp();
    for (int i = 0; i < f.num_elements; i++)
        f.x[i] =
            from[detail::offset(f.row(i), f.column(i), stride, std::is_same_v<Layout, row_major>)];
}

template <int m, int n, int k, class T, class Memory>
SIMT_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const Memory *from,
                                  unsigned stride, layout_t layout)
{
    __syncwarp();
    for (int i = 0; i < f.num_elements; i++)
        f.x[i] = from[detail::offset(f.row(i), f.column(i), stride, layout == mem_row_major)];
}

template <int m, int n, int k, class T, class Memory>
SIMT_INLINE void store_matrix_sync(Memory *to, const fragment<accumulator, m, n, k, T> &f,
                                   unsigned stride, layout_t layout)
{
    __syncwarp();
    for (int i = 0; i < f.num_elements; i++)
        to[detail::offset(f.row(i), f.column(i), stride, layout == mem_row_major)] = f.x[i];
    __syncwarp();
}

/* d = a b + c. */
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class D, class C>
SIMT_INLINE void mma_sync(fragment<accumulator, m, n, k, D> &d,
                          const fragment<matrix_a, m, n, k, T, LayoutA> &a,
                          const fragment<matrix_b, m, n, k, T, LayoutB> &b,
                          const fragment<accumulator, m, n, k, C> &c, bool = false)
{
    using sum_type = detail::summed<D>;

    for (int i = 0; i < d.num_elements; i++) {
        const int row = d.row(i), column = d.column(i);
        sum_type sum = detail::wide<sum_type>(c.x[i]);

        for (int l = 0; l < k; l++)
            sum += detail::wide<sum_type>(a.x[row * k + l]) *
                   detail::wide<sum_type>(b.x[l * n + column]);
        d.x[i] = static_cast<D>(sum);
    }
}

/* To the nearest number with 10 bits behind the point of its fraction; halves away from 0. */
inline float __float_to_tf32(float value)
{
    unsigned bits;

    __builtin_memcpy(&bits, &value, sizeof(bits));
    if ((bits & 0x7f800000) != 0x7f800000)
        bits = (bits + 0x1000) & ~0x1fffU;
    __builtin_memcpy(&value, &bits, sizeof(bits));
    return value;
}

} // namespace nvcuda::wmma

#undef SIMT_INLINE

#endif
