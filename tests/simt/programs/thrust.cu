// The part of Thrust that simt-cc has: each algorithm on the device against the host's C++ library,
// at sizes drawn from a seed.
#include "check.h"

#include <algorithm>
#include <numeric>
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <vector>

struct doubled {
    __host__ __device__ int operator()(int x) const
    {
        return 2 * x;
    }
};

struct is_odd {
    __host__ __device__ bool operator()(int x) const
    {
        return x % 2 != 0;
    }
};

// Not of the host: on a GPU no host code can call it.
struct on_device {
    __device__ int operator()(int x) const
    {
        return x + static_cast<int>(blockDim.x > 0);
    }
};

struct add_products {
    template <class Tuple> __host__ __device__ void operator()(Tuple t) const
    {
        thrust::get<2>(t) += thrust::get<0>(t) * thrust::get<1>(t);
    }
};

static std::vector<int> drawn(size_t n, uint64_t *seed, int range)
{
    std::vector<int> values(n);
    for (size_t i = 0; i < n; i++)
        values[i] = static_cast<int>(check_random(seed) % static_cast<uint64_t>(range));
    return values;
}

template <class T>
static void same(const thrust::device_vector<T> &got, const std::vector<T> &expected)
{
    thrust::host_vector<T> here = got;
    CHECK_EQ(here.size(), expected.size());
    for (size_t i = 0; i < here.size() && i < expected.size(); i++)
        CHECK_EQ_AT(here[i], expected[i], i);
}

static void elements_are_changed(const std::vector<int> &a, const std::vector<int> &b)
{
    const size_t n = a.size();
    thrust::device_vector<int> x = a, y(b.begin(), b.end()), out(n);
    std::vector<int> expected(n), places(n);
    using namespace thrust::placeholders;

    thrust::transform(x.begin(), x.end(), out.begin(), on_device());
    std::transform(a.begin(), a.end(), expected.begin(), [](int v) { return v + 1; });
    same(out, expected);
    thrust::transform(x.begin(), x.end(), y.begin(), out.begin(), 3 * _1 + _2);
    for (size_t i = 0; i < n; i++)
        expected[i] = 3 * a[i] + b[i];
    same(out, expected);
    thrust::for_each(
        thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), out.begin())),
        thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), out.end())), add_products());
    for (size_t i = 0; i < n; i++)
        expected[i] += a[i] * b[i];
    same(out, expected);
    thrust::replace_if(out.begin(), out.end(), is_odd(), -1);
    std::replace_if(expected.begin(), expected.end(), is_odd(), -1);
    same(out, expected);
    thrust::reverse(out.begin(), out.end());
    std::reverse(expected.begin(), expected.end());
    same(out, expected);

    for (size_t i = 0; i < n; i++)
        places[i] = static_cast<int>((i * 7 + 3) % n);
    thrust::device_vector<int> map = places;
    thrust::gather(map.begin(), map.end(), x.begin(), out.begin());
    for (size_t i = 0; i < n; i++)
        expected[i] = a[static_cast<size_t>(places[i])];
    same(out, expected);
    thrust::fill(out.begin(), out.end(), 0);
    thrust::copy(thrust::make_permutation_iterator(x.begin(), map.begin()),
                 thrust::make_permutation_iterator(x.begin(), map.end()), out.begin());
    same(out, expected);
    if (n % 7 != 0) { // no place twice
        thrust::scatter(x.begin(), x.end(), map.begin(), out.begin());
        for (size_t i = 0; i < n; i++)
            expected[static_cast<size_t>(places[i])] = a[i];
        same(out, expected);
    }
    thrust::sequence(out.begin(), out.end(), 5, 3);
    for (size_t i = 0; i < n; i++)
        expected[i] = 5 + 3 * static_cast<int>(i);
    same(out, expected);
    thrust::tabulate(out.begin(), out.end(), doubled());
    for (size_t i = 0; i < n; i++)
        expected[i] = 2 * static_cast<int>(i);
    same(out, expected);
}

