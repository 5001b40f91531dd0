/* y[i] = the limit of v = v / 2 + 1, begun at x[i]: PERCENT / 100 times so many steps as a
 * variant's name says. Two files that differ by PERCENT differ by so much work. */
#include <gridstride.cuh>

enum { PERCENT = 100 };

template <int STEPS> __global__ void steps(size_t n, const float *x, float *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    for (int k = 0; k < STEPS / 100 * PERCENT; k++)
        v = v * 0.5f + 1;
    y[i] = v;
}

template <int STEPS> void launch(gs_launch at, const float *x, float *y)
{
    steps<STEPS><<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
}

double limit(size_t, size_t, const float *)
{
    return 2;
}

GRIDSTRIDE("y[i] = the limit of v = v / 2 + 1", gs_sizes("1Ki,4Ki,16Ki,64Ki,128Ki"), gs_input("x"),
           gs_output("y"), gs_reference(limit), gs_variant_named("steps_8000", launch<8000>),
           gs_variant_named("steps_10000", launch<10000>),
           gs_variant_named("steps_12000", launch<12000>),
           gs_variant_named("steps_14000", launch<14000>),
           gs_variant_named("steps_16000", launch<16000>),
           gs_variant_named("steps_18000", launch<18000>),
           gs_variant_named("steps_20000", launch<20000>),
           gs_variant_named("steps_24000", launch<24000>));
