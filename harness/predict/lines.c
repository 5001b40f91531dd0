#include "lines.h"

#include "json_get.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NULL: there is no room for it. */
static struct gs_predicted_line *line_of(struct gs_prediction *out, const json_t *site)
{
    const char *file = gs_get_text(site, "file");
    int line = (int)gs_get_number(site, "line");
    unsigned i = 0;
    while (i < out->line_count &&
           (out->lines[i].line != line || strcmp(out->lines[i].file, file) != 0))
        i++;
    if (i == GS_PREDICTED_LINES)
        return NULL;
    if (i == out->line_count) {
        struct gs_predicted_line *added = &out->lines[out->line_count++];
        *added = (struct gs_predicted_line){.line = line};
        snprintf(added->file, sizeof added->file, "%s", file);
    }
    return &out->lines[i];
}

/* By each line's part of a count. */
static void share(struct gs_prediction *out, const json_t *sites, const char *count, double seconds)
{
    double all = 0;
    for (size_t i = 0; i < json_array_size(sites); i++)
        all += (double)gs_get_number(json_array_get(sites, i), count);
    for (size_t i = 0; all > 0 && seconds > 0 && i < json_array_size(sites); i++) {
        const json_t *site = json_array_get(sites, i);
        double part = (double)gs_get_number(site, count) / all;
        struct gs_predicted_line *line = part > 0 ? line_of(out, site) : NULL;
        if (line != NULL)
            line->seconds += part * seconds;
    }
}

void gs_lines_add(struct gs_prediction *out, const json_t *launch, const double of[GS_TERMS])
{
    const json_t *sites = json_object_get(launch, "sites");
    share(out, sites, "sectors", of[GS_TERM_MEMORY] + of[GS_TERM_L2] + of[GS_TERM_LATENCY]);
    share(out, sites, "wavefronts", of[GS_TERM_SHARED]);
    share(out, sites, "atomics_turns", of[GS_TERM_ATOMICS]);
}

static int compare(const void *left, const void *right)
{
    const struct gs_predicted_line *a = left, *b = right;
    return (a->seconds < b->seconds) - (a->seconds > b->seconds);
}

void gs_lines_sort(struct gs_prediction *out)
{
    qsort(out->lines, out->line_count, sizeof out->lines[0], compare);
}