static void elements_are_joined(const std::vector<int> &a, const std::vector<int> &b)
{
    thrust::device_vector<int> x = a, y = b, out(a.size());
    std::vector<int> expected(a.size());

    CHECK_EQ(thrust::reduce(x.begin(), x.end()), std::accumulate(a.begin(), a.end(), 0));
    CHECK_EQ(thrust::reduce(x.begin(), x.end(), -5, thrust::maximum<int>()),
             std::accumulate(a.begin(), a.end(), -5, [](int p, int q) { return p < q ? q : p; }));
    CHECK_EQ(thrust::transform_reduce(x.begin(), x.end(), doubled(), 1, thrust::plus<int>()),
             std::accumulate(a.begin(), a.end(), 1, [](int sum, int v) { return sum + 2 * v; }));
    CHECK_EQ(thrust::inner_product(x.begin(), x.end(), y.begin(), 3),
             std::inner_product(a.begin(), a.end(), b.begin(), 3));
    const thrust::device_vector<int> large(4, 60000); // whose products no int holds
    CHECK_EQ(thrust::inner_product(large.begin(), large.end(), large.begin(), 0LL), 14400000000LL);
    CHECK_EQ(thrust::count_if(x.begin(), x.end(), is_odd()),
             std::count_if(a.begin(), a.end(), is_odd()));
    CHECK_EQ(thrust::count(x.begin(), x.end(), 4), std::count(a.begin(), a.end(), 4));
    CHECK_EQ(thrust::max_element(x.begin(), x.end()) - x.begin(),
             std::max_element(a.begin(), a.end()) - a.begin());
    CHECK_EQ(thrust::min_element(x.begin(), x.end()) - x.begin(),
             std::min_element(a.begin(), a.end()) - a.begin());
    CHECK_EQ(thrust::find(x.begin(), x.end(), 9) - x.begin(),
             std::find(a.begin(), a.end(), 9) - a.begin());
    CHECK_EQ(thrust::any_of(x.begin(), x.end(), is_odd()),
             std::any_of(a.begin(), a.end(), is_odd()));
    CHECK_EQ(thrust::equal(x.begin(), x.end(), y.begin()),
             std::equal(a.begin(), a.end(), b.begin()));

    thrust::inclusive_scan(x.begin(), x.end(), out.begin());
    std::partial_sum(a.begin(), a.end(), expected.begin());
    same(out, expected);
    thrust::exclusive_scan(x.begin(), x.end(), out.begin(), 10);
    std::exclusive_scan(a.begin(), a.end(), expected.begin(), 10);
    same(out, expected);
    thrust::adjacent_difference(x.begin(), x.end(), out.begin());
    std::adjacent_difference(a.begin(), a.end(), expected.begin());
    same(out, expected);
}

static void elements_are_chosen(const std::vector<int> &a)
{
    thrust::device_vector<int> x = a, out(a.size());
    std::vector<int> expected = a;

    auto end = thrust::copy_if(x.begin(), x.end(), out.begin(), is_odd());
    expected.erase(
        std::remove_if(expected.begin(), expected.end(), [](int v) { return v % 2 == 0; }),
        expected.end());
    out.resize(static_cast<size_t>(end - out.begin()));
    same(out, expected);

    expected = a;
    auto odd = std::stable_partition(expected.begin(), expected.end(), is_odd());
    out = x;
    CHECK_EQ(thrust::stable_partition(out.begin(), out.end(), is_odd()) - out.begin(),
             odd - expected.begin());
    same(out, expected);

    expected = a;
    out = x;
    expected.erase(std::remove(expected.begin(), expected.end(), 3), expected.end());
    out.erase(thrust::remove(out.begin(), out.end(), 3), out.end());
    same(out, expected);
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    out.erase(thrust::unique(out.begin(), out.end()), out.end());
    same(out, expected);
}

static void elements_are_ordered(const std::vector<int> &a, const std::vector<int> &b)
{
    const size_t n = a.size();
    thrust::device_vector<int> x = a, y = b, places(n), out(2 * n);
    std::vector<int> expected = a, sorted_b = b, order(n), both(2 * n);

    thrust::sequence(places.begin(), places.end());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int p, int q) {
        return a[static_cast<size_t>(p)] > a[static_cast<size_t>(q)];
    });
    thrust::stable_sort_by_key(x.begin(), x.end(), places.begin(), thrust::greater<int>());
    same(places, order);
    std::sort(expected.begin(), expected.end(), std::greater<int>());
    same(x, expected);
    thrust::sort(x.begin(), x.end());
    std::sort(expected.begin(), expected.end());
    same(x, expected);
    CHECK(thrust::is_sorted(x.begin(), x.end()));

    thrust::sort(y.begin(), y.end());
    std::sort(sorted_b.begin(), sorted_b.end());
    thrust::merge(x.begin(), x.end(), y.begin(), y.end(), out.begin());
    std::merge(expected.begin(), expected.end(), sorted_b.begin(), sorted_b.end(), both.begin());
    same(out, both);
    auto end = thrust::set_intersection(x.begin(), x.end(), y.begin(), y.end(), out.begin());
    auto end_here = std::set_intersection(expected.begin(), expected.end(), sorted_b.begin(),
                                          sorted_b.end(), both.begin());
    out.resize(static_cast<size_t>(end - out.begin()));
    both.resize(static_cast<size_t>(end_here - both.begin()));
    same(out, both);

    thrust::lower_bound(x.begin(), x.end(), y.begin(), y.end(), places.begin());
    for (size_t i = 0; i < n; i++)
        order[i] = static_cast<int>(
            std::lower_bound(expected.begin(), expected.end(), sorted_b[i]) - expected.begin());
    same(places, order);
}

