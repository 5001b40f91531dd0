/* A point's records: filled, marked, and added to the results. */
#ifndef GS_MAKE_RECORD_H
#define GS_MAKE_RECORD_H

#include "bench.h"
#include "plan.h"
#include "sampling.h"
#include "verify.h"

/* What is known of a record before anything is measured. */
struct gs_record gs_record_make(const struct gs_bench *bench, const struct gs_point *point,
                                enum gs_residency residency, enum gs_cache cache);

/* Takes the samples of a record. False where one failed. */
bool gs_record_take_samples(struct gs_bench *bench, struct gs_record *record, gs_sample_fn *sample,
                            void *context, double budget_s);

/*
 * Moves the record into the results, with its verdict from what verification found: only one that
 * is right keeps its time.
 */
enum gs_status gs_record_finish(struct gs_bench *bench, struct gs_record *record,
                                const struct gs_verification *verification, struct gs_error *error);

/* The same for one that was timed, marked where that was noisy; status is that of the verification,
 * and returned where it is an error. */
enum gs_status gs_record_finish_timed(struct gs_bench *bench, struct gs_record *record,
                                      enum gs_status status,
                                      const struct gs_verification *verification,
                                      struct gs_error *error);

/* The record of a pass that ended before it had one of its own: crashed, or hung. */
enum gs_status gs_point_record_ended(struct gs_bench *bench, const struct gs_point *point,
                                     enum gs_residency residency, enum gs_verdict verdict,
                                     const char *why, struct gs_error *error);

/* A record of what was not measured, and why. */
enum gs_status gs_point_record_skipped(struct gs_bench *bench, const struct gs_point *point,
                                       enum gs_residency residency, const char *why,
                                       struct gs_error *error);

#endif
