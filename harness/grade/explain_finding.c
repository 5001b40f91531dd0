#include "explain_finding.h"

#include <stdio.h>
#include <string.h>

#define SAY(saying, ...) ((void)snprintf((saying)->sentence, sizeof(saying)->sentence, __VA_ARGS__))

/* ---- reading a finding ----------------------------------------------------------------------- */

struct dim {
    unsigned x, y, z;
};

static struct dim get_dim(const json_t *array)
{
    unsigned v[3] = {0};
    for (size_t i = 0; i < 3; i++)
        v[i] = (unsigned)json_integer_value(json_array_get(array, i));
    return (struct dim){v[0], v[1], v[2]};
}

static const char *get_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static long long get_number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static size_t size_of(struct dim d)
{
    return (size_t)d.x * d.y * d.z;
}

/* "thread 3 of block 1", or with all three coordinates where the block or grid has them. */
struct thread_name {
    char text[96];
};

static struct thread_name name_thread(const json_t *party)
{
    struct thread_name name;
    struct dim t = get_dim(json_object_get(party, "thread"));
    struct dim b = get_dim(json_object_get(party, "block"));
    if (t.y == 0 && t.z == 0 && b.y == 0 && b.z == 0)
        snprintf(name.text, sizeof name.text, "thread %u of block %u", t.x, b.x);
    else
        snprintf(name.text, sizeof name.text, "thread (%u,%u,%u) of block (%u,%u,%u)", t.x, t.y,
                 t.z, b.x, b.y, b.z);
    return name;
}

static bool is_write(const json_t *party)
{
    return strcmp(get_text(party, "access"), "read") != 0;
}

/* ---- one kind each; false: the inspector's own words are better ------------------------------ */

struct telling {
    const struct gs_attempt *attempt;
    const json_t *finding;
    struct gs_saying *out;
};

static void set_kind(const struct telling *t, const char *kind)
{
    snprintf(t->out->kind, sizeof t->out->kind, "%s", kind);
}

/* The index is at the array's end or behind it, and the launch has more threads than the array has
 * elements: nobody asked whether the thread has one. */
static bool say_out_of_bounds(const struct telling *t)
{
    const json_t *launch = json_object_get(t->finding, "launch");
    const json_t *first = json_object_get(t->finding, "first");
    const char *array = get_text(t->finding, "array");
    long long index = get_number(t->finding, "index"),
              elements = get_number(t->finding, "elements");
    size_t threads = size_of(get_dim(json_object_get(launch, "grid"))) *
                     size_of(get_dim(json_object_get(launch, "block")));
    if (array[0] == '\0' || elements <= 0 || index < elements || threads <= (size_t)elements ||
        (size_t)index >= threads)
        return false;
    set_kind(t, "no-bounds-check");
    SAY(t->out,
        "Your last block has more threads than data: %s %s past the end, at %s[%lld], and %s has "
        "%lld element%s. Add `if (i < n)`.",
        name_thread(first).text, is_write(first) ? "wrote" : "read", array, index, array, elements,
        elements == 1 ? "" : "s");
    return true;
}

static bool say_invalid_launch(const struct telling *t)
{
    const json_t *launch = json_object_get(t->finding, "launch");
    struct dim grid = get_dim(json_object_get(launch, "grid"));
    struct dim block = get_dim(json_object_get(launch, "block"));
    const struct gs_shape *shape = t->attempt->shape;
    const char *n = t->attempt->exercise->n_name;
    if (size_of(block) > 1024) {
        set_kind(t, "too-many-threads");
        SAY(t->out,
            "A block holds at most 1024 threads in all (x * y * z), and this launch asks for %u * "
            "%u * %u = %zu: nothing ran.",
            block.x, block.y, block.z, size_of(block));
        return true;
    }
    if (size_of(grid) == 0 && (shape->n == 0 || (t->attempt->exercise->m_name && shape->m == 0))) {
        set_kind(t, "empty-grid");
        SAY(t->out,
            "With %s there is nothing to do, so the grid has no blocks, and CUDA refuses such a "
            "launch: return before it.",
            gs_shape_name(t->attempt->exercise, shape).text);
        return true;
    }
    if (size_of(grid) == 0) {
        set_kind(t, "rounded-down");
        SAY(t->out,
            "`%s / B` drops the remainder: for %s = %zu and blocks of %zu that leaves no block at "
            "all. Use `(%s + B - 1) / B`.",
            n, n, shape->n, size_of(block), n);
        return true;
    }
    set_kind(t, "launch-refused");
    SAY(t->out, "The launch failed, so nothing ran. %s", get_text(t->finding, "sentence"));
    return true;
}

