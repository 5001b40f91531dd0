#include "explain_finding.h"

#include "exercise_tools.h"
#include "explain_race.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void say_as_inspector(const struct gs_telling *t, const char *kind)
{
    gs_say(t->out, kind, "%s", gs_get_text(t->finding, "sentence"));
}

/* ---- out of bounds --------------------------------------------------------------------------- */

/* "read" or "wrote" */
static const char *did(const struct gs_party *party)
{
    return party->reads ? "read" : "wrote";
}

/* It was declared, and has no more elements because a launch has fewer threads. */
static bool say_past_shared(const struct gs_telling *t)
{
    const char *array = gs_get_text(t->finding, "array");
    const long long elements = gs_get_number(t->finding, "elements");
    if (!gs_has_text(t->finding, "memory", "shared") || array[0] == '\0' || elements <= 0)
        return false;
    return gs_say(t->out, "out-of-bounds",
                  "T%s %s %s[%lld], and %s has %lld element%s of shared memory, from [0] to "
                  "[%lld]. Test the index, or declare as many as the block needs.",
                  t->first.name + 1, did(&t->first), array, gs_get_number(t->finding, "index"),
                  array, elements, elements == 1 ? "" : "s", elements - 1);
}

/* The source has `<= n` somewhere, for the exercise's n. */
static bool tests_up_to(const char *source, const char *n)
{
    for (const char *at = strstr(source, "<="); at != NULL; at = strstr(at + 2, "<=")) {
        const char *name = at + 2 + strspn(at + 2, " ");
        const size_t length = strlen(n);
        if (strncmp(name, n, length) == 0 && !isalnum((unsigned char)name[length]) &&
            name[length] != '_')
            return true;
    }
    return false;
}

/* The thread whose element the first behind the end would be: somebody asked, but for i <= n. The
 * kernel was stopped there, so that it cannot be seen whether others go further. */
static bool say_off_by_one(const struct gs_telling *t)
{
    const json_t *launch = json_object_get(t->finding, "launch");
    const size_t threads = gs_launch_threads(launch);
    const size_t elements = (size_t)gs_get_number(t->finding, "elements");
    if ((size_t)gs_get_number(t->finding, "index") != elements || t->first.x > elements ||
        (elements - t->first.x) % threads != 0 ||
        !tests_up_to(t->source, t->attempt->exercise->n_name))
        return false;
    return gs_say(t->out, "off-by-one",
                  "%s[%zu] is one past the end: the last element of %zu is number %zu. The test "
                  "has to be `i < n`, not `i <= n`.",
                  gs_get_text(t->finding, "array"), elements, elements, elements - 1);
}

/* The thread takes the element of its own number in the grid, or of its place in a matrix. */
static bool is_own_element(const struct gs_telling *t)
{
    const size_t index = (size_t)gs_get_number(t->finding, "index");
    return index == t->first.x || t->first.y > 0 ||
           gs_get_element(json_object_get(t->finding, "launch"), "block", 1) > 1;
}

/* The index is at the array's end or behind it, and the launch has more threads than the array has
 * elements: nobody asked whether the thread has one. */
static void say_out_of_bounds(const struct gs_telling *t)
{
    const char *array = gs_get_text(t->finding, "array");
    const long long index = gs_get_number(t->finding, "index");
    const long long elements = gs_get_number(t->finding, "elements");
    const size_t threads = gs_launch_threads(json_object_get(t->finding, "launch"));
    if (say_past_shared(t))
        return;
    if (array[0] == '\0' || elements <= 0 || index < elements || threads <= (size_t)elements ||
        (size_t)index >= threads)
        say_as_inspector(t, "out-of-bounds");
    else if (say_off_by_one(t))
        return;
    else if (!is_own_element(t))
        gs_say(t->out, "out-of-bounds",
               "T%s %s %s[%lld], and %s has %lld element%s. Is the index what you mean, and does "
               "something ask whether it is within the array?",
               t->first.name + 1, did(&t->first), array, index, array, elements,
               elements == 1 ? "" : "s");
    else
        gs_say(t->out, "no-bounds-check",
               "Your last block has more threads than data: %s %s past the end, at %s[%lld], and "
               "%s has %lld element%s. Add `if (i < n)`.",
               t->first.name, did(&t->first), array, index, array, elements,
               elements == 1 ? "" : "s");
}

/* ---- launches -------------------------------------------------------------------------------- */

