/* Which rows belong together, and what is to be said of each pair. Printing: table_compare.c. */
#include "compare.h"

#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rate of false discoveries; see compare.h. */
static const double discovery_rate = 0.01;

/* ---- matching -------------------------------------------------------------------------------- */

/* Two results of kernel files, which have one workload each: it bears the file's name. */
static bool are_kernel_files(const struct gs_comparison *c)
{
    return gs_results_fact(c->old, "source") != NULL && gs_results_fact(c->new, "source") != NULL;
}

static int compare_places(const void *a, const void *b)
{
    const struct gs_record *x = *(const struct gs_record *const *)a;
    const struct gs_record *y = *(const struct gs_record *const *)b;
    return (x > y) - (x < y);
}

static int compare_pairs(const void *a, const void *b)
{
    const struct gs_record *x = ((const struct gs_pair *)a)->old;
    const struct gs_record *y = ((const struct gs_pair *)b)->old;
    return (x > y) - (x < y);
}

/* Merges the two; what has no partner stays in the arrays that it was in. */
static bool match(struct gs_comparison *c)
{
    c->only_old = gs_results_sorted(c->old);
    c->only_new = gs_results_sorted(c->new);
    c->pairs = calloc(c->old->count + 1, sizeof *c->pairs);
    if (c->only_old == NULL || c->only_new == NULL || c->pairs == NULL)
        return false;
    size_t i = 0, j = 0;
    int (*compare)(const struct gs_record *, const struct gs_record *) =
        are_kernel_files(c) ? gs_record_compare_in_workload : gs_record_compare;
    while (i < c->old->count || j < c->new->count) {
        int order = i == c->old->count   ? 1
                    : j == c->new->count ? -1
                                         : compare(c->only_old[i], c->only_new[j]);
        if (order == 0)
            c->pairs[c->count++] =
                (struct gs_pair){.old = c->only_old[i++], .new = c->only_new[j++]};
        else if (order < 0)
            c->only_old[c->only_old_count++] = c->only_old[i++];
        else
            c->only_new[c->only_new_count++] = c->only_new[j++];
    }
    qsort(c->pairs, c->count, sizeof *c->pairs, compare_pairs);
    qsort(c->only_old, c->only_old_count, sizeof(struct gs_record *), compare_places);
    qsort(c->only_new, c->only_new_count, sizeof(struct gs_record *), compare_places);
    return true;
}

/* ---- verdicts -------------------------------------------------------------------------------- */

/*
 * How bad a verdict is. What is wrong on purpose is no worse than what was skipped: a race that
 * loses an update today and none tomorrow is the same code.
 */
static int severity_of(enum gs_verdict verdict)
{
    switch (verdict) {
    case GS_RIGHT:
        return 0;
    case GS_SKIPPED:
    case GS_LOST_UPDATES:
    case GS_PARTIAL:
    case GS_INACCURATE:
        return 1;
    default:
        return 2;
    }
}

static bool is_timed(const struct gs_record *record)
{
    return record->time.count > 0;
}

/* What can be said without a test; GS_UNCLEAR where it needs one. */
static enum gs_change change_of_verdict(const struct gs_record *old, const struct gs_record *new)
{
    if (severity_of(new->verdict) > 1 && severity_of(old->verdict) <= 1)
        return GS_TURNED_WRONG;
    if (old->verdict != new->verdict)
        return GS_TURNED;
    return is_timed(old) && is_timed(new) ? GS_UNCLEAR : GS_UNTIMED;
}

/* ---- times ----------------------------------------------------------------------------------- */

static bool is_testable(const struct gs_distribution *time)
{
    bool good = time->count >= GS_FEWEST_SAMPLES;
    for (size_t i = 0; i < time->count; i++)
        good = good && time->samples[i] > 0;
    return good;
}

/* One measurement in both files, to the last digit: no test can say how it differs from itself. */
static bool is_one_measurement(const struct gs_distribution *old, const struct gs_distribution *new)
{
    bool one = old->count == new->count;
    for (size_t i = 0; one && i < old->count; i++)
        one = !(old->samples[i] < new->samples[i]) && !(old->samples[i] > new->samples[i]);
    return one;
}

/* By what differs between processes. False: there is one process on a side, or both. */
static bool test_processes(struct gs_pair *pair)
{
    double old[GS_MOST_PROCESSES], new[GS_MOST_PROCESSES];
    size_t old_count = gs_record_process_medians(pair->old, old);
    size_t new_count = gs_record_process_medians(pair->new, new);
    pair->between = old_count > 1 && new_count > 1;
    if (!pair->between)
        return false;
    gs_between_processes_test(old, old_count, new, new_count, &pair->processes);
    pair->ratio = pair->processes.ratio;
    pair->p = pair->processes.p;
    pair->tested = true;
    return true;
}

