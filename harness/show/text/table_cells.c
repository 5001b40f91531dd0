#include "table.h"
#include "table_parts.h"

#include <math.h>
#include <string.h>

void gs_cell_digits(double value, char text[static 16])
{
    snprintf(text, 16, "%.*f", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value);
}

static void format_time(double seconds, const char *microseconds, char text[static 16])
{
    static const double scales[] = {1e9, 1e6, 1e3, 1};
    const char *const units[] = {"ns", microseconds, "ms", "s"};
    char number[16];
    size_t unit = 0;
    while (unit < 3 && seconds * scales[unit] >= 999.5)
        unit++;
    gs_cell_digits(seconds * scales[unit], number);
    snprintf(text, 16, "%.12s %s", number, units[unit]);
}

void gs_time_format(double seconds, char text[static 16])
{
    format_time(seconds, "us", text);
}

void gs_time_format_utf8(double seconds, char text[static 16])
{
    format_time(seconds, "µs", text);
}

void gs_verdict_format(enum gs_verdict verdict, char text[static GS_CELL])
{
    snprintf(text, GS_CELL, "%s", gs_verdict_name(verdict));
    for (char *c = text; (c = strchr(c, '_')) != NULL;)
        *c = ' ';
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

/* What each mark looks like, and means. A blank keeps the columns straight. */
static const struct {
    const char *mark, *meaning;
} marks[GS_MARK_COUNT] = {
    [GS_MARK_NONE] = {" ", NULL},
    [GS_MARK_LAUNCH] = {"*", "under 3x the time of an empty kernel: mostly the cost of launching"},
    [GS_MARK_NOISY] = {"~", "noisy: quartiles, or first and last samples, over 15% of the median "
                            "apart"},
    [GS_MARK_THROTTLED] = {"^", "throttled: hardly a sample was taken at the full clock"},
};

enum gs_mark gs_mark_of(const struct gs_record *record)
{
    if (gs_record_is_noisy(record))
        return GS_MARK_NOISY;
    if (record->notes & GS_BIT(GS_NOTE_THROTTLED))
        return GS_MARK_THROTTLED;
    return record->notes & GS_BIT(GS_NOTE_LAUNCH) ? GS_MARK_LAUNCH : GS_MARK_NONE;
}

const char *gs_mark_text(enum gs_mark mark)
{
    return marks[mark].mark;
}

void gs_cell_median(const struct gs_record *record, char cell[static GS_CELL])
{
    if (record != NULL && record->time.count > 0)
        gs_time_format(record->time.median_s, cell);
    else
        gs_cell_word(record, cell);
}

void gs_cell_time(const struct gs_record *record, char cell[static GS_CELL])
{
    char median[GS_CELL];
    bool timed = record != NULL && record->time.count > 0;
    gs_cell_median(record, median);
    snprintf(cell, GS_CELL, "%.*s%s", GS_CELL - 2, median,
             gs_mark_text(timed ? gs_mark_of(record) : GS_MARK_NONE));
}

double gs_shown_pct(const struct gs_record *record)
{
    return record->limit_s > 0 ? gs_record_pct_of_limit(record) : gs_record_pct_of_peak(record);
}

void gs_sheet_rate(struct gs_sheet *sheet, const struct gs_record *record, int name_width)
{
    char rate[16] = "";
    if (record == NULL || record->time.count == 0) {
        gs_sheet_time(sheet, record);
        return;
    }
    double gb_per_s = gs_record_gb_per_s(record), pct = gs_shown_pct(record);
    if (record->bytes > 0)
        snprintf(rate, sizeof rate, "%.*f ", gb_per_s < 100 ? 1 : 0, gb_per_s);
    gs_sheet_cell(sheet, "%s%3.0f%%%s%-*s", rate, pct, gs_mark_text(gs_mark_of(record)), name_width,
                  gs_shown_limit(sheet, record));
    if (sheet != NULL) {
        sheet->marks |= GS_BIT(gs_mark_of(record));
        sheet->over |= pct >= 100.5;
    }
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

const char *gs_shown_limit(struct gs_sheet *sheet, const struct gs_record *record)
{
    if (!(record->limit_s > 0))
        return "";
    if (sheet != NULL)
        sheet->limits |= GS_BIT(record->limit);
    return gs_limit_name(record->limit);
}

/* What each limit is that stands behind a %. */
static void print_limits(unsigned shown, FILE *out)
{
    static const char *const meanings[GS_LIMIT_COUNT] = {
        [GS_BYTES] = "a copy in memory of as many bytes",
        [GS_ARITHMETIC] = "as many multiply-adds and exponentials, from registers",
        [GS_LAUNCHES] = "an empty kernel",
        [GS_COPIES] = "the bus: pinned, the slower direction; pageable, in and then out",
    };
    if ((shown & ~GS_BIT(GS_NO_LIMIT)) != 0)
        fprintf(out, "%% of the limit that binds: the share of the time that this takes by itself, "
                     "measured here\n");
    for (int limit = GS_BYTES; limit < GS_LIMIT_COUNT; limit++) {
        if (shown & GS_BIT(limit))
            fprintf(out, "  %-10s  %s\n", gs_limit_name((enum gs_limit)limit), meanings[limit]);
    }
}

void gs_print_legend(const struct gs_legend *legend, FILE *out)
{
    static const enum gs_mark order[] = {GS_MARK_LAUNCH, GS_MARK_NOISY, GS_MARK_THROTTLED};
    print_limits(legend->limits, out);
    if (legend->over)
        fprintf(out, "over 100%%: a cache served part of the data, or the machine was busy while "
                     "the peak was measured\n");
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (legend->marks & GS_BIT(order[i]))
            fprintf(out, "%s %s\n", marks[order[i]].mark, marks[order[i]].meaning);
    }
}
