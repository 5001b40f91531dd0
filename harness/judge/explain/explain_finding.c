#include "explain_finding.h"

#include "exercise_tools.h"
#include "explain_index.h"
#include "explain_race.h"
#include "source_code.h"
#include "source_index.h"
#include "source_mistake.h"
#include "source_race.h"
#include "source_number.h"

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

/* What the student calls dynamic shared memory, which has no name in the report: `extern __shared__
 * float part[]`; "": nothing, or there are several names. */
static const char *dynamic_name(const struct gs_source *source)
{
    const struct gs_tokens *tokens = &source->compiled;
    const char *name = "";
    for (size_t i = 0; i + 1 < tokens->count; i++) {
        if (!gs_token_is(tokens, i, "extern") || !gs_token_is(tokens, i + 1, "__shared__"))
            continue;
        if (name[0] != '\0')
            return "";
        for (; i + 1 < tokens->count && !gs_token_is(tokens, i, ";"); i++) {
            if (gs_token_is(tokens, i + 1, "["))
                name = tokens->items[i].text;
        }
    }
    return name;
}

/* Dynamic shared memory, or too few bytes of it for any element. */
static bool say_past_dynamic(const struct gs_telling *t)
{
    const char *name = dynamic_name(t->source);
    return gs_has_text(t->finding, "memory", "shared") && name[0] != '\0' &&
           gs_get_text(t->finding, "array")[0] == '\0' &&
           gs_get_number(t->finding, "index") >= gs_get_number(t->finding, "elements") &&
           gs_say(t->out, "out-of-bounds",
                  "T%s %s %s[%lld], past the end of %s, whose size the launch gives: the third "
                  "number in <<< >>> is how many bytes of shared memory a block has, the elements "
                  "times `sizeof(element)`. Are these enough, and is the index what you mean?",
                  t->first.name + 1, did(&t->first), name, gs_get_number(t->finding, "index"),
                  name);
}

static bool say_before_begin(const struct gs_telling *t)
{
    const char *array = gs_get_text(t->finding, "array");
    return array[0] != '\0' &&
           gs_say(t->out, "out-of-bounds",
                  "T%s %s %s[%lld], and the first element is %s[0]. What is that index made of, "
                  "and is something taken off it that should stay?",
                  t->first.name + 1, did(&t->first), array, gs_get_number(t->finding, "index"),
                  array);
}

/* In a block that is not the first one, whose threads lie along x. */
static bool is_number_in_grid(const struct gs_telling *t)
{
    const json_t *launch = json_object_get(t->finding, "launch");
    return t->first.block[0] > 0 && gs_get_element(launch, "block", 1) == 1 &&
           gs_get_number(t->finding, "index") == (long long)t->first.x &&
           (long long)t->first.thread[0] < gs_get_number(t->finding, "elements");
}

/* It was declared, and has no more elements because a launch has fewer threads. */
static bool say_past_shared(const struct gs_telling *t)
{
    const char *array = gs_get_text(t->finding, "array");
    const long long elements = gs_get_number(t->finding, "elements");
    if (!gs_has_text(t->finding, "memory", "shared") || array[0] == '\0' || elements <= 0)
        return false;
    const long long columns = gs_get_number(t->finding, "columns");
    if (columns > 0)
        return gs_say(t->out, "out-of-bounds",
                      "T%s %s %s, and %s has %lld row%s of %lld element%s of shared memory. Test "
                      "the indices, or declare as many as the block needs.",
                      t->first.name + 1, did(&t->first), gs_finding_cell(t->finding).text, array,
                      elements / columns, elements == columns ? "" : "s", columns,
                      columns == 1 ? "" : "s");
    if (gs_get_number(t->finding, "index") < 0)
        return say_before_begin(t);
    if (is_number_in_grid(t))
        return gs_say(t->out, "out-of-bounds",
                      "T%s %s %s[%lld], and %s has %lld element%s of shared memory. %lld is the "
                      "number of this thread in the grid, and each block has a %s of its own: is "
                      "the index to be the number in the block, threadIdx.x, which is %zu here?",
                      t->first.name + 1, did(&t->first), array, gs_get_number(t->finding, "index"),
                      array, elements, elements == 1 ? "" : "s", gs_get_number(t->finding, "index"),
                      array, t->first.thread[0]);
    return gs_say(
        t->out, "out-of-bounds",
        "T%s %s %s[%lld], and %s has %lld element%s of shared memory, from [0] to "
        "[%lld]. Is that the cell that you mean? If it is, test the index, or declare as many "
        "as the block needs.",
        t->first.name + 1, did(&t->first), array, gs_get_number(t->finding, "index"), array,
        elements, elements == 1 ? "" : "s", elements - 1);
}