/* False when out of memory. */
static bool test(struct gs_pair *pair)
{
    const struct gs_distribution *old = &pair->old->time, *new = &pair->new->time;
    pair->change = change_of_verdict(pair->old, pair->new);
    if (pair->change != GS_UNCLEAR)
        return true;
    pair->ratio = (struct gs_ratio){new->median_s / old->median_s, 0, INFINITY};
    if (is_one_measurement(old, new)) {
        pair->change = GS_SAME;
        return true;
    }
    if (test_processes(pair))
        return true;
    pair->tested = is_testable(old) && is_testable(new);
    if (!pair->tested)
        return true;
    struct gs_rank_test ranks;
    bool good = gs_rank_test(old->samples, old->count, new->samples, new->count, &ranks);
    pair->p = good ? ranks.p : 1;
    return good &&
           gs_median_ratio(old->samples, old->count, new->samples, new->count, &pair->ratio);
}

/*
 * Processes with which an unclear pair would be told: one that seems to have changed by more than
 * the threshold where the test sees that at the level `p`, another where its interval fits into the
 * threshold. 0: too many.
 */
static size_t processes_wanted(const struct gs_pair *pair, double threshold, double p)
{
    double ratio = pair->ratio.ratio, change = log(ratio);
    bool beyond = ratio > 1 + threshold || ratio < 1 - threshold;
    double to_high = log(1 + threshold) - change, to_low = change - log(1 - threshold);
    if (beyond)
        return gs_processes_needed(&pair->processes, fabs(change), p, GS_MOST_PROCESSES);
    return gs_processes_needed(&pair->processes, to_high < to_low ? to_high : to_low, 0.05,
                               GS_MOST_PROCESSES);
}

/* What a tested pair is. */
static enum gs_change judge(const struct gs_pair *pair, double threshold)
{
    const struct gs_ratio *ratio = &pair->ratio;
    if (ratio->low >= 1 - threshold && ratio->high <= 1 + threshold)
        return GS_SAME;
    if (pair->significant && ratio->low > 1 && ratio->ratio > 1 + threshold)
        return GS_SLOWER;
    if (pair->significant && ratio->high < 1 && ratio->ratio < 1 - threshold)
        return GS_FASTER;
    return GS_UNCLEAR;
}

static bool test_all(struct gs_comparison *c)
{
    double *p = malloc((c->count + 1) * sizeof *p);
    size_t tests = 0, significant = 0;
    bool good = p != NULL;
    for (size_t i = 0; good && i < c->count; i++) {
        good = test(&c->pairs[i]);
        if (good && c->pairs[i].tested)
            p[tests++] = c->pairs[i].p;
    }
    double most = good ? gs_significant_p(p, tests, discovery_rate) : 0;
    for (size_t i = 0; good && i < c->count; i++) {
        struct gs_pair *pair = &c->pairs[i];
        if (!pair->tested)
            continue;
        pair->significant = pair->p <= most;
        significant += pair->significant;
        pair->change = judge(pair, c->threshold);
    }
    /* The level that the test would have to reach, were it one more that does. */
    double level = discovery_rate * (double)(significant + 1) / (double)(tests > 0 ? tests : 1);
    for (size_t i = 0; good && i < c->count; i++) {
        struct gs_pair *pair = &c->pairs[i];
        if (pair->change != GS_UNCLEAR || !pair->between)
            continue;
        pair->wanted = processes_wanted(pair, c->threshold, level < 0.05 ? level : 0.05);
        pair->change = pair->wanted > 0 ? GS_TOO_FEW : GS_UNCLEAR;
    }
    free(p);
    return good;
}

/* ---- machines -------------------------------------------------------------------------------- */

static const json_t *ours(const struct gs_results *results)
{
    return json_object_get(results->context, "gridstride");
}

/* One without a device, or an old file without its name, is not another machine for that. */
static bool differ(const json_t *a, const json_t *b)
{
    return a != NULL && b != NULL && !json_is_null(a) && !json_is_null(b) && !json_equal(a, b);
}

static void compare_machines(struct gs_comparison *c)
{
    const json_t *old = ours(c->old), *new = ours(c->new);
    c->other_device = differ(json_object_get(json_object_get(old, "device"), "name"),
                             json_object_get(json_object_get(new, "device"), "name"));
    c->other_cpu = differ(json_object_get(old, "cpu"), json_object_get(new, "cpu")) ||
                   differ(json_object_get(old, "cpu_threads"), json_object_get(new, "cpu_threads"));
}

/* ---- all together ---------------------------------------------------------------------------- */

struct subject {
    char text[80];
};

/* "lesson 3", or "saxpy" of a user's own. */
static struct subject subject_of(const struct gs_results *results)
{
    struct subject subject;
    if (results->count > 0 && gs_results_fact(results, "source") == NULL)
        snprintf(subject.text, sizeof subject.text, "lesson %u", results->records[0].lesson);
    else
        snprintf(subject.text, sizeof subject.text, "%.60s",
                 gs_results_fact_text(results, "slug", "an unknown lesson"));
    return subject;
}