static void keys_are_reduced(std::vector<int> keys)
{
    const size_t n = keys.size();
    std::sort(keys.begin(), keys.end());
    thrust::device_vector<int> x = keys, ones(n), found(n), counts(n), out(n);
    std::vector<int> expected_keys, expected;

    for (size_t i = 0; i < n; i++) {
        if (i == 0 || keys[i] != keys[i - 1]) {
            expected_keys.push_back(keys[i]);
            expected.push_back(0);
        }
        expected.back()++;
    }
    auto ends = thrust::reduce_by_key(x.begin(), x.end(), thrust::make_constant_iterator(1),
                                      found.begin(), counts.begin());
    found.resize(static_cast<size_t>(ends.first - found.begin()));
    counts.resize(static_cast<size_t>(ends.second - counts.begin()));
    same(found, expected_keys);
    same(counts, expected);

    thrust::inclusive_scan_by_key(x.begin(), x.end(), thrust::make_constant_iterator(1),
                                  out.begin());
    std::vector<int> ranks(n);
    for (size_t i = 0; i < n; i++)
        ranks[i] = i > 0 && keys[i] == keys[i - 1] ? ranks[i - 1] + 1 : 1;
    same(out, ranks);
    thrust::unique_by_key_copy(x.begin(), x.end(), thrust::make_counting_iterator(0),
                               thrust::make_discard_iterator(), counts.begin());
    for (size_t run = 0, first = 0; run < expected.size();
         first += static_cast<size_t>(expected[run++]))
        expected_keys[run] = static_cast<int>(first);
    same(counts, expected_keys);
}

static void vectors_hold_values()
{
    thrust::host_vector<int> h(4, 7);
    thrust::device_vector<int> d = h;

    h[1] = 8;
    d[2] = 9;
    d.push_back(10);
    CHECK_EQ(static_cast<int>(d[2]), 9);
    CHECK_EQ(d.size(), 5u);
    CHECK_EQ(static_cast<int>(d.back()), 10);
    d.insert(d.begin() + 1, 5);
    d.erase(d.begin());
    thrust::copy(h.begin(), h.begin() + 2, d.begin() + 1);
    same(d, std::vector<int>{5, 7, 8, 7, 10});
    thrust::device_vector<int> moved = std::move(d);
    CHECK(moved == thrust::device_vector<int>(moved.begin(), moved.end()));

    int *raw = check_device<int>(100);
    thrust::device_ptr<int> wrapped(raw);
    thrust::fill(thrust::device, raw, raw + 50, 1);
    thrust::fill(wrapped + 50, wrapped + 100, 2);
    CHECK_EQ(thrust::reduce(thrust::device, raw, raw + 100), 150);
    CHECK_EQ(thrust::reduce(thrust::host, h.begin(), h.end()), 29);
    CHECK_EQ(static_cast<int>(wrapped[99]), 2);
    CHECK(thrust::raw_pointer_cast(wrapped) == raw);
    CHECK_CUDA(cudaFree(raw));
}

// The engines are those of the C++ standard.
static void engines_give_what_is_published()
{
    thrust::minstd_rand a, b;
    thrust::minstd_rand0 c;
    thrust::uniform_real_distribution<float> unit(-1, 1);
    thrust::uniform_int_distribution<int> dice(1, 6);

    for (int i = 1; i < 10000; i++)
        (void)c();
    CHECK_EQ(c(), 1043618065u);
    a.discard(9999);
    CHECK_EQ(a(), 399268537u);
    for (int i = 0; i < 100; i++) {
        const float f = unit(b);
        const int d = dice(b);

        CHECK(f >= -1 && f < 1);
        CHECK(d >= 1 && d <= 6);
    }
}

// What needs more memory than there is throws.
static void errors_are_thrown()
{
    bool thrown = false;

    try {
        thrust::device_vector<char> much(size_t(1) << 50);
    } catch (const std::bad_alloc &) {
        thrown = true;
    }
    (void)cudaGetLastError();
    CHECK(thrown);
}

int main()
{
    uint64_t seed = 20;

    for (int round = 0; round < 6; round++) {
        static const size_t upto[] = {1, 2, 40, 300, 1000, 5000};
        const size_t n = 1 + check_random(&seed) % upto[round];
        const std::vector<int> a = drawn(n, &seed, 50), b = drawn(n, &seed, 50);

        elements_are_changed(a, b);
        elements_are_joined(a, b);
        elements_are_chosen(a);
        elements_are_ordered(a, b);
        keys_are_reduced(a);
    }
    vectors_hold_values();
    engines_give_what_is_published();
    errors_are_thrown();
    return check_end();
}
