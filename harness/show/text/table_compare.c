/* A comparison of two results as tables: what is worse comes first, how many of each kind last. */
#include "compare.h"

#include "numbers.h"
#include "table.h"
#include "table_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was compared ----------------------------------------------------------------------- */

static const char *fact_of(const struct gs_results *results, const char *name)
{
    return gs_results_fact_text(results, name, "unknown");
}

enum { FACT = 256 };

static void started(const struct gs_results *results, char fact[static FACT])
{
    snprintf(fact, FACT, "%s", gs_json_text(json_object_get(results->context, "date"), "unknown"));
}

static void program(const struct gs_results *results, char fact[static FACT])
{
    snprintf(fact, FACT, "%s (%s)", fact_of(results, "version"), fact_of(results, "commit"));
}

static void compiler(const struct gs_results *results, char fact[static FACT])
{
    snprintf(fact, FACT, "%s, %s", fact_of(results, "compiler"), fact_of(results, "flags"));
}

static void of_device(const struct gs_results *results, const char *name, const char *otherwise,
                      char fact[static FACT])
{
    const json_t *value = json_object_get(gs_results_fact(results, "device"), name);
    snprintf(fact, FACT, "%s", gs_json_text(value, otherwise));
}

static void device(const struct gs_results *results, char fact[static FACT])
{
    of_device(results, "name", "none", fact);
}

/* Tells one card from another of the same name. */
static void card(const struct gs_results *results, char fact[static FACT])
{
    of_device(results, "uuid_hash", "", fact);
}

static void kernels(const struct gs_results *results, char fact[static FACT])
{
    of_device(results, "kernel_compiler", "", fact);
}

static void driver(const struct gs_results *results, char fact[static FACT])
{
    const json_t *facts = gs_results_fact(results, "device");
    if (!json_is_object(facts)) {
        fact[0] = '\0';
        return;
    }
    int version = (int)json_integer_value(json_object_get(facts, "driver_version"));
    int runtime = (int)json_integer_value(json_object_get(facts, "runtime_version"));
    snprintf(fact, FACT, "%d.%d, CUDA runtime %d.%d", version / 1000, version % 1000 / 10,
             runtime / 1000, runtime % 1000 / 10);
}

static void cpu(const struct gs_results *results, char fact[static FACT])
{
    snprintf(fact, FACT, "%s, %d threads", fact_of(results, "cpu"),
             (int)json_integer_value(gs_results_fact(results, "cpu_threads")));
}

static const struct {
    const char *title;
    void (*write)(const struct gs_results *results, char fact[static FACT]);
} facts[] = {
    {"started", started}, {"gridstride", program}, {"compiler", compiler}, {"kernels by", kernels},
    {"device", device},   {"its uuid", card},      {"driver", driver},     {"CPU", cpu},
};

static void print_facts(const struct gs_comparison *c, struct gs_legend *legend, FILE *out)
{
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, 0, "");
    gs_sheet_words(sheet, 1, "old");
    gs_sheet_words(sheet, 2, "new");
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        char old[FACT], new[FACT];
        facts[i].write(c->old, old);
        facts[i].write(c->new, new);
        if (old[0] == '\0' && new[0] == '\0')
            continue;
        gs_sheet_row(sheet);
        gs_sheet_cell(sheet, "%s", facts[i].title);
        gs_sheet_cell(sheet, "%s", old[0] == '\0' ? "unknown" : old);
        gs_sheet_cell(sheet, "%s",
                      strcmp(old, new) == 0 ? "the same"
                      : new[0] == '\0'      ? "unknown"
                                            : new);
    }
    gs_sheet_print(sheet, legend, out);
    gs_sheet_free(sheet);
}