static const char *plural(long long count)
{
    return count == 1 ? "" : "s";
}

static const struct gs_source_function *kernel_of(const struct gs_telling *t)
{
    return gs_code_kernel(t->source, gs_get_text(json_object_get(t->finding, "launch"), "kernel"));
}

/* The thread takes the element of its own number in the grid, or of its place in a matrix. */
static bool is_own_element(const struct gs_telling *t)
{
    const size_t index = (size_t)gs_get_number(t->finding, "index");
    return index == t->first.x || t->first.y > 0 ||
           gs_get_element(json_object_get(t->finding, "launch"), "block", 1) > 1;
}

/* How large the index was is certain; why, the source tells, or nothing does. That a test of
 * something else stands there says nothing of it. */
static struct gs_indexed access_of(const struct gs_telling *t)
{
    return (struct gs_indexed){.source = t->source,
                               .kernel = kernel_of(t),
                               .exercise = t->run->exercise,
                               .shape = t->run->shape,
                               .launch = json_object_get(t->finding, "launch"),
                               .thread = &t->first,
                               .array = gs_get_text(t->finding, "array"),
                               .index = gs_get_number(t->finding, "index"),
                               .elements = gs_get_number(t->finding, "elements"),
                               .line = t->out->line};
}

static void say_index(const struct gs_telling *t, const struct gs_code_guard *guard)
{
    struct gs_indexed access = access_of(t);
    char words[600];
    access.tested = guard->line != 0 || gs_code_tests_index(t->source, access.kernel);
    if (!gs_tell_index(&access, words, sizeof words) &&
        !gs_tell_other_array(&access, words, sizeof words))
        snprintf(words, sizeof words, "%s",
                 access.tested
                     ? "Is the index what you mean?"
                     : "Is the index what you mean, and does something ask whether it is within "
                       "the array?");
    gs_say(t->out, guard->line != 0 ? "past-the-end" : "out-of-bounds",
           "T%s %s %s[%lld], and %s has %lld element%s. %s", t->first.name + 1, did(&t->first),
           access.array, access.index, access.array, access.elements, plural(access.elements),
           words);
}

/* Behind what an exercise says of an index past the end: how it came about, where that is certain.
 */
static void add_index(const struct gs_telling *t)
{
    const struct gs_indexed access = access_of(t);
    const size_t length = strlen(t->out->sentence);
    char words[400];
    if (gs_finding_is(t->finding, "out-of-bounds") && access.index >= access.elements &&
        access.elements > 0 && gs_tell_values(&access, words, sizeof words))
        snprintf(t->out->sentence + length, sizeof t->out->sentence - length, " %s", words);
}

/* The operation of the host's at that line that allocates; NULL: there is none. */
static const json_t *allocation_in(const json_t *report, int line)
{
    const json_t *operations = gs_inspected_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_has_text(operation, "do", "allocate") && gs_line_of(operation) == line)
            return operation;
    }
    return NULL;
}

/* `cudaMalloc(&in, n)`: as many bytes as there are to be elements. */
static int line_of_small_memory(const struct gs_telling *t, const char *array, size_t wanted)
{
    const struct gs_tokens *tokens = &t->source->compiled;
    for (size_t i = 0; array[0] != '\0' && wanted > 1 && i + 3 < tokens->count; i++) {
        if (!gs_code_is(t->source, i, "cudaMalloc (") ||
            !(gs_token_is(tokens, i + 3, array) ||
              gs_token_is(tokens, tokens->items[i + 2].match + 2, array)))
            continue;
        const int line = (int)tokens->items[i].line;
        const json_t *made = allocation_in(t->report, line);
        if (made != NULL && (size_t)gs_get_number(made, "bytes") == wanted)
            return line;
    }
    return 0;
}