enum gs_status gs_compare(const struct gs_results *old, const struct gs_results *new,
                          double threshold, struct gs_comparison *out, struct gs_error *error)
{
    *out = (struct gs_comparison){.old = old, .new = new, .threshold = threshold};
    enum gs_status status = GS_OK;
    if (!match(out) || !test_all(out))
        status = gs_fail(error, GS_SYSTEM_FAILED, "out of memory to compare %zu rows with %zu",
                         old->count, new->count);
    else if (out->count == 0)
        status = gs_fail(error, GS_USAGE,
                         "no row of the one result is in the other: %zu rows of %s, and %zu of %s; "
                         "compare runs of the same lesson or kernel, and of the same sizes",
                         old->count, subject_of(old).text, new->count, subject_of(new).text);
    if (status != GS_OK)
        gs_comparison_release(out);
    else
        compare_machines(out);
    return status;
}

void gs_comparison_release(struct gs_comparison *comparison)
{
    free(comparison->pairs);
    free(comparison->only_old);
    free(comparison->only_new);
    *comparison = (struct gs_comparison){0};
}

size_t gs_comparison_wanted(const struct gs_comparison *comparison)
{
    size_t wanted = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        if (comparison->pairs[i].wanted > wanted)
            wanted = comparison->pairs[i].wanted;
    }
    return wanted;
}

size_t gs_comparison_count(const struct gs_comparison *comparison, enum gs_change change)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += comparison->pairs[i].change == change;
    return count;
}

/*
 * A slower row is a fault of the code only where the same machine ran it. Another device is another
 * machine, whatever its CPU calls itself; beside another CPU, or with other threads, the device is
 * the same, and so are the times of what it does by itself.
 */
static bool is_regression(const struct gs_comparison *c, const struct gs_pair *pair)
{
    enum gs_residency residency = pair->new->residency;
    bool on_host = residency == GS_RESIDENCY_HOST || residency == GS_RESIDENCY_PAGEABLE ||
                   residency == GS_RESIDENCY_PINNED;
    return pair->change == GS_SLOWER && !c->other_device && !(on_host && c->other_cpu);
}

/* Of the regressions, or of those that turned wrong, of which there is one: the first with the
 * largest ratio. */
static const struct gs_pair *worst_of(const struct gs_comparison *c, bool slower)
{
    const struct gs_pair *worst = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const struct gs_pair *pair = &c->pairs[i];
        bool fits = slower ? is_regression(c, pair) : pair->change == GS_TURNED_WRONG;
        if (fits && (worst == NULL || pair->ratio.ratio > worst->ratio.ratio))
            worst = pair;
    }
    return worst;
}

static enum gs_status fail_wrong(const struct gs_comparison *c, size_t wrong, size_t slower,
                                 struct gs_error *error)
{
    const struct gs_pair *first = worst_of(c, false);
    char name[GS_RECORD_NAME], also[64] = "";
    gs_record_name(first->new, name);
    if (slower > 0)
        snprintf(also, sizeof also, "; %zu slower by more than %g%%", slower, 100 * c->threshold);
    return gs_fail(error, GS_WRONG, "%zu of %zu rows turned wrong: %s%s is %s now, and was %s%s",
                   wrong, c->count, wrong > 1 ? "the first, " : "", name,
                   gs_verdict_name(first->new->verdict), gs_verdict_name(first->old->verdict),
                   also);
}

static enum gs_status fail_slower(const struct gs_comparison *c, size_t slower,
                                  struct gs_error *error)
{
    const struct gs_pair *worst = worst_of(c, true);
    char name[GS_RECORD_NAME], change[GS_RATIO_TEXT];
    gs_record_name(worst->new, name);
    gs_ratio_format(worst->ratio.ratio, change);
    return gs_fail(error, GS_WRONG, "%zu of %zu rows slower by more than %g%%: %s%s %s", slower,
                   c->count, 100 * c->threshold, slower > 1 ? "the worst, " : "", name, change);
}

enum gs_status gs_comparison_status(const struct gs_comparison *c, struct gs_error *error)
{
    size_t wrong = gs_comparison_count(c, GS_TURNED_WRONG);
    size_t slower = 0;
    for (size_t i = 0; i < c->count; i++)
        slower += is_regression(c, &c->pairs[i]);
    if (wrong > 0)
        return fail_wrong(c, wrong, slower, error);
    return slower > 0 ? fail_slower(c, slower, error) : GS_OK;
}

void gs_ratio_format(double ratio, char text[static GS_RATIO_TEXT])
{
    bool times = ratio >= 9.995;
    double value = times ? ratio : 100 * (ratio - 1), size = fabs(value);
    int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    if (size < 1e9)
        snprintf(text, GS_RATIO_TEXT, times ? "%.*fx" : "%+.*f%%", decimals, value);
    else
        snprintf(text, GS_RATIO_TEXT, "%.3gx", ratio);
}

enum gs_status gs_threshold_parse(const char *text, double *out, struct gs_error *error)
{
    static const struct gs_real_range range = {.least = 0, .most = 1e6, .unit = "percent"};
    double percent = 0;
    enum gs_status status = gs_real_parse("--threshold", text, &range, &percent, error);
    if (status == GS_OK)
        *out = percent / 100;
    return status;
}