/* Threads that change one element in place, in one line. */
static bool say_race(const struct telling *t)
{
    const json_t *first = json_object_get(t->finding, "first");
    const json_t *second = json_object_get(t->finding, "second");
    const char *sentence = get_text(t->finding, "sentence");
    set_kind(t, "race");
    if (strstr(sentence, "changes get lost") == NULL)
        return false;
    SAY(t->out,
        "Two threads read the same old value, so one update was lost (%s and %s). Use an atomic, "
        "or "
        "give each thread its own cell.",
        name_thread(first).text, name_thread(second).text);
    return true;
}

static bool say_barrier(const struct telling *t)
{
    const json_t *first = json_object_get(t->finding, "first");
    const json_t *second = json_object_get(t->finding, "second");
    const char *sentence = get_text(t->finding, "sentence");
    bool warp = strcmp(get_text(t->finding, "kind"), "race-warp") == 0;
    if (strstr(sentence, "changes get lost") != NULL)
        return say_race(t);
    set_kind(t, "missing-barrier");
    if (is_write(first) == is_write(second) || strstr(sentence, " is missing between") == NULL ||
        strstr(sentence, "next turn") != NULL)
        return false;
    const json_t *reader = is_write(first) ? second : first;
    const json_t *writer = is_write(first) ? first : second;
    SAY(t->out,
        "%s read what %s wrote, and nothing made it wait for that. Put `%s` between line "
        "%lld and line %lld.",
        name_thread(reader).text, name_thread(writer).text,
        warp ? "__syncwarp()" : "__syncthreads()", get_number(t->finding, "other_line"),
        get_number(t->finding, "line"));
    t->out->sentence[0] = 'T'; /* of "thread" */
    return true;
}

static bool say_divergence(const struct telling *t)
{
    set_kind(t, "divergent-barrier");
    SAY(t->out, "Only some threads of the block reach this barrier. Move it out of the `if`. %s",
        get_text(t->finding, "sentence"));
    return true;
}

static bool say_overflow(const struct telling *t)
{
    set_kind(t, "index-overflow");
    SAY(t->out, "The 32-bit index wrapped above 2^31 - 1. Widen to `size_t` before multiplying. %s",
        get_text(t->finding, "sentence"));
    return true;
}

/* By what is told first; kinds that are not here are told as the inspector does, before the last
 * two, which mostly follow from another. */
static const struct {
    const char *finding;
    bool (*say)(const struct telling *t);
} tellings[] = {
    {"index-overflow", say_overflow},
    {"out-of-bounds", say_out_of_bounds},
    {"invalid-launch", say_invalid_launch},
    {"barrier-divergence", say_divergence},
    {"race-shared", say_barrier},
    {"race-warp", say_barrier},
    {"race-global", say_race},
    {"", NULL},
    {"leak", NULL},
    {"unchecked-error", NULL},
};

enum { TELLINGS = sizeof tellings / sizeof tellings[0], OTHERS = 7 };

static size_t rank(const json_t *finding)
{
    const char *kind = get_text(finding, "kind");
    for (size_t i = 0; i < TELLINGS; i++) {
        if (strcmp(kind, tellings[i].finding) == 0)
            return i;
    }
    return OTHERS;
}

const json_t *gs_finding_first(const json_t *report)
{
    const json_t *findings = json_object_get(report, "findings"), *best = NULL;
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *finding = json_array_get(findings, i);
        if (best == NULL || rank(finding) < rank(best))
            best = finding;
    }
    return best;
}

void gs_say_finding(const struct gs_attempt *attempt, const json_t *finding, struct gs_saying *out)
{
    const struct gs_exercise *exercise = attempt->exercise;
    const struct telling t = {.attempt = attempt, .finding = finding, .out = out};
    char file[80];
    snprintf(file, sizeof file, "%s.cu", exercise->name);
    const char *where = get_text(finding, "file"), *slash = strrchr(where, '/');
    out->line =
        strcmp(slash != NULL ? slash + 1 : where, file) == 0 ? (int)get_number(finding, "line") : 0;
    if (exercise->say_finding != NULL && exercise->say_finding(attempt->shape, finding, out))
        return;
    set_kind(&t, get_text(finding, "kind"));
    bool (*say)(const struct telling *) = tellings[rank(finding)].say;
    if (say == NULL || !say(&t))
        SAY(out, "%s", get_text(finding, "sentence"));
}