static bool say_small_memory(const struct gs_telling *t)
{
    const char *array = gs_get_text(t->finding, "array");
    const struct gs_shape *shape = t->run->shape;
    const size_t wanted = shape->n * (shape->m > 0 ? shape->m : 1);
    const int line = line_of_small_memory(t, array, wanted);
    const bool by_thread = gs_has_text(json_object_get(t->finding, "first"), "by", "thread");
    const bool copies = gs_finding_why(t->finding, "copy") || gs_finding_why(t->finding, "fill");
    if (line == 0 || !(by_thread || copies))
        return false;
    t->out->line = line;
    if (copies)
        return gs_say(t->out, "out-of-bounds",
                      "%s has %lld bytes, and line %d needs %lld there: `cudaMalloc` got %zu, and "
                      "it counts bytes, %zu * sizeof(element).",
                      array, gs_get_number(t->finding, "most"), gs_line_of(t->finding),
                      gs_get_number(t->finding, "given"), wanted, wanted);
    return gs_say(t->out, "out-of-bounds",
                  "T%s %s %s[%lld], and %s has room for %lld element%s: `cudaMalloc` in line %d "
                  "got %zu, and it counts bytes, %zu * sizeof(element).",
                  t->first.name + 1, did(&t->first), array, gs_get_number(t->finding, "index"),
                  array, gs_get_number(t->finding, "elements"),
                  plural(gs_get_number(t->finding, "elements")), line, wanted, wanted);
}

/* The kernel tests something, but not what the index is made of, or not before this access. */
static bool say_untested(const struct gs_telling *t, const struct gs_code_guard *guard)
{
    const char *array = gs_get_text(t->finding, "array");
    const long long elements = gs_get_number(t->finding, "elements");
    const char *name = gs_code_untested(t->source, kernel_of(t), array, t->out->line);
    return name != NULL &&
           gs_say(t->out, "no-bounds-check",
                  "T%s %s %s[%lld], and %s has %lld element%s. The index is made of `%s`, and "
                  "nothing asks before this access how large `%s` is: `%s` in line %d does not "
                  "guard it. Which values may `%s` have here?",
                  t->first.name + 1, did(&t->first), array, gs_get_number(t->finding, "index"),
                  array, elements, plural(elements), name, name, guard->text.text, guard->line,
                  name);
}

/* `((double *)a)[i]`: an element that is there, and what comes behind it. */
static bool say_too_wide(const struct gs_telling *t)
{
    const char *array = gs_get_text(t->finding, "array");
    const long long index = gs_get_number(t->finding, "index");
    const long long bytes = gs_get_number(json_object_get(t->finding, "first"), "bytes");
    const long long element = gs_get_number(t->finding, "element_bytes");
    if (array[0] == '\0' || index < 0 || index >= gs_get_number(t->finding, "elements") ||
        element <= 0 || bytes <= element)
        return false;
    return gs_say(t->out, "out-of-bounds",
                  "T%s %s %lld bytes at %s[%lld], and an element of %s has %lld: that reaches past "
                  "the end. A pointer to a larger type, as double or float4, takes several "
                  "elements at once: is it to be of the array's own type, and if not, are all of "
                  "these elements there?",
                  t->first.name + 1, did(&t->first), bytes, array, index, array, element);
}

/* The index is at the array's end or behind it. That nobody asked whether the thread has an element
 * is the cause where the thread took its own, the last block alone has threads without one, the
 * kernel compares nothing with n, and nothing decides who comes to the line. */
static void say_out_of_bounds(const struct gs_telling *t)
{
    const char *array = gs_get_text(t->finding, "array");
    const long long index = gs_get_number(t->finding, "index");
    const long long elements = gs_get_number(t->finding, "elements");
    const size_t threads = gs_launch_threads(json_object_get(t->finding, "launch"));
    const struct gs_code_guard guard = gs_code_guard(t->source, kernel_of(t), t->run->exercise);
    if (say_past_dynamic(t) || say_past_shared(t) ||
        (gs_finding_why(t->finding, "before-begin") && say_before_begin(t)) || say_small_memory(t))
        return;
    if (say_too_wide(t))
        return;
    if (array[0] == '\0' || elements <= 0 || index < elements) {
        say_as_inspector(t, "out-of-bounds");
        return;
    }
    if (guard.line != 0 && say_untested(t, &guard))
        return;
    if (guard.line != 0 || threads <= (size_t)elements || (size_t)index >= threads ||
        !is_own_element(t) ||
        threads - (size_t)elements >= gs_block_threads(json_object_get(t->finding, "launch")) ||
        gs_code_tests_index(t->source, kernel_of(t)) ||
        gs_code_is_in_branch(t->source, kernel_of(t), t->out->line))
        say_index(t, &guard);
    else
        gs_say(t->out, "no-bounds-check",
               "Your last block has more threads than data: %s %s past the end, at %s[%lld], and "
               "%s has %lld element%s. Nothing in the kernel asks whether the thread has an "
               "element.",
               t->first.name, did(&t->first), array, index, array, elements, plural(elements));
}

