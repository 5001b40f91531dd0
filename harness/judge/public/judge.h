/*
 * A check of one file: compiled, run in processes of its own at every size under the inspector,
 * compared here, explained. The verdict is made in this process from what came back.
 */
#ifndef GS_JUDGE_H
#define GS_JUDGE_H

#include "course.h"
#include "sandbox.h"

#include <jansson.h>

struct gs_judge_options {
    const struct gs_lesson_exercises *lesson;
    const struct gs_exercise *exercise;
    unsigned number;    /* of the exercise in its lesson */
    const char *source; /* path of the student's file */
    uint64_t seed;      /* of inputs and schedules */
    enum gs_sandbox sandbox;
    const char *tools;   /* where the simulator's compiler is (compilers.h); NULL: as installed */
    bool use_cache;      /* keep what was compiled, for the next check of the same text */
    const char *keep_as; /* how what is kept is called, beside the exercise's name; NULL: by what it
                          * is for */
    const char *profile; /* path of a GPU's: what the kernels would take there belongs into the
                          * marks; NULL: it does not */
    unsigned gpus;       /* that it runs on as well, and is timed on; they need nvcc */
    bool curves;         /* what the exercise draws belongs into the marks */
};

/*
 * GS_OK: it passed; GS_WRONG: it did not; both give the marks, the caller's:
 *
 * {"version": 1, "exercise": "3.1", "name": "vecadd", "title": "...", "file": "vecadd.cu",
 *  "seed": 1, "verdict": "passed" | "failed", "score": 10.0, "max_score": 10.0, "seconds": 0.8,
 *  "tests": [{"name": "n = 31", "size": {"n": 31}, "gpu": true, "status": "passed" | "failed" |
 *             "not run", "sentence": "...", "right": false}],
 *  "mistake": null | {"kind": "no-bounds-check", "sentence": "...", "file": "vecadd.cu",
 *              "line": 7 (0: none), "text": "the line", "drawing": "lines of text" | "",
 *              "detail": "the inspector's or compiler's own words" | "", "test": "n = 33",
 *              "size": {"n": 33}, "gpu": true,
 *              "known": "wrong/NAME.cu", where it is a known mistake of an exercise of data,
 *              "untouched": of wrong values, whether elements of a result hold what they held},
 *  "output": [{"test": "n = 33", "size": {"n": 33}, "gpu": true, "calls": 1, "text": "what the
 * program printed", "left_out": 0 (lines), "end": "the last lines, where some are left out" | ""}],
 * "warnings": [mistakes of the kind "warning", without "test"], "cost": [{"key": "global_sectors",
 * "what": "sectors of global memory", "used": 8,
 * "allowed": 4, "good": false}], "performance": null | {"verdict": "passed" | "failed" |
 * "inconclusive", "ratio": 1.02, "percent_of_peak": 91.0, "us": 61.0, "reference_us": 60.2,
 * "device": "NVIDIA H200", "sentence": "..."} | {"verdict": "skipped", "sentence": "..."}, where
 * the machine has fewer GPUs than the exercise needs}
 *
 * and, where it was asked for, "curves": [{"title": "before: in", "count": 100000, "low": [-7,
 * null], "high": [9, null]}]: of each column the smallest and the largest of its elements, null
 * where none was written; no curves where the program did not run at the largest size.
 *
 * Where it was asked for, all answers are right, and the exercise is one that is timed on a GPU,
 * "predicted": {"gpu": "NVIDIA H100 80GB HBM3", "at": "n = 2097152", "us": 41.2, "reference_us":
 * 13.3, "ratio": 3.1, "binds": "shared" (as `predict --json` has it), "sentence": "..."}. Nothing
 * of it was measured.
 *
 * Where the exercise prints a matrix and the program ran at the first size, "matrix": {"name":
 * "a", "rows": 4, "columns": 4, "before": [1.5, null (no number), ...], "after": [...]}, by rows.
 *
 * "size" only of a test of one size, by the exercise's own names of n and m, and "gpu" of what ran
 * on the GPU. "sentence" in tests only where it failed, and "right": whether its answer was, so
 * that what failed is how it was found. "output" of the cases that printed anything to stdout or
 * stderr, made safe to show (printed.h). "warnings" are the compiler's, and like ones, where it
 * failed: what explains most first. "cost" is counted on the simulator, of the largest case.
 * Anything else: it could not be judged (no compiler, no such file), and there are no marks.
 */
enum gs_status gs_judge(const struct gs_judge_options *options, json_t **marks,
                        struct gs_error *error);

/* How long one call takes on the GPU, from the call until the device is idle, and what of that the
 * bus needs. */
struct gs_call_time {
    char device[256];
    bool right; /* the answer is; else `sentence` says what happened, and there are no times */
    char sentence[512];
    double s; /* the median of the calls, in which nothing is in the device's cache */
    double in_gb_s, out_gb_s; /* of copies of page-locked memory to the device and back, alone */
    double least_s; /* the inputs one way and the results the other, both at that speed at once */
};

/* Times the exercise's function at that size; it needs a GPU and nvcc, and options->source to
 * compile. GS_WRONG: it does not compile, with the sentence in error. */
enum gs_status gs_judge_call_time(const struct gs_judge_options *options,
                                  const struct gs_shape *shape, struct gs_call_time *time,
                                  struct gs_error *error);

/* The marks of an exercise for which nothing was handed in; the caller's. Its mistake's kind is
 * "missing". */
json_t *gs_judge_missing(const struct gs_judge_options *options);

#endif
