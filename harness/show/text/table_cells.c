#include "table.h"
#include "table_parts.h"

#include <math.h>
#include <string.h>

void gs_time_format(double seconds, char text[static 16])
{
    static const struct {
        double scale;
        const char *unit;
    } units[] = {{1e9, "ns"}, {1e6, "us"}, {1e3, "ms"}, {1, "s"}};
    size_t unit = 0;
    while (unit < 3 && seconds * units[unit].scale >= 999.5)
        unit++;
    double value = seconds * units[unit].scale;
    int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    snprintf(text, 16, "%.*f %s", decimals, value, units[unit].unit);
}

void gs_cell_share(double share, char cell[static GS_CELL])
{
    enum { MOST_DECIMALS = 9 };
    double percent = 100 * share, rest = fmin(percent, 100 - percent);
    int decimals = 0;
    if (rest > 0 && rest < 10) {
        decimals = 1 - (int)floor(log10(rest)); /* two digits of what is left of 0 or 100 */
        decimals = decimals > MOST_DECIMALS ? MOST_DECIMALS : decimals;
    } else if (rest != floor(rest)) {
        decimals = 1;
    }
    int length = snprintf(cell, GS_CELL, "%.*f", decimals, percent);
    while (decimals > 0 && length > 0 && cell[length - 1] == '0' && decimals--)
        cell[--length] = '\0';
    if (length > 0 && cell[length - 1] == '.')
        cell[--length] = '\0';
    snprintf(cell + length, GS_CELL - (size_t)length, "%%");
}

void gs_cell_word(const struct gs_record *record, char cell[static GS_CELL])
{
    static const char *const words[GS_VERDICT_COUNT] = {
        [GS_RIGHT] = "right", /* simulated: verified, not timed */
        [GS_WRONG_ANSWER] = "WRONG", [GS_LAUNCH_FAILED] = "failed",
        [GS_SKIPPED] = "skipped",    [GS_CRASHED] = "CRASHED",
        [GS_HUNG] = "HUNG",          [GS_LOST_UPDATES] = "lost",
        [GS_PARTIAL] = "partial",    [GS_INACCURATE] = "inaccurate",
    };
    if (record == NULL || record->verdict != GS_LOST_UPDATES || record->lost <= 0) {
        snprintf(cell, GS_CELL, "%s", record == NULL ? "-" : words[record->verdict]);
        return;
    }
    char share[GS_CELL];
    gs_cell_share(record->lost, share);
    snprintf(cell, GS_CELL, "lost %.*s", GS_CELL - 6, share);
}

/* "*": mostly the launch; "~": noisy; a blank keeps the columns straight. */
static const char *mark_of(const struct gs_record *record)
{
    if (gs_record_is_noisy(record))
        return "~";
    return record->notes != 0 ? "*" : " ";
}

static bool word_cell(const struct gs_record *record, char cell[static GS_CELL])
{
    if (record != NULL && record->time.count > 0)
        return false;
    char word[GS_CELL];
    gs_cell_word(record, word);
    snprintf(cell, GS_CELL, "%.*s ", GS_CELL - 2, word);
    return true;
}

void gs_cell_time(const struct gs_record *record, char cell[static GS_CELL])
{
    char text[16];
    if (word_cell(record, cell))
        return;
    gs_time_format(record->time.median_s, text);
    snprintf(cell, GS_CELL, "%s%s", text, mark_of(record));
}

double gs_shown_pct(const struct gs_record *record)
{
    return record->limit_s > 0 ? gs_record_pct_of_limit(record) : gs_record_pct_of_peak(record);
}

void gs_cell_rate(const struct gs_record *record, int name_width, char cell[static GS_CELL])
{
    if (word_cell(record, cell))
        return;
    char rate[16] = "";
    double gb_per_s = gs_record_gb_per_s(record);
    if (record->bytes > 0)
        snprintf(rate, sizeof rate, "%.*f ", gb_per_s < 100 ? 1 : 0, gb_per_s);
    snprintf(cell, GS_CELL, "%s%3.0f%%%s%-*s", rate, gs_shown_pct(record), mark_of(record),
             name_width, record->limit_s > 0 ? gs_limit_name(record->limit) : "");
}

void gs_cell_launch(const struct gs_record *record, char cell[static GS_CELL])
{
    snprintf(cell, GS_CELL, "%u x %u thread%s", record->grid, record->block,
             record->grid == 1 && record->block == 1 ? "" : "s");
}

void gs_print_alike(const char *workload, const enum gs_dtype *dtypes, size_t count,
                    enum gs_dtype first, const char *addition, FILE *out)
{
    if (count == 0)
        return;
    fprintf(out, "\n%s %s", workload, gs_dtype_name(dtypes[0]));
    for (size_t i = 1; i < count; i++)
        fprintf(out, ", %s", gs_dtype_name(dtypes[i]));
    fprintf(out, ": the same verdicts as %s%s\n", gs_dtype_name(first), addition);
}

/* Whether a time or a rate of the tables has this mark. */
static bool has_mark(const char *tables, char mark)
{
    static const char *const ends[] = {" ns", " us", " ms", " s", "%"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char marked[8];
        snprintf(marked, sizeof marked, "%s%c", ends[i], mark);
        if (strstr(tables, marked) != NULL)
            return true;
    }
    return false;
}

/* What each limit is that stands behind a %. */
static void print_limits(const char *tables, FILE *out)
{
    static const struct {
        const char *name, *meaning;
    } limits[] = {
        {"bytes", "a copy in memory of as many bytes"},
        {"arithmetic", "as many multiply-adds and exponentials, from registers"},
        {"launches", "an empty kernel"},
        {"copies", "the bus: pinned, the slower direction; pageable, in and then out"},
    };
    bool first = true;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        bool shown = false;
        for (const char *mark = " *~"; *mark != '\0'; mark++) {
            char text[24];
            snprintf(text, sizeof text, "%%%c%s", *mark, limits[i].name);
            shown |= strstr(tables, text) != NULL;
        }
        if (!shown)
            continue;
        if (first)
            fprintf(out, "%% of the limit that binds: the share of the time that this takes by "
                         "itself, measured here\n");
        first = false;
        fprintf(out, "  %-10s  %s\n", limits[i].name, limits[i].meaning);
    }
}

void gs_print_marks(const char *tables, bool over, FILE *out)
{
    print_limits(tables, out);
    if (over)
        fprintf(out, "over 100%%: a cache served part of the data, or the machine was busy while "
                     "the peak was measured\n");
    if (has_mark(tables, '*'))
        fprintf(out, "* under 3x the time of an empty kernel: mostly the cost of launching\n");
    if (has_mark(tables, '~'))
        fprintf(out,
                "~ noisy: quartiles, or first and last samples, over 15%% of the median apart\n");
}