/* ---- what stands in the source --------------------------------------------------------------- */

/* What the two did to the element: they both write it, or one reads what the other writes. */
static void see_race(const struct gs_telling *t, struct gs_seen *seen)
{
    const struct gs_party *reader = t->first.reads ? &t->first : &t->second;
    const struct gs_party *other = reader == &t->first ? &t->second : &t->first;
    const struct gs_cell cell = gs_finding_cell(t->finding);
    seen->symptom = GS_SEEN_RACE;
    if (reader->reads)
        snprintf(seen->words, sizeof seen->words,
                 "T%s reads %s, %s writes it, and nothing says which comes first.",
                 reader->name + 1, cell.text, other->name);
    else
        snprintf(seen->words, sizeof seen->words, "T%s and %s both write %s.", reader->name + 1,
                 other->name, cell.text);
}

static bool is_at_the_end(const struct gs_telling *t)
{
    const struct gs_shape *shape = t->run->shape;
    return gs_get_number(t->finding, "index") == gs_get_number(t->finding, "elements") ||
           (shape->m > 0 && (t->first.x == shape->m || t->first.y == shape->n));
}

static void see_access(const struct gs_telling *t, struct gs_seen *seen)
{
    const long long elements = gs_get_number(t->finding, "elements");
    const struct gs_cell cell = gs_finding_cell(t->finding);
    if (gs_finding_is(t->finding, "uninitialised")) {
        seen->symptom = GS_SEEN_JUNK;
        snprintf(seen->words, sizeof seen->words, "T%s reads %s before anything was stored there.",
                 t->first.name + 1, cell.text);
    } else {
        seen->symptom = GS_SEEN_BOUNDS;
        seen->array = gs_get_text(t->finding, "array");
        seen->at_the_end = is_at_the_end(t);
        seen->by_thread_n = t->first.x == t->run->shape->n;
        snprintf(seen->words, sizeof seen->words, "T%s %s %s, and %s has %lld element%s.",
                 t->first.name + 1, did(&t->first), cell.text, gs_get_text(t->finding, "array"),
                 elements, plural(elements));
    }
}

/* What is no access of a thread's. */
static bool see_call(const struct gs_telling *t, struct gs_seen *seen)
{
    const bool fills = gs_finding_why(t->finding, "fill");
    if (gs_finding_is(t->finding, "invalid-launch")) {
        seen->symptom = GS_SEEN_LAUNCH;
        snprintf(seen->words, sizeof seen->words, "The launch failed, so nothing ran.");
    } else if ((fills || gs_finding_why(t->finding, "copy")) &&
               gs_finding_is(t->finding, "out-of-bounds")) {
        seen->symptom = GS_SEEN_COPY;
        snprintf(seen->words, sizeof seen->words,
                 "This %s %lld bytes, and from here to the end of the array there are %lld.",
                 fills ? "sets" : "copies", gs_get_number(t->finding, "given"),
                 gs_get_number(t->finding, "most"));
    }
    if (seen->symptom == 0 && gs_finding_is(t->finding, "copy-kind")) {
        seen->symptom = GS_SEEN_COPY;
        snprintf(seen->words, sizeof seen->words,
                 "This copy does not go the way that its last argument says.");
    }
    if (seen->symptom == 0 && gs_finding_is(t->finding, "uninitialised") &&
        gs_has_text(json_object_get(t->finding, "first"), "by", "host")) {
        seen->symptom = GS_SEEN_COPY;
        snprintf(seen->words, sizeof seen->words, "This copies from %s, where nothing was written.",
                 gs_get_text(t->finding, "array")[0] != '\0' ? gs_get_text(t->finding, "array")
                                                             : "memory");
    }
    if (gs_finding_is(t->finding, "race-streams") || gs_finding_is(t->finding, "race-host")) {
        seen->symptom = GS_SEEN_STREAMS;
        snprintf(seen->words, sizeof seen->words,
                 "What is done here waits for nothing of the other stream.");
    }
    if (seen->symptom == 0 && gs_finding_is(t->finding, "host-pointer") &&
        gs_has_text(json_object_get(t->finding, "first"), "by", "host")) {
        seen->symptom = GS_SEEN_COPY;
        snprintf(seen->words, sizeof seen->words,
                 "This copy cannot use one of the addresses that it gets.");
    }
    if (seen->symptom == 0 && gs_finding_why(t->finding, "null-pointer") &&
        gs_has_text(json_object_get(t->finding, "first"), "by", "host")) {
        seen->symptom = GS_SEEN_COPY;
        snprintf(seen->words, sizeof seen->words, "This copies from or to a null pointer.");
    }
    return seen->symptom != 0;
}