static void print_machines(const struct gs_comparison *c, FILE *out)
{
    char old[FACT], new[FACT], line[4 * FACT + 128];
    int length = snprintf(line, sizeof line, "across machines: ");
    if (!c->other_device && !c->other_cpu)
        return;
    if (c->other_device) {
        device(c->old, old);
        device(c->new, new);
        length += snprintf(line + length, sizeof line - (size_t)length, "%s -> %s", old, new);
    }
    if (c->other_cpu) {
        cpu(c->old, old);
        cpu(c->new, new);
        length += snprintf(line + length, sizeof line - (size_t)length, "%s%s -> %s",
                           c->other_device ? "; " : "", old, new);
    }
    snprintf(line + length, sizeof line - (size_t)length,
             "; so a slower row is no failure, and a wrong one is");
    fputc('\n', out);
    gs_print_wrapped(out, 0, line);
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Where the data are, and so what the time is of: "device cold", "host pinned", "CPU". */
static void cell_memory(const struct gs_record *record, char cell[static GS_CELL])
{
    if (record->place == GS_PLACE_CPU)
        snprintf(cell, GS_CELL, "CPU");
    else
        snprintf(cell, GS_CELL, "%s%s%s", gs_residency_name(record->residency),
                 record->cache == GS_CACHE_ANY ? "" : " ", gs_cache_name(record->cache));
    char *under = strchr(cell, '_');
    if (under != NULL)
        *under = ' ';
}

/* Whether cell_memory() says the same of both. */
static bool same_memory(const struct gs_record *a, const struct gs_record *b)
{
    if (a->place == GS_PLACE_CPU || b->place == GS_PLACE_CPU)
        return a->place == b->place;
    return a->residency == b->residency && a->cache == b->cache;
}

/* Threads a block, and how many blocks where that was given. */
static void cell_block(const struct gs_record *record, char cell[static GS_CELL])
{
    if (record->place == GS_PLACE_CPU)
        cell[0] = '\0';
    else if (record->grid > 0)
        snprintf(cell, GS_CELL, "%u x %u", record->grid, record->block);
    else
        snprintf(cell, GS_CELL, "%u", record->block);
}

void gs_sheet_add_record_columns(struct gs_sheet *sheet)
{
    gs_sheet_words(sheet, 0, "variant");
    gs_sheet_words(sheet, 0, "dtype");
    gs_sheet_numbers(sheet, 0, "n", 0);
    gs_sheet_numbers(sheet, 0, "block", 0);
    gs_sheet_words(sheet, 0, "data on");
}

void gs_sheet_add_record_name(struct gs_sheet *sheet, const struct gs_record *record)
{
    char cell[GS_CELL];
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "%s", record->variant);
    gs_sheet_cell(sheet, "%s", gs_dtype_name(record->dtype));
    gs_sheet_size(sheet, record->n);
    cell_block(record, cell);
    gs_sheet_cell(sheet, "%s", cell);
    cell_memory(record, cell);
    gs_sheet_cell(sheet, "%s", cell);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Pairs of one change in the order in which they are shown. */
struct rows {
    const struct gs_pair **pairs; /* owned; NULL when out of memory */
    size_t count;
};

static double size_of_change(const struct gs_pair *pair)
{
    return pair->ratio.ratio > 0 ? fabs(log(pair->ratio.ratio)) : 0;
}

/* The largest change first; what has none, as it stands in the file. */
static int compare_changes(const void *a, const void *b)
{
    const struct gs_pair *x = *(const struct gs_pair *const *)a;
    const struct gs_pair *y = *(const struct gs_pair *const *)b;
    double of_x = size_of_change(x), of_y = size_of_change(y);
    return of_x > of_y ? -1 : of_x < of_y ? 1 : (x > y) - (x < y);
}

static struct rows rows_of(const struct gs_comparison *c, enum gs_change change)
{
    struct rows rows = {malloc((c->count + 1) * sizeof(struct gs_pair *)), 0};
    for (size_t i = 0; rows.pairs != NULL && i < c->count; i++) {
        if (c->pairs[i].change == change)
            rows.pairs[rows.count++] = &c->pairs[i];
    }
    if (rows.pairs != NULL)
        qsort(rows.pairs, rows.count, sizeof(struct gs_pair *), compare_changes);
    return rows;
}

typedef void add_cells_fn(struct gs_sheet *sheet, const struct gs_pair *pair);

static void add_times(struct gs_sheet *sheet, const struct gs_pair *pair)
{
    char low[GS_RATIO_TEXT], high[GS_RATIO_TEXT];
    gs_sheet_time(sheet, pair->old);
    gs_sheet_time(sheet, pair->new);
    gs_ratio_format(pair->ratio.ratio, low);
    gs_sheet_cell(sheet, "%s", low);
    if (!pair->tested) {
        gs_sheet_cell(sheet, "%s", "-");
        gs_sheet_cell(sheet, "%s", "-");
        return;
    }
    gs_ratio_format(pair->ratio.low, low);
    gs_ratio_format(pair->ratio.high, high);
    gs_sheet_cell(sheet, "%s..%s", low, high);
    gs_sheet_cell(sheet, "%.0e", pair->p);
}

static void add_verdicts(struct gs_sheet *sheet, const struct gs_pair *pair)
{
    gs_sheet_cell(sheet, "%s", gs_verdict_name(pair->old->verdict));
    gs_sheet_cell(sheet, "%s", gs_verdict_name(pair->new->verdict));
    gs_sheet_note(sheet, pair->new->detail);
}

static struct gs_sheet *sheet_of_times(void)
{
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_add_record_columns(sheet);
    gs_sheet_numbers(sheet, 1, "old ", 0);
    gs_sheet_numbers(sheet, 1, "new ", 0);
    gs_sheet_numbers(sheet, 1, "change", 0);
    gs_sheet_numbers(sheet, 1, "95% interval", 0);
    gs_sheet_numbers(sheet, 1, "p", 0);
    return sheet;
}

static struct gs_sheet *sheet_of_verdicts(void)
{
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_add_record_columns(sheet);
    gs_sheet_words(sheet, 1, "old");
    gs_sheet_words(sheet, 1, "new");
    return sheet;
}

/* The first `most` rows, those of a workload together, below its name where there are several. */
static void add_rows(struct gs_sheet *sheet, const struct gs_comparison *c, const struct rows *rows,
                     size_t most, add_cells_fn *add_cells)
{
    size_t shown = rows->count < most ? rows->count : most;
    bool several = false;
    for (size_t i = 1; i < c->count; i++)
        several |= strcmp(c->pairs[0].old->workload, c->pairs[i].old->workload) != 0;
    for (size_t first = 0; first < shown; first++) {
        const char *workload = rows->pairs[first]->old->workload;
        size_t before = 0;
        while (strcmp(rows->pairs[before]->old->workload, workload) != 0)
            before++;
        if (before < first)
            continue;
        if (several)
            gs_sheet_heading(sheet, "%s", workload);
        for (size_t i = first; i < shown; i++) {
            if (strcmp(rows->pairs[i]->old->workload, workload) != 0)
                continue;
            gs_sheet_add_record_name(sheet, rows->pairs[i]->old);
            add_cells(sheet, rows->pairs[i]);
        }
    }
}

static void print_rows(const struct gs_comparison *c, const struct rows *rows, size_t most,
                       bool times, struct gs_legend *legend, FILE *out)
{
    struct gs_sheet *sheet = times ? sheet_of_times() : sheet_of_verdicts();
    add_rows(sheet, c, rows, most, times ? add_times : add_verdicts);
    gs_sheet_print(sheet, legend, out);
    gs_sheet_free(sheet);
}

/* ---- sections -------------------------------------------------------------------------------- */

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

/* All rows of a change, below a line that says how many. */
static void print_all(const struct gs_comparison *c, enum gs_change change, const char *title,
                      struct gs_legend *legend, FILE *out)
{
    struct rows rows = rows_of(c, change);
    if (rows.count > 0) {
        fprintf(out, "\n%s: %zu row%s\n", title, rows.count, plural(rows.count));
        print_rows(c, &rows, rows.count, change == GS_SLOWER || change == GS_FASTER, legend, out);
    }
    free(rows.pairs);
}

/* What the samples of more processes would tell; and with how many. */
static void print_too_few(const struct gs_comparison *c, struct gs_legend *legend, FILE *out)
{
    enum { MOST = 10 };
    struct rows rows = rows_of(c, GS_TOO_FEW);
    if (rows.count > 0) {
        fprintf(out, "\nnot enough samples: %zu row%s; run with --processes %zu%s\n", rows.count,
                plural(rows.count), gs_comparison_wanted(c),
                rows.count > MOST ? "; the largest changes:" : "");
        print_rows(c, &rows, MOST, true, legend, out);
    }
    free(rows.pairs);
}

/* Most of them hide nothing: those with the largest change of the median stand for all. */
static void print_unclear(const struct gs_comparison *c, struct gs_legend *legend, FILE *out)
{
    enum { MOST = 10 };
    struct rows rows = rows_of(c, GS_UNCLEAR);
    size_t few = 0, close = 0;
    for (size_t i = 0; i < rows.count; i++) {
        few += !rows.pairs[i]->tested;
        close += rows.pairs[i]->between;
    }
    if (rows.count > 0) {
        fprintf(out, "\nunclear: %zu row%s", rows.count, plural(rows.count));
        if (few > 0)
            fprintf(out, ", %zu of them with fewer than %d samples", few, GS_FEWEST_SAMPLES);
        if (close > 0)
            fprintf(out, ", %zu of them too close to %g%%: another --threshold tells", close,
                    100 * c->threshold);
        fprintf(out, "%s\n", rows.count > MOST ? "; the largest changes:" : "");
        print_rows(c, &rows, MOST, true, legend, out);
        if (close < rows.count)
            fputs("not enough samples of one process; run with --processes 6\n", out);
    }
    free(rows.pairs);
}

static void print_same(const struct gs_comparison *c, FILE *out)
{
    struct rows rows = rows_of(c, GS_SAME);
    size_t changed = 0, copies = 0;
    const struct gs_pair *most = NULL;
    for (size_t i = 0; i < rows.count; i++) {
        const struct gs_pair *pair = rows.pairs[i];
        copies += !pair->tested;
        changed += pair->significant;
        if (most == NULL && pair->significant)
            most = pair;
    }
    if (rows.count > 0)
        fprintf(out, "\nsame: %zu row%s within %g%%\n", rows.count, plural(rows.count),
                100 * c->threshold);
    if (copies > 0)
        fprintf(out, "  %zu of them have the very same samples in both: one measurement\n", copies);
    if (most != NULL) {
        char name[GS_RECORD_NAME], change[GS_RATIO_TEXT];
        gs_record_name(most->old, name);
        gs_ratio_format(most->ratio.ratio, change);
        fprintf(out, "  %zu of them changed by a little; the most, %s, by %s\n", changed, name,
                change);
    }
    free(rows.pairs);
}

static void print_only(const struct gs_record *const *rows, size_t count, const char *where,
                       FILE *out)
{
    enum { MOST = 3 };
    if (count == 0)
        return;
    fprintf(out, "\nonly in the %s result: %zu row%s\n", where, count, plural(count));
    for (size_t i = 0; i < count && i < MOST; i++) {
        char name[GS_RECORD_NAME];
        gs_record_name(rows[i], name);
        fprintf(out, "  %s\n", name);
    }
    if (count > MOST)
        fprintf(out, "  and %zu more\n", count - MOST);
}

/* ---- how many of each ------------------------------------------------------------------------ */

struct tally {
    const struct gs_record *like; /* one of its rows; NULL: all rows */
    size_t rows, of[GS_CHANGE_COUNT];
    double logs; /* the sum of the ratios' logarithms, over timed rows */
    size_t timed;
};

static void count_pair(struct tally *tally, const struct gs_pair *pair)
{
    tally->rows++;
    tally->of[pair->change]++;
    if (pair->ratio.ratio > 0) {
        tally->logs += log(pair->ratio.ratio);
        tally->timed++;
    }
}

/* The columns of the tally, in their order. */
static const struct {
    enum gs_change change;
    const char *title;
} shown[] = {{GS_TURNED_WRONG, "wrong"}, {GS_SLOWER, "slower"},   {GS_FASTER, "faster"},
             {GS_SAME, "same"},          {GS_TOO_FEW, "too few"}, {GS_UNCLEAR, "unclear"},
             {GS_TURNED, "turned"},      {GS_UNTIMED, "untimed"}};

/* Results of one process each have no rows that more processes would tell. */
static bool is_shown(const struct gs_comparison *c, size_t column)
{
    bool between = false;
    for (size_t i = 0; i < c->count; i++)
        between |= c->pairs[i].between;
    return between || shown[column].change != GS_TOO_FEW;
}

static void add_tally(struct gs_sheet *sheet, const struct gs_comparison *c,
                      const struct tally *tally)
{
    char mean[GS_RATIO_TEXT] = "-";
    char memory[GS_CELL] = "all";
    if (tally->like != NULL)
        cell_memory(tally->like, memory);
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "%s", memory);
    gs_sheet_cell(sheet, "%zu", tally->rows);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        if (is_shown(c, i))
            gs_sheet_cell(sheet, "%zu", tally->of[shown[i].change]);
    }
    if (tally->timed > 0)
        gs_ratio_format(exp(tally->logs / (double)tally->timed), mean);
    gs_sheet_cell(sheet, "%s", mean);
}

