/*
 * A kernel of gridstride over its own inputs, as nvbench is to launch it: the same launcher, the
 * same arrays, and the harness's own verification and flush.
 */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct subject; /* opaque; one a process: it holds the device */

/* NULL where memory is out. Release with subject_close(), which takes NULL too. */
struct subject *subject_open(void);
void subject_close(struct subject *subject);

/* What a kernel file declares. The names are good until subject_close(). */
enum { SUBJECT_MOST = 64 };
struct subject_kernels {
    const char *workload;
    const char *variants[SUBJECT_MOST]; /* of the device */
    const char *dtypes[SUBJECT_MOST];
    size_t variant_count, dtype_count;
    size_t sizes[SUBJECT_MOST];
    size_t size_count;
};

/*
 * Loads a kernel file, as `gridstride run FILE.cu` does, before the first choice. Returns NULL, or
 * one line that says what is wrong.
 */
const char *subject_bring(struct subject *subject, const char *path, struct subject_kernels *out);

/*
 * Chooses a device variant of a kernel file that was brought, or of any lesson, at size n and in
 * its workload's own block size, fills its arrays (those of the choice before, where only the
 * variant changed) and runs it once.
 * Returns NULL, or one line that says why it cannot be measured: unknown, no memory, no device, or
 * a wrong answer. The line is good until the next call.
 */
const char *subject_choose(struct subject *subject, const char *workload, const char *variant,
                           const char *dtype, size_t n);

/* Of the choice: threads a block, and bytes that it reads and writes at least. */
unsigned subject_block(const struct subject *subject);
size_t subject_traffic(const struct subject *subject);

/* Queues one run of the choice into a cudaStream_t; returns its cudaError_t. */
int subject_launch(struct subject *subject, void *stream);

/*
 * The median of the choice's cold samples as `gridstride run` takes them, and how many it took.
 * False where the device refused.
 */
bool subject_measure(struct subject *subject, double *median_s, size_t *samples);

/* The cudaStream_t that gridstride measures in. */
void *subject_stream(const struct subject *subject);

/* Queues what empties the L2 before a cold sample of gridstride's; returns its cudaError_t. */
int subject_flush(struct subject *subject, void *stream);

#ifdef __cplusplus
}
#endif

#endif