/* A `printf` to look at a value while other threads change it. */
static bool say_print_of_changing(const struct gs_telling *t)
{
    const struct gs_party *reader = t->first.reads && !t->first.writes ? &t->first : &t->second;
    const struct gs_party *other = reader == &t->first ? &t->second : &t->first;
    const struct gs_tokens *tokens = &t->source->compiled;
    for (size_t i = 0; reader->reads && !reader->writes && i + 1 < tokens->count; i++) {
        const size_t close = gs_token_is(tokens, i + 1, "(") ? tokens->items[i + 1].match : 0;
        if (!gs_token_is(tokens, i, "printf") || close == 0 || close >= tokens->count ||
            (int)tokens->items[i].line > reader->line ||
            (int)tokens->items[close].line < reader->line)
            continue;
        t->out->line = reader->line;
        return gs_say(t->out, "race",
                      "The `printf` in line %d reads %s (%s) while %s changes it: what it prints "
                      "depends on which comes first. Take it out, or print when the kernel is "
                      "done.",
                      reader->line, gs_finding_cell(t->finding).text, reader->name, other->name);
    }
    return false;
}

/* The host did not come to its end in time: no kernel is at fault. So many launches are no loop
 * without an end, and how far a program comes with them depends on the machine. */
static void say_many_small_launches(const struct gs_telling *t)
{
    enum { MANY = 1000, FEW_THREADS = 32 };
    const long long launches = gs_inspected_total(t->report, "launches");
    const long long threads = gs_inspected_total(t->report, "threads");
    if (launches < MANY) {
        say_as_inspector(t, "never-ends");
        return;
    }
    gs_say(t->out, "too-many-launches",
           "The program was stopped when it had made %lld launches, of %lld thread%s each on "
           "average. Each launch costs time: %s",
           launches, threads / launches, threads / launches == 1 ? "" : "s",
           threads / launches < FEW_THREADS
               ? "let one launch have a thread for each element, instead of a loop around it."
               : "let fewer of them do all of the work.");
}

static bool say_mistake_in_source(const struct gs_telling *t)
{
    const json_t *launch = json_object_get(t->finding, "launch");
    const bool by_thread = gs_has_text(json_object_get(t->finding, "first"), "by", "thread");
    struct gs_seen seen = {.exercise = t->run->exercise,
                           .source = t->source,
                           .remarks = t->run->remarks,
                           .kernel = gs_get_text(launch, "kernel"),
                           .threads = gs_launch_threads(launch),
                           .block = gs_block_threads(launch),
                           .launch = launch};
    if (gs_finding_is(t->finding, "never-ends")) {
        seen.symptom = GS_SEEN_ENDLESS;
        snprintf(seen.words, sizeof seen.words, "The kernel did not come to its end in time.");
    } else if (gs_is_race(t->finding) || gs_finding_is(t->finding, "missing-fence")) {
        see_race(t, &seen);
    } else if (see_call(t, &seen)) {
        return gs_say_source_mistake(&seen, t->out);
    } else if (by_thread && gs_get_text(t->finding, "array")[0] != '\0' &&
               (gs_finding_is(t->finding, "out-of-bounds") ||
                gs_finding_is(t->finding, "uninitialised"))) {
        see_access(t, &seen);
    } else {
        return false;
    }
    return gs_say_source_mistake(&seen, t->out);
}

/* ---- launches -------------------------------------------------------------------------------- */