/* What has changed of the hardware that such a time depends on: copies depend on all of it. */
static const char *hardware_of(const struct gs_comparison *c, const struct gs_record *record)
{
    bool on_cpu = record->residency == GS_RESIDENCY_HOST;
    bool on_device = record->residency == GS_RESIDENCY_DEVICE ||
                     record->residency == GS_RESIDENCY_CALLS ||
                     record->residency == GS_RESIDENCY_GRAPH;
    bool device = c->other_device && !on_cpu, cpu = c->other_cpu && !on_device;
    if (!c->other_device && !c->other_cpu)
        return "";
    if (device || cpu)
        return !device ? "another CPU" : !cpu ? "another device" : "another device and CPU";
    return on_cpu ? "a CPU of the same name" : "a device of the same name";
}

static void print_tallies(const struct gs_comparison *c, struct gs_legend *legend, FILE *out)
{
    enum { MOST = 16 };
    struct tally tallies[MOST] = {{.like = NULL}}, all = {.like = NULL};
    size_t kinds = 0;
    for (size_t i = 0; i < c->count; i++) {
        size_t kind = 0;
        while (kind < kinds && !same_memory(tallies[kind].like, c->pairs[i].old))
            kind++;
        if (kind == kinds && kinds < MOST)
            tallies[kinds++].like = c->pairs[i].old;
        if (kind < MOST)
            count_pair(&tallies[kind], &c->pairs[i]);
        count_pair(&all, &c->pairs[i]);
    }
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, 0, "data on");
    gs_sheet_numbers(sheet, 1, "rows", 0);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        if (is_shown(c, i))
            gs_sheet_numbers(sheet, 1, shown[i].title, 0);
    }
    gs_sheet_numbers(sheet, 1, "mean", 0);
    for (size_t i = 0; i < kinds; i++) {
        add_tally(sheet, c, &tallies[i]);
        gs_sheet_note(sheet, hardware_of(c, tallies[i].like));
    }
    add_tally(sheet, c, &all);
    fputc('\n', out);
    gs_sheet_print(sheet, legend, out);
    gs_sheet_free(sheet);
}

