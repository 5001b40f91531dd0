#include "drawing.h"

#include "exercise_tools.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_CELLS = 56, SHOWN_LANES = 5, WARP = 32, BANKS = 32 };

struct index {
    char text[48];
};

/* "31", or "(31, 2)" where a grid has more axes than one. */
static struct index index_of(const json_t *finding, const json_t *party, const char *name)
{
    static const char *const parts[] = {"block", "grid"};
    const json_t *launch = json_object_get(finding, "launch");
    const long long x = gs_get_element(party, name, 0), y = gs_get_element(party, name, 1);
    const long long z = gs_get_element(party, name, 2);
    unsigned axes = 1;
    struct index index;
    for (unsigned axis = 1; axis < 3; axis++) {
        for (unsigned k = 0; k < 2; k++)
            axes = gs_get_element(launch, parts[k], axis) > 1 ? axis + 1 : axes;
    }
    if (axes == 1)
        snprintf(index.text, sizeof index.text, "%lld", x);
    else if (axes == 2)
        snprintf(index.text, sizeof index.text, "(%lld, %lld)", x, y);
    else
        snprintf(index.text, sizeof index.text, "(%lld, %lld, %lld)", x, y, z);
    return index;
}

static void print_thread(FILE *out, const json_t *finding, const char *which)
{
    const json_t *party = json_object_get(finding, which);
    fprintf(out, "thread %s of block %s", index_of(finding, party, "thread").text,
            index_of(finding, party, "block").text);
}

/* ---- findings -------------------------------------------------------------------------------- */

/* The block in which the array ends: its threads above, their elements below. */
static void draw_end(FILE *out, const json_t *finding)
{
    const json_t *first = json_object_get(finding, "first");
    long long size = gs_get_element(json_object_get(finding, "launch"), "block", 0);
    long long block = gs_get_element(first, "block", 0),
              elements = gs_get_number(finding, "elements");
    long long begin = block * size, inside = elements - begin;
    if (size <= 1 || begin + gs_get_element(first, "thread", 0) != gs_get_number(finding, "index"))
        return;
    char threads[64] = "", indices[64] = "";
    if (inside > 0) {
        snprintf(threads, sizeof threads, "thread 0 ... %lld", inside - 1);
        snprintf(indices, sizeof indices, "%s[%lld] ... [%lld]", gs_get_text(finding, "array"),
                 begin, elements - 1);
    }
    int width = (int)(strlen(threads) > strlen(indices) ? strlen(threads) : strlen(indices));
    fprintf(out, "block %-5lld %*s | thread %lld ... %lld\n", block, width, threads,
            inside > 0 ? inside : 0, size - 1);
    fprintf(out, "%11s %*s | past the end\n", "", width, indices);
}

static void draw_race(FILE *out, const json_t *finding)
{
    print_thread(out, finding, "first");
    fprintf(out, ":  reads the old value ---- writes its new one\n");
    print_thread(out, finding, "second");
    fprintf(out, ":     reads the old value ------ writes over that\n");
}

/* `which` of the two, "first" or "second"; the number of its line is called `line`. */
static void draw_party(FILE *out, const json_t *finding, const char *which, const char *line,
                       const char *edge)
{
    const json_t *party = json_object_get(finding, which);
    const bool writes = strcmp(gs_get_text(party, "access"), "read") != 0;
    fprintf(out, "thread %-4s  line %-4lld %-6s %.40s  %s\n",
            index_of(finding, party, "thread").text, gs_get_number(finding, line),
            writes ? "writes" : "reads", gs_finding_cell(finding).text, edge);
}

static void draw_barrier(FILE *out, const json_t *finding)
{
    draw_party(out, finding, "second", "other_line", "--.");
    const size_t length =
        strlen(index_of(finding, json_object_get(finding, "first"), "thread").text);
    fprintf(out, "%*s which comes first?\n", (int)(length > 4 ? 38 + length : 42), "");
    draw_party(out, finding, "first", "line", "--'");
}

/* Threads that wait at different barriers; those that went past one are in a race. */
static void draw_divergence(FILE *out, const json_t *finding)
{
    const json_t *second = json_object_get(finding, "second");
    if (gs_is_race(finding)) {
        draw_barrier(out, finding);
        return;
    }
    if (second == NULL)
        return;
    fprintf(out, "thread %-4s waits in line %lld\n",
            index_of(finding, json_object_get(finding, "first"), "thread").text,
            gs_get_number(finding, "line"));
    fprintf(out, "thread %-4s waits in line %lld\n", index_of(finding, second, "thread").text,
            gs_get_number(finding, "other_line"));
}

/* Runs a drawing into memory; NULL where it drew nothing. */
static char *draw(void (*what)(FILE *, const json_t *), const json_t *of)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    what(out, of);
    if (fclose(out) != 0 || size == 0) {
        free(text);
        return NULL;
    }
    return text;
}