static void say_empty_grid(const struct gs_telling *t)
{
    const struct gs_exercise *exercise = t->run->exercise;
    const struct gs_shape *shape = t->run->shape;
    const struct gs_shape_name size = gs_shape_name(exercise, shape);
    int line = 0;
    const struct gs_code_text division = gs_code_division(t->source, exercise, &line);
    if (shape->n == 0 || (exercise->m_name != NULL && shape->m == 0))
        gs_say(t->out, "empty-grid",
               "With %s there is nothing to do, so the grid has no blocks, and CUDA refuses such "
               "a launch: return before it.",
               size.text);
    else if (line != 0)
        gs_say(
            t->out, "rounded-down",
            "With %s the grid has no blocks at all, and CUDA refuses such a launch. `%s` in line "
            "%d drops the remainder.",
            size.text, division.text, line);
    else
        gs_say(t->out, "empty-grid",
               "With %s the grid has no blocks, and CUDA refuses such a launch.", size.text);
}

static void say_invalid_launch(const struct gs_telling *t)
{
    const json_t *launch = json_object_get(t->finding, "launch");
    const size_t threads = gs_block_threads(launch);
    if (threads > 1024)
        gs_say(t->out, "too-many-threads",
               "A block holds at most 1024 threads in all (x * y * z), and this launch asks for "
               "%lld * %lld * %lld = %zu: nothing ran.",
               gs_get_element(launch, "block", 0), gs_get_element(launch, "block", 1),
               gs_get_element(launch, "block", 2), threads);
    else if (gs_finding_why(t->finding, "empty-grid"))
        say_empty_grid(t);
    else
        gs_say(t->out, "launch-refused", "The launch failed, so nothing ran. %s",
               gs_get_text(t->finding, "sentence"));
}

/* ---- others ---------------------------------------------------------------------------------- */

static void say_overflow(const struct gs_telling *t)
{
    gs_say(t->out, "index-overflow", "The 32-bit index wrapped. %s",
           gs_get_text(t->finding, "sentence"));
}

/* Whether the exercise's arrays all lie on the device. */
static bool lies_on_device(const struct gs_exercise *exercise)
{
    bool all = true;
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++)
        all = all && (exercise->parameters[k].role == GS_NUMBER ||
                      exercise->parameters[k].home == GS_HOME_DEVICE);
    return all;
}

/* The copy of that line has both of its arrays on the device. */
static bool is_within_device(const struct gs_telling *t)
{
    const json_t *operations = gs_inspected_operations(t->report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_has_text(operation, "do", "copy") && gs_line_of(operation) == gs_line_of(t->finding))
            return gs_has_text(operation, "to", "device-device");
    }
    return false;
}

static void say_copy_kind(const struct gs_telling *t)
{
    if (!is_within_device(t) || !lies_on_device(t->run->exercise)) {
        say_as_inspector(t, "copy-kind");
        return;
    }
    gs_say(t->out, "needless-copy",
           "This copy is said to be between host and device, and both of its arrays are on the "
           "device. What your function is given lies there from the beginning: hand it to the "
           "kernel as it is, without arrays of your own.");
}

/* Whether the kernel declares the array with several indices, as `tile[2][16][16]`: a number of an
 * element is then no number of a thread. */
static bool is_of_rows(const struct gs_telling *t)
{
    const struct gs_source_function *kernel = kernel_of(t);
    const char *array = gs_get_text(t->finding, "array");
    const struct gs_tokens *tokens = &t->source->compiled;
    for (size_t i = kernel != NULL ? kernel->body : 0; kernel != NULL && i < kernel->end; i++) {
        if (gs_token_is(tokens, i, array) && gs_token_is(tokens, i + 1, "["))
            return gs_token_is(tokens, tokens->items[i + 1].match + 1, "[");
    }
    return false;
}

/* The array of shared memory was made for larger blocks: no thread has the number of that cell. */
static bool say_smaller_block(const struct gs_telling *t)
{
    const long long index = gs_get_number(t->finding, "index");
    const long long elements = gs_get_number(t->finding, "elements");
    const long long block = (long long)gs_block_threads(json_object_get(t->finding, "launch"));
    return gs_get_number(t->finding, "columns") == 0 && block > 0 && index >= block &&
           !is_of_rows(t) && elements >= 2 * block &&
           gs_say(t->out, "uninitialised",
                  "T%s %s %s in shared memory, where no thread has stored anything yet. A block of "
                  "this launch has %lld threads, and the array %lld elements: no thread has the "
                  "number %lld. Let each thread store several elements, in a loop%s.",
                  t->first.name + 1, t->first.reads ? "reads" : "changes",
                  gs_finding_cell(t->finding).text, block, elements, index,
                  elements <= 1024 ? ", or launch blocks of as many threads" : "");
}

