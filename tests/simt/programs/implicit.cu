// What a program may use without including it, and CUDA's functions that no C library has.
#include <cuda_runtime.h>

// Before check.h brings its own headers: these names come with nvcc.
static_assert(INT_MAX > 0 && CHAR_BIT == 8 && RAND_MAX > 0, "<limits.h> and <stdlib.h>");
static_assert(CUDA_R_32F == 0 && alignof(double2) == 16, "library_types.h and vector_types.h");
#if CUDART_VERSION >= 13000
static_assert(alignof(double4_32a) == 32, "vector_types.h");
#endif

static int of_the_host(const char *text)
{
    char copy[8];
    memset(copy, 0, sizeof copy);
    strncpy(copy, text, sizeof copy - 1);
    int *made = new int(toupper(copy[0]) == 'X' && isdigit(copy[1]));
    int right = *made && std::pow(2.0, 3) == 8 && std::max(1, 2) == 2;
    delete made;
    return right;
}

#include "check.h"

enum { N = 2000 };

__global__ void inverses(double *out, float *out_f, const double *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        out[i] = erfinv(x[i]);
        out[N + i] = erfcinv(1 + x[i]);
        out[2 * N + i] = normcdfinv(0.5 + x[i] / 2);
        out_f[i] = erfinvf((float)x[i]);
        out_f[N + i] = normcdfinv((float)(0.5 + x[i] / 2));
    }
}

// How far y is from the root of f(y) = x, in units of y's last place.
static double off(long double f, long double slope, long double x, double y, int digits)
{
    int exponent;
    frexp(y, &exponent);
    return (double)(fabsl((f - x) / slope) / ldexpl(1, exponent - digits));
}

static void check_inverses(void)
{
    static double x[N], got[3 * N];
    static float got_f[2 * N];
    uint64_t seed = 7;
    for (int i = 0; i < N; i++)
        x[i] = i % 2 ? check_uniform(&seed, -1, 1) : 1 - ldexp(1, -1 - i % 40);
    double *in = check_upload(x, N), *out = check_device<double>(3 * N);
    float *out_f = check_device<float>(2 * N);
    inverses<<<(N + 127) / 128, 128>>>(out, out_f, in);
    CHECK_LAUNCH();
    check_take(got, out, 3 * N);
    check_take(got_f, out_f, 2 * N);
    CHECK_CUDA(cudaFree(in));
    const long double two_over_root_pi = 2 / sqrtl(acosl(-1)), root = sqrtl(2);
    for (int i = 0; i < N; i++) {
        double a = got[i], b = got[N + i], c = got[2 * N + i];
        long double slope = two_over_root_pi * expl(-(long double)a * a);
        CHECK(off(erfl(a) - 1, slope, x[i] - 1.0L, a, 53) <= 5.5);
        CHECK(off(erfcl(b), two_over_root_pi * expl(-(long double)b * b), 1 + x[i], b, 53) <= 6.5);
        long double p = 0.5 + x[i] / 2, half = two_over_root_pi / 2 / root;
        CHECK(off(erfcl(-c / root) / 2, half * expl(-(long double)c * c / 2), p, c, 53) <= 7.5);
        float a_f = got_f[i], x_f = (float)x[i];
        CHECK(fabsf(x_f) < 1 ? off(erfl(a_f), two_over_root_pi * expl(-(long double)a_f * a_f), x_f,
                                   a_f, 24) <= 3
                             : std::isinf(a_f));
    }
}

__global__ void values(double *out)
{
    int at = 0;
    out[at++] = erfcx(1.0);
    out[at++] = erfcx(10.0);
    out[at++] = erfcx(100.0);
    out[at++] = erfcx(-2.0);
    out[at++] = cyl_bessel_i0(1.0);
    out[at++] = cyl_bessel_i0(-10.0);
    out[at++] = cyl_bessel_i1(1.0);
    out[at++] = cyl_bessel_i1(-3.0);
    out[at++] = cyl_bessel_i0(0.0) + cyl_bessel_i1(0.0);
    out[at++] = cyl_bessel_i0(800.0) == INFINITY && cyl_bessel_i1(-800.0) == -INFINITY;
    out[at++] = double2int(-1.5, cudaRoundMinInf);
    out[at++] = dadd(1, 0x1p-60, cudaRoundPosInf) - 1;
    out[at++] = __fmaf_ieee_rz(3, 5, -0x1p-30f);
    out[at++] = (double)erfcxf(1);
    out[at++] = (double)cyl_bessel_i0f(1);
}

static void check_values(void)
{
    static const double expected[] = {0.42758357615580700,
                                      0.056140992743822586,
                                      0.0056416137829894329,
                                      108.94090438997798,
                                      1.2660658777520083,
                                      2815.7166284662544,
                                      0.56515910399248503,
                                      -3.9533702174026093,
                                      1,
                                      1,
                                      -2,
                                      0x1p-52,
                                      15 - 0x1p-20,
                                      0.42758357615580700,
                                      1.2660658777520083};
    enum { COUNT = sizeof expected / sizeof *expected, FLOATS = 2 };
    double got[COUNT], *out = check_device<double>(COUNT);
    values<<<1, 1>>>(out);
    CHECK_LAUNCH();
    check_take(got, out, COUNT);
    for (int i = 0; i < COUNT; i++) {
        double bound = i < COUNT - FLOATS ? 2e-15 : 1e-6;
        if (check_note(fabs(got[i] - expected[i]) <= bound * fabs(expected[i])))
            fprintf(stderr, "value %d: got %.17g, expected %.17g\n", i, got[i], expected[i]);
    }
}

static void check_limits(void)
{
    CHECK(erfinv(1.0) == INFINITY && erfinv(-1.0) == -INFINITY && std::isnan(erfinv(1.5)));
    CHECK(erfcinv(0.0) == INFINITY && erfcinv(2.0) == -INFINITY && erfcinv(1.0) == 0);
    CHECK(normcdfinv(0.0) == -INFINITY && normcdfinv(1.0) == INFINITY && normcdfinv(0.5) == 0);
    CHECK(erfcx(1e300) < 1e-300 && erfcx(-30.0) == INFINITY && std::isnan(erfcx(NAN)));
}

int main()
{
    CHECK(of_the_host("x7"));
    check_inverses();
    check_values();
    check_limits();
    return check_end();
}
