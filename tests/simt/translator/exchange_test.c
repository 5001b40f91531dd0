/* Which code is taken for an exchange of values within a warp that waits for nobody. */
#include "exchange.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define KERNEL "__simt_global__ void k(const float *in, float *out) {\n"
#define SHARED KERNEL "__simt_shared__ float s[64]; int tid = threadIdx.x;\n"

/* `line` is that of the exchange, 0: there is none. */
struct row {
    const char *name, *text;
    unsigned long line;
};

static const struct row rows[] = {
    {"the tail of a reduction, volatile",
     "__simt_device__ void tail(volatile float *s, int t) {\n"
     "s[t] += s[t + 32];\ns[t] += s[t + 16]; }\n",
     3},
    {"the tail of a reduction, plain",
     "__simt_device__ void tail(float *s, int t) {\ns[t] += s[t + 32];\ns[t] += s[t + 16]; "
     "}\n" KERNEL "__simt_shared__ float m[64]; tail(m, threadIdx.x); }",
     3},
    {"as a loop", SHARED "for (int o = 16; o > 0; o /= 2)\ns[tid] += s[tid + o]; }", 4},
    {"by another pointer",
     SHARED "volatile float *v = s;\nv[tid] += v[tid + 2];\nv[tid] += v[tid + 1]; }", 5},
    {"by a cast",
     SHARED "((volatile float *)s)[tid] += in[0];\nout[0] = ((volatile float *)s)[tid + 1]; }", 4},
    {"dynamic shared memory",
     KERNEL
     "extern __simt_shared__ float s[]; int t = threadIdx.x;\ns[t] = in[t];\nout[t] = s[31 - t]; }",
     4},
    {"a neighbour's element", SHARED "s[tid] = in[tid];\nout[tid] = s[tid ^ 1]; }", 4},
    {"what the last lane wrote",
     KERNEL "__simt_shared__ float total; int lane = threadIdx.x % 32;\n"
            "if (lane == 31) total = in[lane];\nout[lane] = total; }",
     4},
    {"an inclusive scan in place",
     SHARED
     "for (int o = 1; o < 32; o *= 2) {\nif (tid >= o) s[tid] += s[tid - o];\n__syncthreads(); } }",
     4},
    {"a tile that the next turn overwrites",
     KERNEL "__simt_shared__ float t[8][8]; int x = threadIdx.x, y = threadIdx.y; float sum = 0;\n"
            "for (int i = 0; i < 9; i++) {\nt[y][x] = in[i]; __syncthreads();\n"
            "for (int k = 0; k < 8; k++)\nsum += t[y][k]; } out[x] = sum; }",
     6},
    {"one thread sums up what all wrote",
     SHARED "s[tid] = in[tid];\nif (tid == 0) { float sum = 0;\nfor (int i = 0; i < 32; i++) sum "
            "+= s[i];\n"
            "out[0] = sum; } }",
     5},

    {"a tree with barriers",
     SHARED
     "for (int o = 32; o > 0; o /= 2) {\nif (tid < o) s[tid] += s[tid + o];\n__syncthreads(); }\n"
     "if (tid == 0) out[0] = s[0]; }",
     0},
    {"a tree with the barrier first",
     SHARED "s[tid] = in[tid];\nfor (int o = 32; o > 0; o /= 2) {\n__syncthreads();\n"
            "if (tid < o) s[tid] += s[tid + o]; }\nout[0] = tid == 0 ? s[0] : 0; }",
     0},
    {"a tail with __syncwarp()",
     SHARED "float v = s[tid];\nv += s[tid + 16]; __syncwarp(); s[tid] = v; __syncwarp();\n"
            "v += s[tid + 8]; __syncwarp(); s[tid] = v; }",
     0},
    {"a barrier in a function",
     "__simt_device__ void both() { __syncthreads(); }\n" SHARED
     "s[tid] = in[tid]; both(); out[tid] = s[63 - tid]; }",
     0},
    {"one's own element", SHARED "s[tid] = in[tid]; s[tid] *= 2; out[tid] = s[tid]; }", 0},
    {"both elements of a swap",
     SHARED "int o = tid ^ 8;\nif (o > tid && s[tid] > s[o]) { float t = s[tid]; s[tid] = s[o]; "
            "s[o] = t; }\n"
            "__syncthreads(); }",
     0},
    {"a tile with two barriers",
     KERNEL "__simt_shared__ float t[8][8]; int x = threadIdx.x, y = threadIdx.y; float sum = 0;\n"
            "for (int i = 0; i < 9; i++) {\nt[y][x] = in[i]; __syncthreads();\n"
            "for (int k = 0; k < 8; k++)\nsum += t[y][k]; __syncthreads(); } out[x] = sum; }",
     0},
    {"halves that take turns",
     SHARED "int p = 0; for (int o = 1; o < 32; o *= 2) {\n"
            "s[p * 32 + tid] = s[(1 - p) * 32 + tid - o]; p = 1 - p; __syncthreads(); } }",
     0},
    {"one thread alone",
     SHARED
     "if (tid == 0) { s[0] = in[0]; for (int i = 1; i < 9; i++) s[i] = s[i - 1] + in[i]; } }",
     0},
    {"atomics", SHARED "atomicAdd(&s[(int)in[tid]], 1.0f); __syncthreads(); out[tid] = s[tid]; }",
     0},
    {"memory of the thread's own",
     KERNEL "float s[4]; int t = threadIdx.x; s[t % 4] = 1; out[t] = s[2]; }\n"
            "__simt_global__ void l() { __simt_shared__ float s[2]; }",
     0},
    {"words that blocks hand on",
     "__simt_global__ void k(volatile int *flag, int *out) { int b = blockIdx.x;\n"
     "if (b > 0) out[b] = flag[b - 1]; flag[b] = 1; }",
     0},
    {"the host's own code", "void f(volatile int *s, int t) { s[t] = s[t + 1]; s[t] += s[t + 2]; }",
     0},
};

static unsigned long exchange_line(const char *text)
{
    struct simt_source source = {0};
    struct simt_declarations declarations = {0};
    struct simt_buffer error = {0};
    unsigned long line = 0;
    assert_true(simt_source_read(&source, text, strlen(text), &error));
    simt_declarations_find(&source, &declarations);
    size_t place = simt_exchange_find(&source, &declarations);
    for (size_t i = 0; place != SIMT_NO_MATCH && i < source.tokens[place].start; i++)
        line += text[i] == '\n';
    simt_declarations_release(&declarations);
    simt_source_release(&source);
    simt_buffer_release(&error);
    return place == SIMT_NO_MATCH ? 0 : line + 1;
}

static void exchanges_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned long line = exchange_line(rows[i].text);
        if (line != rows[i].line)
            fail_msg("%s: line %lu, expected %lu", rows[i].name, line, rows[i].line);
    }
}

/* Text that ends anywhere is read to its end. */
static void mutilated_text_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t length = 0; length < strlen(rows[i].text); length++) {
            char *text = strndup(rows[i].text, length);
            assert_non_null(text);
            (void)exchange_line(text);
            free(text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanges_are_found),
        cmocka_unit_test(mutilated_text_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