/* The cell of a thread of the last block that is past the end of the data. Whether the cell is to
 * be filled or not to be read the student knows. */
static bool say_thread_past_end(const struct gs_telling *t)
{
    const json_t *launch = json_object_get(t->finding, "launch");
    const long long index = gs_get_number(t->finding, "index");
    const size_t block = gs_block_threads(launch), n = t->run->shape->n;
    const size_t thread = t->first.block[0] * block + (size_t)index;
    if (gs_get_number(t->finding, "columns") != 0 || index < 0 || (size_t)index >= block ||
        gs_get_element(launch, "block", 1) > 1 || t->run->shape->m > 0 || thread < n ||
        t->first.block[0] * block >= n)
        return false;
    return gs_say(t->out, "uninitialised",
                  "T%s %s %s in shared memory, where no thread has stored anything yet: it holds "
                  "junk. It is the cell of thread %lld of this block, which has no element: %s is "
                  "%zu. Is it to be used? If it is, let that thread store there what changes no "
                  "result, before a `__syncthreads()`.",
                  t->first.name + 1, t->first.reads ? "reads" : "changes",
                  gs_finding_cell(t->finding).text, index, t->run->exercise->n_name, n);
}

/* As the inspector does, but for shared memory, which no cudaMemset() fills. */
static void say_other(const struct gs_telling *t)
{
    const bool has_name =
        gs_get_text(t->finding, "array")[0] != '\0' || gs_get_text(t->finding, "called")[0] != '\0';
    if (!gs_finding_is(t->finding, "uninitialised") ||
        !gs_has_text(t->finding, "memory", "shared") || !has_name)
        say_as_inspector(t, gs_get_text(t->finding, "kind"));
    else if (!gs_say_unfilled_half(t) && !say_smaller_block(t) && !say_thread_past_end(t))
        gs_say(t->out, "uninitialised",
               "T%s %s %s in shared memory, where no thread has stored anything yet: it holds "
               "junk. Is it the cell that you mean? If it is, let the block fill each element that "
               "it uses, also those of threads that have no data, and let all wait for that at a "
               "`__syncthreads()`.",
               t->first.name + 1, t->first.reads ? "reads" : "changes",
               gs_finding_cell(t->finding).text);
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
    {"barrier-after-exit", gs_say_divergence},
    {"race-shared", gs_say_unordered},
    {"race-warp", gs_say_unordered},
    {"race-global", gs_say_race},
    {"race-same-value", gs_say_same_value},
    {"", say_other},
    {"copy-kind", say_copy_kind},
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

/* Where it stands among all that may be told. Nodes of a graph that no dependency orders run in an
 * order that the seed draws: what else is found, as memory without a value, may come of that. */
static size_t place_in_order(const json_t *finding)
{
    return 2 * rank(finding) - (gs_finding_why(finding, "one-graph") ? 1 : 0);
}

/* A shuffle that reads a lane which takes no part. The inspector hands out a value that spoils the
 * answer, so that a right one does not depend on it. */
static bool is_unused(const json_t *finding, bool right)
{
    return right && gs_finding_why(finding, "absent-lane");
}

const json_t *gs_finding_first(const json_t *report, bool right)
{
    const json_t *findings = json_object_get(report, "findings"), *best = NULL;
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *finding = json_array_get(findings, i);
        if (is_unused(finding, right))
            continue;
        if (best == NULL || place_in_order(finding) < place_in_order(best))
            best = finding;
    }
    return best;
}

/* Whether the kernel multiplies the two, in whichever order. */
static bool multiplies(const struct gs_source *source, const struct gs_source_function *kernel,
                       const char *code, const char *mirrored)
{
    for (size_t i = kernel->body; i < kernel->end; i++) {
        if (gs_code_is(source, i, code) || gs_code_is(source, i, mirrored))
            return true;
    }
    return false;
}

