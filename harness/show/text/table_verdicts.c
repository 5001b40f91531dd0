/* Everything that is not right, with its reason. */
#include "table.h"
#include "table_parts.h"

#include "numbers.h"

#include <string.h>

static bool on_purpose(enum gs_verdict verdict)
{
    return verdict == GS_LOST_UPDATES || verdict == GS_PARTIAL || verdict == GS_INACCURATE;
}

/* Troubles are alike by their reason; what is wrong on purpose, by its variant. */
static bool alike(const struct gs_record *a, const struct gs_record *b)
{
    if (a->verdict != b->verdict || strcmp(a->workload, b->workload) != 0)
        return false;
    return on_purpose(a->verdict) ? strcmp(a->variant, b->variant) == 0
                                  : a->block == b->block && strcmp(a->detail, b->detail) == 0;
}

/* Whether `other` says more of what is alike. */
static bool says_more(const struct gs_record *record, const struct gs_record *other)
{
    if (record->verdict == GS_INACCURATE)
        return other->max_error > record->max_error;
    return on_purpose(record->verdict) && other->lost > record->lost;
}

static bool has_several_workloads(const struct gs_results *results)
{
    for (size_t i = 1; i < results->count; i++) {
        if (strcmp(results->records[0].workload, results->records[i].workload) != 0)
            return true;
    }
    return false;
}

/* A paragraph for all records that are alike; index is that of the first of them. */
static void print_alike(const struct gs_results *results, size_t index, FILE *out)
{
    const struct gs_record *record = &results->records[index];
    size_t count = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *other = &results->records[i];
        if (!alike(&results->records[index], other))
            continue;
        count++;
        if (says_more(record, other))
            record = other;
    }
    char size[32], launch[GS_CELL] = "";
    gs_size_format(record->n, size);
    if (record->grid > 0)
        gs_cell_launch(record, launch);
    else if (record->place == GS_PLACE_DEVICE)
        snprintf(launch, sizeof launch, "block %u", record->block);
    bool several = has_several_workloads(results);
    char text[640];
    snprintf(text, sizeof text, "%s: %s%s%s %s n=%s%s%s%s%s%s%s", gs_verdict_name(record->verdict),
             several ? record->workload : "", several ? " " : "", record->variant,
             gs_dtype_name(record->dtype), size, launch[0] == '\0' ? "" : " ", launch,
             count > 1 ? " and others" : "", record->detail[0] != '\0' ? ": " : "", record->detail,
             record->verdict == GS_LAUNCH_FAILED && record->block > 1024
                 ? " (a block holds at most 1024 threads)"
                 : "");
    int begin = fprintf(out, "  %zu ", count);
    gs_print_wrapped(out, begin > 0 ? (size_t)begin : 0, text);
}

static bool is_first(const struct gs_results *results, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (alike(&results->records[index], &results->records[i]))
            return false;
    }
    return true;
}

static void print_group(const struct gs_results *results, bool wanted, FILE *out)
{
    for (size_t i = 0; i < results->count; i++) {
        enum gs_verdict verdict = results->records[i].verdict;
        if (verdict != GS_RIGHT && on_purpose(verdict) == wanted && is_first(results, i))
            print_alike(results, i, out);
    }
}

void gs_table_print_troubles(const struct gs_results *results, FILE *out)
{
    print_group(results, false, out);
    print_group(results, true, out);
}

/* "12 wrong on purpose (lost_updates 8, partial 4), 3 wrong, 2 skipped". */
static void print_counts(const size_t counts[static GS_VERDICT_COUNT], FILE *out)
{
    size_t meant = 0;
    for (int v = 0; v < GS_VERDICT_COUNT; v++)
        meant += on_purpose((enum gs_verdict)v) ? counts[v] : 0;
    if (meant > 0)
        fprintf(out, ", %zu wrong on purpose (", meant);
    const char *between = "";
    for (int v = 0; v < GS_VERDICT_COUNT; v++) {
        if (counts[v] > 0 && on_purpose((enum gs_verdict)v)) {
            fprintf(out, "%s%s %zu", between, gs_verdict_name((enum gs_verdict)v), counts[v]);
            between = ", ";
        }
    }
    if (meant > 0)
        fputc(')', out);
    for (int v = 0; v < GS_VERDICT_COUNT; v++) {
        if (counts[v] > 0 && v != GS_RIGHT && !on_purpose((enum gs_verdict)v))
            fprintf(out, ", %zu %s", counts[v], gs_verdict_name((enum gs_verdict)v));
    }
}

void gs_table_print_counts(const struct gs_results *results, FILE *out)
{
    size_t counts[GS_VERDICT_COUNT] = {0};
    for (size_t i = 0; i < results->count; i++)
        counts[results->records[i].verdict]++;
    fprintf(out, "verdicts: %zu of %zu right", counts[GS_RIGHT], results->count);
    print_counts(counts, out);
}

void gs_table_print_verdicts(const struct gs_results *results, FILE *out)
{
    size_t untimed = 0;
    for (size_t i = 0; i < results->count; i++)
        untimed += results->records[i].verdict == GS_RIGHT && results->records[i].simulated;
    fputc('\n', out);
    gs_table_print_counts(results, out);
    if (untimed > 0)
        fprintf(out,
                "\n          %zu of the right ones %s on the simulator, which has no device times",
                untimed, untimed == 1 ? "is a kernel" : "are kernels");
    fputc('\n', out);
    gs_table_print_troubles(results, out);
}