char *gs_draw_finding(const json_t *finding, const char *kind)
{
    static const struct {
        const char *kind;
        void (*what)(FILE *, const json_t *);
    } drawings[] = {
        {"no-bounds-check", draw_end},
        {"race", draw_race},
        {"missing-barrier", draw_barrier},
        {"divergent-barrier", draw_divergence},
    };
    if (strcmp(kind, "race") == 0 && !gs_finding_why(finding, "lost-update"))
        return NULL;
    for (size_t i = 0; i < sizeof drawings / sizeof drawings[0]; i++) {
        if (strcmp(kind, drawings[i].kind) == 0)
            return draw(drawings[i].what, finding);
    }
    return NULL;
}

/* ---- arrays ---------------------------------------------------------------------------------- */

/* Of the elements that one cell stands for the worst: 0 right, 1 as before the call, 2 wrong. */
static char cell_of(const unsigned char *states, size_t from, size_t to)
{
    static const char signs[] = {'=', '.', 'X'};
    unsigned worst = 0;
    for (size_t i = from; i < to; i++)
        worst = states[i] > worst ? states[i] : worst;
    return signs[worst];
}

char *gs_draw_array(const struct gs_wrong *wrong)
{
    char *text = NULL, map[MAP_CELLS + 1];
    const char *name = wrong->exercise->parameters[wrong->parameter].name;
    size_t cells = wrong->count < MAP_CELLS ? wrong->count : MAP_CELLS;
    if (wrong->count < 2 || wrong->states == NULL)
        return NULL;
    for (size_t k = 0; k < cells; k++)
        map[k] = cell_of(wrong->states, wrong->count * k / cells, wrong->count * (k + 1) / cells);
    map[cells] = '\0';
    int length =
        asprintf(&text, "%s[0] |%s| %s[%zu]\n= right%s%s\n", name, map, name, wrong->count - 1,
                 strchr(map, '.') != NULL ? "   . as before the call" : "",
                 strchr(map, 'X') != NULL ? "   X wrong" : "");
    return length > 0 ? text : NULL;
}

/* ---- accesses -------------------------------------------------------------------------------- */

/* Lanes from 0 on, and from `from` on. */
struct lanes {
    long long shown[SHOWN_LANES];
    bool gap; /* before the last two */
};

static struct lanes lanes_to(long long from)
{
    struct lanes lanes = {.gap = from >= SHOWN_LANES};
    for (long long i = 0; i < SHOWN_LANES; i++)
        lanes.shown[i] = i;
    for (long long i = 0; i < 2 && lanes.gap; i++)
        lanes.shown[SHOWN_LANES - 2 + i] = from + i;
    return lanes;
}

/* A number of each lane in a row: its own, and what of memory it touches. */
static void draw_lanes(FILE *out, const char *name, const struct lanes *lanes, int width,
                       long long step, long long unit, long long modulus)
{
    fprintf(out, "%-7s", name);
    for (int i = 0; i < SHOWN_LANES; i++) {
        if (lanes->gap && i == SHOWN_LANES - 2)
            fprintf(out, "  ...");
        fprintf(out, "%*lld", width, lanes->shown[i] * step / unit % modulus);
    }
    fprintf(out, "  ...\n");
}

/* Neighbours that touch neighbouring elements show nothing. */
static void draw_stride(FILE *out, const json_t *access)
{
    const long long stride = gs_get_number(access, "stride_bytes");
    const struct lanes lanes = lanes_to(0);
    if (stride == 0 || stride == gs_get_number(access, "lane_bytes"))
        return;
    draw_lanes(out, "thread", &lanes, 8, 1, 1, LLONG_MAX);
    draw_lanes(out, "byte", &lanes, 8, stride, 1, LLONG_MAX);
    draw_lanes(out, "sector", &lanes, 8, stride, 32, LLONG_MAX);
}

/* Up to the first lane that comes back to the bank of lane 0, where one of the warp does. */
static void draw_banks(FILE *out, const json_t *access)
{
    const long long stride = gs_get_number(access, "stride_bytes");
    long long back = 1;
    while (back < WARP && (stride % 4 != 0 || stride / 4 * back % BANKS != 0))
        back++;
    const struct lanes lanes = lanes_to(back);
    if (stride == 0 || back >= WARP)
        return;
    draw_lanes(out, "thread", &lanes, 6, 1, 1, LLONG_MAX);
    draw_lanes(out, "word", &lanes, 6, stride, 4, LLONG_MAX);
    draw_lanes(out, "bank", &lanes, 6, stride, 4, BANKS);
}

char *gs_draw_access(const json_t *access, const char *kind)
{
    if (strcmp(kind, "uncoalesced") == 0)
        return draw(draw_stride, access);
    if (strcmp(kind, "bank-conflict") == 0)
        return draw(draw_banks, access);
    return NULL;
}