void gs_note_findings(json_t *report, const struct gs_source *source,
                      const struct gs_exercise *exercise)
{
    json_t *findings = json_object_get(report, "findings");
    for (size_t i = 0; i < json_array_size(findings); i++) {
        json_t *finding = json_array_get(findings, i);
        const struct gs_source_function *kernel =
            gs_code_kernel(source, gs_get_text(json_object_get(finding, "launch"), "kernel"));
        if (kernel == NULL)
            continue;
        const struct gs_code_guard guard = gs_code_guard(source, kernel, exercise);
        const bool numbers = multiplies(source, kernel, "blockIdx . x * blockDim . x",
                                        "blockDim . x * blockIdx . x");
        const bool strides =
            multiplies(source, kernel, "gridDim . x * blockDim . x", "blockDim . x * gridDim . x");
        json_object_set_new(finding, "numbers_threads", json_boolean(numbers));
        json_object_set_new(finding, "strides_by_grid", json_boolean(strides));
        const size_t columns = gs_number_of_columns(source, kernel, gs_get_text(finding, "array"));
        const bool is_dynamic =
            gs_has_text(finding, "memory", "shared") && gs_get_text(finding, "array")[0] == '\0';
        json_object_set_new(finding, "called", json_string(is_dynamic ? dynamic_name(source) : ""));
        json_object_set_new(finding, "columns", json_integer((json_int_t)columns));
        json_object_set_new(finding, "guard_line", json_integer(guard.line));
        json_object_set_new(finding, "guard", json_string(guard.whole.text));
    }
}

/* A race for an array that is only to be read: nobody is to write there. */
static bool say_changed_input(const struct gs_telling *t)
{
    const char *array = gs_get_text(t->finding, "array");
    const struct gs_party *writer = t->first.reads ? &t->second : &t->first;
    const struct gs_array *parameter = t->run->exercise->parameters;
    for (; parameter != NULL && parameter->name != NULL; parameter++) {
        if (parameter->role != GS_INPUT || strcmp(parameter->name, array) != 0)
            continue;
        struct gs_seen seen = {.symptom = GS_SEEN_CHANGED,
                               .exercise = t->run->exercise,
                               .source = t->source,
                               .kernel = "",
                               .array = array};
        snprintf(seen.words, sizeof seen.words, "T%s writes %s, and %s is only to be read.",
                 writer->name + 1, gs_finding_cell(t->finding).text, array);
        if (gs_say_source_mistake(&seen, t->out))
            return true;
        if (writer->line != 0)
            t->out->line = writer->line;
        return gs_say(t->out, "changed-input",
                      "%s Write to the output, or to an array of your own.", seen.words);
    }
    return false;
}

/* Of an atomic function and a plain access the latter is the one to mend. */
static void point_to_plain_access(const struct gs_telling *t)
{
    const struct gs_party *plain = t->first.adds ? &t->second : &t->first;
    if (gs_is_race(t->finding) && t->first.adds != t->second.adds && plain->line > 0 &&
        t->out->line != 0)
        t->out->line = plain->line;
}

void gs_say_finding(const struct gs_case_run *run, const json_t *report, const json_t *finding,
                    const struct gs_source *source, struct gs_saying *out)
{
    const struct gs_exercise *exercise = run->exercise;
    const struct gs_telling t = {.run = run,
                                 .report = report,
                                 .finding = finding,
                                 .source = source,
                                 .first = gs_party_of(finding, "first"),
                                 .second = gs_party_of(finding, "second"),
                                 .out = out};
    char file[80];
    snprintf(file, sizeof file, "%s.cu", exercise->name);
    out->line = gs_is_in_file(finding, file) ? gs_line_of(finding) : 0;
    point_to_plain_access(&t);
    if (gs_finding_is(finding, "never-ends") && gs_finding_why(finding, "host")) {
        say_many_small_launches(&t);
        return;
    }
    if ((gs_is_race(finding) &&
         (say_print_of_changing(&t) || say_changed_input(&t) || gs_say_source_race(&t))) ||
        gs_say_computed_index(&t) || say_mistake_in_source(&t) || gs_say_two_divisors(&t))
        return;
    if (gs_exercise_say_finding(exercise, run->shape, report, finding, out)) {
        add_index(&t);
        return;
    }
    tellings[rank(finding)].say(&t);
}