/* A time of launches in a row leaves out what each of them costs alone. */
static void print_batches(const struct gs_comparison *c, FILE *out)
{
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++)
        count += c->pairs[i].ratio.ratio > 0 &&
                 (c->pairs[i].old->batch > 1) != (c->pairs[i].new->batch > 1);
    if (count > 0)
        fprintf(out,
                "in %zu row%s one time is of single launches and the other of launches in a "
                "row, which is less\n",
                count, plural(count));
}

/* ---- all together ---------------------------------------------------------------------------- */

void gs_comparison_print(const struct gs_comparison *c, const char *old_name, const char *new_name,
                         FILE *out)
{
    char title[64];
    struct gs_legend legend = {0};
    fprintf(out, "old: %s\nnew: %s\n", old_name, new_name);
    print_facts(c, &legend, out);
    print_machines(c, out);
    print_all(c, GS_TURNED_WRONG, "turned wrong", &legend, out);
    snprintf(title, sizeof title, "slower by more than %g%%", 100 * c->threshold);
    print_all(c, GS_SLOWER, title, &legend, out);
    snprintf(title, sizeof title, "faster by more than %g%%", 100 * c->threshold);
    print_all(c, GS_FASTER, title, &legend, out);
    print_all(c, GS_TURNED, "turned otherwise", &legend, out);
    print_too_few(c, &legend, out);
    print_unclear(c, &legend, out);
    print_same(c, out);
    print_only(c->only_old, c->only_old_count, "old", out);
    print_only(c->only_new, c->only_new_count, "new", out);
    print_tallies(c, &legend, out);
    print_batches(c, out);
    gs_print_legend(&legend, out);
}
