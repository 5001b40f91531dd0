/* What barriers.cu launches; `out` is device memory of BARRIER_BLOCK ints. */
#ifndef GS_BARRIERS_H
#define GS_BARRIERS_H

#ifdef __cplusplus
extern "C" {
#endif

enum { BARRIER_BLOCK = 256 };

int bench_barriers(int *out, int barriers); /* one block; `barriers` is even */
int bench_one_thread(int *out);

#ifdef __cplusplus
}
#endif

#endif