static void say_invalid_launch(const struct gs_telling *t)
{
    const json_t *launch = json_object_get(t->finding, "launch");
    const bool empty = gs_finding_why(t->finding, "empty-grid");
    const size_t threads = gs_block_threads(launch);
    const struct gs_exercise *exercise = t->attempt->exercise;
    const struct gs_shape *shape = t->attempt->shape;
    const char *n = exercise->n_name;
    if (threads > 1024)
        gs_say(t->out, "too-many-threads",
               "A block holds at most 1024 threads in all (x * y * z), and this launch asks for "
               "%lld * %lld * %lld = %zu: nothing ran.",
               gs_get_element(launch, "block", 0), gs_get_element(launch, "block", 1),
               gs_get_element(launch, "block", 2), threads);
    else if (empty && (shape->n == 0 || (exercise->m_name != NULL && shape->m == 0)))
        gs_say(t->out, "empty-grid",
               "With %s there is nothing to do, so the grid has no blocks, and CUDA refuses such "
               "a launch: return before it.",
               gs_shape_name(exercise, shape).text);
    else if (empty)
        gs_say(t->out, "rounded-down",
               "`%s / B` drops the remainder: for %s = %zu and blocks of %zu that leaves no block "
               "at all. Use `(%s + B - 1) / B`.",
               n, n, shape->n, threads, n);
    else
        gs_say(t->out, "launch-refused", "The launch failed, so nothing ran. %s",
               gs_get_text(t->finding, "sentence"));
}

/* ---- others ---------------------------------------------------------------------------------- */

static void say_overflow(const struct gs_telling *t)
{
    gs_say(t->out, "index-overflow",
           "The 32-bit index wrapped above 2^31 - 1. Widen to `size_t` before multiplying. %s",
           gs_get_text(t->finding, "sentence"));
}

/* As the inspector does, but for shared memory, which no cudaMemset() fills. */
static void say_other(const struct gs_telling *t)
{
    const char *array = gs_get_text(t->finding, "array");
    if (!gs_finding_is(t->finding, "uninitialised") ||
        !gs_has_text(t->finding, "memory", "shared") || array[0] == '\0')
        say_as_inspector(t, gs_get_text(t->finding, "kind"));
    else
        gs_say(t->out, "uninitialised",
               "T%s %s %s[%lld] in shared memory, where no thread has stored anything yet: it "
               "holds junk. Let the block fill each element that it uses, also those of threads "
               "that have no data, and let all wait for that at a `__syncthreads()`.",
               t->first.name + 1, t->first.reads ? "reads" : "changes", array,
               gs_get_number(t->finding, "index"));
}

/* By what is told first; kinds that are not here come before the last two, which mostly follow from
 * another. */
static const struct {
    const char *finding;
    void (*say)(const struct gs_telling *t);
} tellings[] = {
    {"index-overflow", say_overflow},
    {"out-of-bounds", say_out_of_bounds},
    {"invalid-launch", say_invalid_launch},
    {"barrier-divergence", gs_say_divergence},
    {"race-shared", gs_say_unordered},
    {"race-warp", gs_say_unordered},
    {"race-global", gs_say_race},
    {"", say_other},
    {"copy-kind", say_other},
    {"leak", say_other},
    {"unchecked-error", say_other},
};

enum { TELLINGS = sizeof tellings / sizeof tellings[0], OTHERS = TELLINGS - 4 };

static size_t rank(const json_t *finding)
{
    const char *kind = gs_get_text(finding, "kind");
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

void gs_say_finding(const struct gs_attempt *attempt, const json_t *report, const json_t *finding,
                    const char *source, struct gs_saying *out)
{
    const struct gs_exercise *exercise = attempt->exercise;
    const struct gs_telling t = {.attempt = attempt,
                                 .report = report,
                                 .finding = finding,
                                 .source = source,
                                 .first = gs_party_of(finding, "first"),
                                 .second = gs_party_of(finding, "second"),
                                 .out = out};
    char file[80];
    snprintf(file, sizeof file, "%s.cu", exercise->name);
    const char *where = gs_get_text(finding, "file"), *slash = strrchr(where, '/');
    out->line = strcmp(slash != NULL ? slash + 1 : where, file) == 0 ? gs_line_of(finding) : 0;
    if (exercise->say_finding != NULL &&
        exercise->say_finding(attempt->shape, report, finding, out))
        return;
    tellings[rank(finding)].say(&t);
}
