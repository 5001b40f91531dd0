/*
 * What has changed between two recorded results: row by row, a ratio of medians, how sure it is,
 * and what that means.
 */
#ifndef GS_COMPARE_H
#define GS_COMPARE_H

#include "record.h"
#include "significance.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What became of a row that is in both results. */
enum gs_change {
    GS_TURNED_WRONG, /* the answer is wrong, or there is none, and before it was not so */
    GS_TURNED,       /* another verdict, and no such one */
    GS_SLOWER,
    GS_FASTER,
    GS_SAME,    /* the interval lies within the threshold, on both sides of no change */
    GS_TOO_FEW, /* more processes could tell; so many are in the pair */
    GS_UNCLEAR, /* of one process: too few samples, or they differ too much to tell; of several: so
                   close to the threshold that no number of processes can tell */
    GS_UNTIMED, /* the same verdict, and no time in one of the results or both */
    GS_CHANGE_COUNT
};

/* A row of both; the records are the results' own. */
struct gs_pair {
    const struct gs_record *old, *new;
    enum gs_change change;
    struct gs_ratio
        ratio;        /* of a timed pair; where it was not tested, low is 0, high is INFINITY */
    bool tested;      /* there are samples enough */
    double p;         /* of the test, where tested */
    bool significant; /* that there is a change at all, among so many tests */
    bool between;     /* tested by what differs between processes; else within one on each side */
    struct gs_between_processes_test processes; /* where `between` */
    size_t wanted; /* of GS_TOO_FEW: processes a side that would tell */
};

struct gs_comparison {
    const struct gs_results *old, *new;
    double threshold;      /* a share: 0.05 is 5 % */
    struct gs_pair *pairs; /* in the old result's order; owned */
    size_t count;
    const struct gs_record **only_old, **only_new; /* in their order; owned */
    size_t only_old_count, only_new_count;
    bool other_device, other_cpu; /* the new result is from another machine */
};

/*
 * The default: 5 %. Two runs of one build on one idle machine agree within 2 %, but on another
 * day, or on another card of the same model, a kernel's median has been seen to differ by 4 %, and
 * the samples of one run, however many, say nothing about that.
 */
#define GS_COMPARE_THRESHOLD 0.05

/*
 * Matches rows by what names them: workload, variant, dtype, n, grid, block, residency and cache.
 * A row is slower (or faster) where
 *   - the medians differ by more than the threshold,
 *   - the 95 % interval of their ratio does not hold 1, and
 *   - the test is significant, at a rate of false discoveries of 1 % over all rows: of the
 *     rows called so at most 1 in 100 by chance; and where nothing has changed, any at all in at
 *     most 1 of 100 comparisons. (One test alone at p < 0.01 would call 6 of 600 rows.)
 * Where several processes have taken the samples on both sides (run --processes), interval and test
 * are those of gs_between_processes_test(), over one median a process; else those of the samples of
 * the two processes, which do not know how much one process differs from the next. Two results of
 * kernel files are compared whatever the files are called. Both results stay the caller's, and must
 * outlive the comparison, which gs_comparison_release() frees. GS_USAGE where no row is in both.
 */
enum gs_status gs_compare(const struct gs_results *old, const struct gs_results *new,
                          double threshold, struct gs_comparison *out, struct gs_error *error);
void gs_comparison_release(struct gs_comparison *comparison);

/* The processes a side that all rows of GS_TOO_FEW would be told with; 0: there is none. */
size_t gs_comparison_wanted(const struct gs_comparison *comparison);

/* How many pairs there are of a change. */
size_t gs_comparison_count(const struct gs_comparison *comparison, enum gs_change change);

/*
 * GS_WRONG, with a sentence, where a row has turned wrong, and where one is slower: that only on
 * the same machine, for on another one it is no fault of the code.
 */
enum gs_status gs_comparison_status(const struct gs_comparison *comparison, struct gs_error *error);

/* What was compared; what turned wrong, slower, faster; what is unclear; how many of each. The
 * names are the files'. */
void gs_comparison_print(const struct gs_comparison *comparison, const char *old_name,
                         const char *new_name, FILE *out);

/* "+1.23%", "-45.6%"; from tenfold on "12.3x". */
enum { GS_RATIO_TEXT = 16 };
void gs_ratio_format(double ratio, char text[static GS_RATIO_TEXT]);

/* A number of percent as typed ("5", "2.5") as a share. */
enum gs_status gs_threshold_parse(const char *text, double *out, struct gs_error *error);

#endif
