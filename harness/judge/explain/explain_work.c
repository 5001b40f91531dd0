#include "explain_work.h"

#include "case_compare.h"
#include "case_memory.h"
#include "exercise_tools.h"
#include "explain.h"
#include "explain_finding.h"
#include "random.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the arrays of a case, by what they are for. */
struct arrays {
    size_t in, out;           /* one that is updated is both */
    size_t host_in, host_out; /* of those, on the host */
    size_t written;           /* of outputs, every element of which is to be written */
};

static struct arrays measure(const struct gs_case_run *run)
{
    const struct gs_exercise *exercise = run->exercise;
    struct arrays arrays = {0};
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        const struct gs_array *parameter = &exercise->parameters[k];
        if (parameter->role == GS_NUMBER)
            continue;
        size_t bytes =
            gs_exercise_count(exercise, run->shape, k) * gs_dtype_bytes(parameter->dtype);
        size_t in = parameter->role != GS_OUTPUT ? bytes : 0;
        size_t out = parameter->role != GS_INPUT ? bytes : 0;
        bool on_host = parameter->home != GS_HOME_DEVICE;
        arrays.in += in;
        arrays.out += out;
        arrays.host_in += on_host ? in : 0;
        arrays.host_out += on_host ? out : 0;
        arrays.written += parameter->role == GS_OUTPUT && !on_host ? bytes : 0;
    }
    return arrays;
}

bool gs_work_is_on_device(const struct gs_case_run *run)
{
    return measure(run).host_in == 0;
}

static size_t total(const struct gs_case_outcome *outcome, const char *name)
{
    return (size_t)gs_inspected_total(outcome->report, name);
}

/* ---- what crossed between host and device ---------------------------------------------------- */

static const json_t *crossing(const struct gs_case_outcome *outcome, const char *name)
{
    return json_object_get(json_object_get(outcome->report, "crossings"), name);
}

static size_t bytes_of(const struct gs_case_outcome *outcome, const char *name)
{
    return (size_t)gs_get_number(crossing(outcome, name), "bytes");
}

/* Sets the line, and returns whether a kernel was the first to carry that. */
static bool point_at(const struct gs_case_outcome *outcome, const char *name, struct gs_saying *out)
{
    out->line = gs_line_of(crossing(outcome, name));
    return gs_has_text(crossing(outcome, name), "by", "kernel");
}

/* ---- an answer that is made of the host's numbers -------------------------------------------- */

static bool has_word(const json_t *words, uint32_t word)
{
    for (size_t i = 0; i < json_array_size(words); i++) {
        if (json_integer_value(json_array_get(words, i)) == (json_int_t)word)
            return true;
    }
    return false;
}

/* Smaller ones are the same by chance, as numbers of threads are. No float is so small. */
enum { TELLING = 4096 };

/* Half of what kernels left on the device, and more, is among what the host handed over, by copies
 * and arguments. */
static bool was_handed_over(const struct gs_case_run *run, const struct gs_case_outcome *outcome)
{
    const struct gs_memory *memory = outcome->memory;
    const json_t *words = json_object_get(json_object_get(outcome->report, "crossings"), "words");
    if (memory == NULL)
        return false;
    const char *last = (const char *)memory->answer + GS_CASE_ARRAYS +
                       (memory->c->rounds - 1) * memory->c->round_bytes;
    size_t same = 0, all = 0;
    for (unsigned k = 0; k < memory->c->parameters; k++) {
        const struct gs_case_parameter *parameter = &memory->c->parameter[k];
        if (parameter->role != GS_OUTPUT || parameter->home != GS_HOME_DEVICE)
            continue;
        for (size_t at = 0; at + sizeof(uint32_t) <= parameter->bytes; at += sizeof(uint32_t)) {
            uint32_t word;
            memcpy(&word, last + parameter->offset + at, sizeof word);
            if (word <= TELLING || word == run->shape->n)
                continue;
            all++;
            same += has_word(words, word);
        }
    }
    return same > 0 && 2 * same >= all;
}

/* ---- arrays on the device ---------------------------------------------------------------------
 */

/* Constants that a program makes of its numbers are few, also those that an array begins with, as
 * the largest int does where the smallest element is looked for. Zeros, which a sum begins with, do
 * not count at all. */
enum { MOST_CONSTANTS = 256, MOST_MORE = 16 };

/* All arrays lie on the device. What comes down from there was wanted by the host. */
static bool say_came_down(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                          struct gs_saying *out)
{
    const bool is_made = bytes_of(outcome, "made") > 0;
    if (bytes_of(outcome, "down") == 0)
        return false;
    if (is_made || was_handed_over(run, outcome)) {
        (void)point_at(outcome, is_made ? "made" : "down", out);
        return gs_say(out, "host-work",
                      "The answer is right, but the inputs were copied to the host and computed "
                      "with there, and what came out was brought to the device: let a kernel do "
                      "it where they lie, on the device.");
    }
    if (point_at(outcome, "down", out))
        return gs_say(out, "needless-copy",
                      "The answer is right, but this stores to memory that the host reaches too, "
                      "and all arrays lie on the device: what kernels hand to each other belongs "
                      "there, into memory from cudaMalloc().");
    if (bytes_of(outcome, "up") > 0)
        return gs_say(out, "needless-copy",
                      "The answer is right, but this copies to the host what is needed on the "
                      "device, and it is brought back as it was: all arrays lie on the device, so "
                      "no copy is needed.");
    return gs_say(out, "needless-copy",
                  "The answer is right, but this copies to the host, and all arrays lie on the "
                  "device: no copy is needed. Take it out when you have seen what you wanted.");
}

static bool say_went_up(const struct gs_case_outcome *outcome, struct gs_saying *out)
{
    if (bytes_of(outcome, "given") > MOST_MORE) {
        (void)point_at(outcome, "given", out);
        return gs_say(out, "host-work",
                      "The answer is right, but this copy brings values that the host made to an "
                      "array that is on the device already: let a kernel write there.");
    }
    if (bytes_of(outcome, "up") <= MOST_CONSTANTS)
        return false;
    (void)point_at(outcome, "up", out);
    return gs_say(out, "needless-copy",
                  "The answer is right, but %zu bytes come from the host, and all arrays lie on "
                  "the device: let each thread compute what it needs, and hand numbers over as "
                  "arguments of the kernel.",
                  bytes_of(outcome, "up"));
}

/* Numbers, addresses, and where each launch begins: a few words. Who hands over more has computed
 * what is in them, in whatever code. */
static bool hands_over_many(const struct gs_case_outcome *outcome)
{
    enum { WORDS = MOST_CONSTANTS / sizeof(uint32_t), WORDS_OF_LAUNCH = 4 };
    const json_t *all = json_object_get(outcome->report, "crossings");
    return (size_t)gs_get_number(all, "handed") >
           WORDS + WORDS_OF_LAUNCH * total(outcome, "launches");
}

/* Without arrays to read, the host knows all that the kernel does. */
static bool say_handed_over(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                            struct gs_saying *out)
{
    if (was_handed_over(run, outcome))
        return gs_say(out, "host-work",
                      "The answer is right, but the host computed it: it is a number that the host "
                      "handed to the device. Let the threads of a kernel compute it.");
    if (!hands_over_many(outcome))
        return false;
    out->line = gs_line_of(gs_inspected_largest_launch(outcome->report));
    return gs_say(out, "host-work",
                  "The answer is right, but your kernels get %lld different numbers from the host. "
                  "Hand over the sizes alone, and let each thread compute what it needs.",
                  gs_get_number(json_object_get(outcome->report, "crossings"), "handed"));
}

/* ---- arrays on the host -----------------------------------------------------------------------
 */

/* What the host leaves there as the answer has to come from the device. */
static bool say_left_on_host(const struct arrays *arrays, const struct gs_case_outcome *outcome,
                             struct gs_saying *out)
{
    const json_t *all = json_object_get(outcome->report, "crossings");
    const size_t results = (size_t)gs_get_number(all, "results");
    const size_t made = (size_t)gs_get_number(all, "made_results");
    if (made > results / 16)
        return gs_say(out, "host-work",
                      "The answer is right, but %s from the device: the host "
                      "computed it. Let a kernel compute all elements, and copy them back.",
                      made == results ? "none of it came" : "a part of it did not come");
    if (bytes_of(outcome, "down") <= arrays->host_out + MOST_MORE)
        return false;
    (void)point_at(outcome, "down", out);
    if (arrays->host_out == 0)
        return gs_say(out, "needless-copy",
                      "The answer is right, but this copies to the host, and the result lies on "
                      "the device: no copy is needed there. Take it out when you have seen what "
                      "you wanted.");
    return gs_say(out, "needless-copy",
                  "The answer is right, but %zu bytes come from the device, and the result has "
                  "%zu: copy the result alone.",
                  bytes_of(outcome, "down"), arrays->host_out);
}

/* ---- all together ---------------------------------------------------------------------------- */

static bool has_fill(const json_t *report)
{
    const json_t *operations = gs_inspected_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        if (gs_has_text(json_array_get(operations, i), "do", "fill"))
            return true;
    }
    return false;
}

/* Of the answer on the device what cudaMemset() may have left there as it is: zeros, as of values
 * that do not occur, where something is counted. */
static size_t filled_bytes(const struct gs_case_outcome *outcome)
{
    static const char zero[sizeof(uint64_t)];
    const struct gs_memory *memory = outcome->memory;
    size_t bytes = 0;
    if (memory == NULL || !has_fill(outcome->report))
        return 0;
    for (unsigned k = 0; k < memory->c->parameters; k++) {
        const struct gs_case_parameter *parameter = &memory->c->parameter[k];
        const size_t size = gs_dtype_bytes((enum gs_dtype)parameter->dtype);
        const char *at = (const char *)memory->answer + GS_CASE_ARRAYS + parameter->offset;
        if (parameter->role != GS_OUTPUT || parameter->home != GS_HOME_DEVICE)
            continue;
        for (size_t i = 0; i < (size_t)parameter->count; i++)
            bytes += memcmp(at + i * size, zero, size) == 0 ? size : 0;
    }
    return bytes;
}

/* ---- an answer that copies made ---------------------------------------------------------------
 */

static int compare_words(const void *one, const void *two)
{
    const uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)two;
    return a < b ? -1 : a > b;
}

/* The words of all arrays of the last round that the function reads, in order; the caller's. */
static uint32_t *words_of_inputs(const struct gs_memory *memory, size_t *count)
{
    const size_t most = (size_t)memory->c->round_bytes / sizeof(uint32_t);
    uint32_t *words = calloc(most + 1, sizeof *words);
    const char *last =
        (const char *)memory->c + GS_CASE_ARRAYS + (memory->c->rounds - 1) * memory->c->round_bytes;
    *count = 0;
    for (unsigned k = 0; words != NULL && k < memory->c->parameters; k++) {
        const struct gs_case_parameter *parameter = &memory->c->parameter[k];
        const size_t number = (size_t)parameter->bytes / sizeof(uint32_t);
        if (parameter->role == GS_OUTPUT || parameter->role == GS_NUMBER)
            continue;
        memcpy(words + *count, last + parameter->offset, number * sizeof(uint32_t));
        *count += number;
    }
    if (words != NULL)
        qsort(words, *count, sizeof *words, compare_words);
    return words;
}

/* Whether the outputs hold nothing but elements of the inputs, in whatever order. */
static bool only_moves(const struct gs_memory *memory)
{
    size_t count;
    uint32_t *words = words_of_inputs(memory, &count);
    const char *last = (const char *)memory->answer + GS_CASE_ARRAYS +
                       (memory->c->rounds - 1) * memory->c->round_bytes;
    bool moves = words != NULL && count > 0;
    for (unsigned k = 0; moves && k < memory->c->parameters; k++) {
        const struct gs_case_parameter *parameter = &memory->c->parameter[k];
        if (parameter->role != GS_OUTPUT && parameter->role != GS_UPDATED)
            continue;
        for (size_t at = 0; moves && at + sizeof(uint32_t) <= parameter->bytes;
             at += sizeof(uint32_t)) {
            uint32_t word;
            memcpy(&word, last + parameter->offset + at, sizeof word);
            moves = bsearch(&word, words, count, sizeof *words, compare_words) != NULL;
        }
    }
    free(words);
    return moves;
}

/* Where the work is to move elements, copies of the library can do it all, and a kernel nothing
 * that counts. Told where half of the results, or more, is in the end as they left it, at the
 * largest size: what a program copies first and works on in place afterwards is another matter. */
static bool say_copied(const struct gs_case_run *run, const struct arrays *arrays,
                       const struct gs_case_outcome *outcome, struct gs_saying *out)
{
    const bool largest = run->rounds > 1; /* the only one that is called twice */
    if (!largest || outcome->memory == NULL || 2 * bytes_of(outcome, "carried") < arrays->out ||
        !only_moves(outcome->memory))
        return false;
    (void)point_at(outcome, "carried", out);
    return gs_say(out, "no-kernel",
                  "The answer is right, but copies made it: they take the elements out of the "
                  "input, and no kernel does. Let each thread load an element and store it where "
                  "it belongs.");
}

static bool say_no_kernel(const struct arrays *arrays, const struct gs_case_outcome *outcome,
                          struct gs_saying *out)
{
    size_t moved = total(outcome, "global_bytes");
    /* A copied array that is sorted in place may need no more; say_copied() looks at the rest. */
    const bool is_copied = outcome->memory != NULL && bytes_of(outcome, "carried") >= arrays->out &&
                           only_moves(outcome->memory);
    if (total(outcome, "launches") == 0)
        return gs_say(out, "no-kernel",
                      "The answer is right, but no kernel computed it: your function launched "
                      "none. Let the threads of the device do the work.");
    return !is_copied && (moved == 0 || moved + filled_bytes(outcome) < arrays->written) &&
           gs_say(out, "host-work",
                  "The answer is right, but no kernel computed it: your kernels loaded and stored "
                  "%zu bytes, and the results alone are %zu. Let the threads of the device do the "
                  "work.",
                  moved, arrays->written);
}

/* The work of the host was asked for. */
static bool say_kernel(const struct gs_case_outcome *outcome, struct gs_saying *out)
{
    const json_t *launch = gs_inspected_largest_launch(outcome->report);
    if (launch == NULL)
        return false;
    out->line = gs_line_of(launch);
    return gs_say(out, "kernel-not-asked",
                  "The answer is right, but a kernel was launched for it. This exercise is for the "
                  "CPU alone: compute in the function itself, in a loop.");
}

bool gs_say_host_work(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                      struct gs_saying *out)
{
    struct arrays arrays = measure(run);
    if (run->exercise->on_host)
        return say_kernel(outcome, out);
    if (run->shape->n == 0 || arrays.out == 0 || outcome->report == NULL)
        return false;
    if (arrays.host_in > 0)
        return say_no_kernel(&arrays, outcome, out) || say_left_on_host(&arrays, outcome, out);
    return say_came_down(run, outcome, out) || say_no_kernel(&arrays, outcome, out) ||
           say_copied(run, &arrays, outcome, out) || say_went_up(outcome, out) ||
           (arrays.in == 0 && say_handed_over(run, outcome, out));
}

/* ---- which cases are run again --------------------------------------------------------------- */

static bool is_end(const struct gs_shape *shape)
{
    return shape->n == SIZE_MAX;
}

bool gs_is_run_again(const struct gs_shape *shapes, const struct gs_shape *shape, bool with_largest,
                     uint64_t drawn)
{
    enum { ONE_OF = 3 };
    size_t number = 0, count = 0;
    bool is_among = false;
    for (const struct gs_shape *one = shapes; !is_end(one); one++) {
        if (one->n == 0 || (!with_largest && is_end(one + 1)))
            continue;
        if (one == shape) {
            is_among = true;
            number = count;
        }
        count++;
    }
    const size_t turn = count < ONE_OF ? count : ONE_OF;
    return is_among && number % turn == drawn % turn;
}

/* ---- other inputs for the device ------------------------------------------------------------- */

enum { MOST_OF_HOST = 16 }; /* elements, one of so many, that the host may have computed */

static bool is_of_host(const struct gs_told_apart *told)
{
    return told->of_host > told->all / MOST_OF_HOST && told->of_host > told->of_nobody;
}

/* What kernels did not come to the end of is an answer of nobody. */
static struct gs_told_apart told_of_none(const struct gs_memory *memory)
{
    struct gs_told_apart told = {0};
    for (unsigned k = 0; k < memory->c->parameters; k++) {
        const uint32_t role = memory->c->parameter[k].role;
        if (role == GS_OUTPUT || role == GS_UPDATED)
            told.all += (size_t)memory->c->parameter[k].count;
    }
    told.of_nobody = told.all;
    return told;
}

/* Kernels that find other inputs than the host has can hide what the host computed: they store what
 * is wrong for both. Then numbers came from the host that are none of its inputs: one for each such
 * element, or one for 32 of them, where a bit says what becomes of each. Of zeros nothing is seen.
 */
static bool hides_host(const struct gs_case_outcome *outcome, const struct gs_told_apart *told)
{
    enum { ELEMENTS_OF_WORD = 64 };
    const json_t *all = json_object_get(outcome->report, "crossings");
    return told->of_nobody > told->all / MOST_OF_HOST &&
           ELEMENTS_OF_WORD * gs_get_number(all, "other_words") >= (long long)told->of_nobody;
}

/* A limit ended it, or the host: of what kernels computed nothing is known. Errors of the device
 * are another matter: a kernel that finds other inputs can make one. */
static bool is_cut_off(const struct gs_case_outcome *outcome)
{
    const json_t *finding = gs_finding_first(outcome->report, true);
    return !outcome->compared &&
           (outcome->process.ending != GS_ENDED ||
            (outcome->answer.cuda_error == 0 && !gs_finding_is(finding, "kernel-failed")));
}

static void say_cut_off(const struct gs_case_outcome *outcome, const char *what,
                        struct gs_saying *out)
{
    const char *how = outcome->process.how;
    gs_say(out, gs_explain_ending_kind(outcome->process.ending),
           "The answer is right, but when the kernels got %s than the host has, they did not come "
           "to their end: the program %s.",
           what, how[0] != '\0' ? how : "ended before");
}

static void say_host_answer(const struct gs_case_outcome *outcome, const struct gs_told_apart *told,
                            struct gs_saying *out)
{
    const json_t *all = json_object_get(outcome->report, "crossings");
    char line[80] = "";
    out->line = (int)gs_get_number(all, "other_line");
    if (out->line > 0)
        snprintf(line, sizeof line, ", and line %d brings what it made to the device", out->line);
    if (!is_of_host(told))
        gs_say(out, "host-work",
               "The answer is right, but the host computed with the inputs%s: when the kernels got "
               "other inputs than the host has, the answer was right for neither. Copy the inputs "
               "to the device as they are, and let kernels do all of the work.",
               line);
    else
        gs_say(out, "host-work",
               "The answer is right, but the host computed %zu element%s of it%s: when the kernels "
               "got other inputs than the host has, these stayed the same. Copy the inputs to the "
               "device, and let kernels do all of the work.",
               told->of_host, told->of_host == 1 ? "" : "s", line);
}

/* ---- other numbers for the device ------------------------------------------------------------ */

/* The name of the number that is a seed; NULL: none is. */
static const char *name_of_seed(const struct gs_case_run *run)
{
    const struct gs_exercise *exercise = run->exercise;
    uint64_t numbers[2][GS_MOST_PARAMETERS] = {{0}};
    for (unsigned round = 0; round < 2; round++) {
        void *arrays[GS_MOST_PARAMETERS] = {0};
        for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
            if (exercise->parameters[k].role == GS_NUMBER)
                arrays[k] = &numbers[round][k];
        }
        gs_exercise_fill(exercise, run->shape, gs_random_bits(run->seed, round, 0), arrays);
    }
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        if (gs_dtype_bytes(exercise->parameters[k].dtype) == sizeof numbers[0][k] &&
            gs_case_is_seed(numbers[0][k], numbers[1][k]))
            return exercise->parameters[k].name;
    }
    return NULL;
}

/* A number that the host makes of the seed, and hands over beside it, is not told from an answer.
 */
static void say_host_numbers(const struct gs_case_outcome *outcome,
                             const struct gs_told_apart *told, const char *name,
                             struct gs_saying *out)
{
    const json_t *all = json_object_get(outcome->report, "crossings");
    if (is_of_host(told) && !json_is_true(json_object_get(all, "gave_number")))
        gs_say(out, "host-work",
               "The answer is right, but no kernel got `%s`, which it is made of: the host "
               "computed with it. Hand it to a kernel as it is, and let the threads compute.",
               name);
    else
        gs_say(out, "host-work",
               "The answer is right, but the host made numbers of `%s`: when the kernels got "
               "another `%s` than the host has, %s. Hand it to a kernel as it is, and let the "
               "threads compute all that is made of it.",
               name, name,
               is_of_host(told) ? "the answer stayed the same"
                                : "the answer was right for neither");
}

/* ---- all of it ------------------------------------------------------------------------------- */

enum gs_status gs_say_host_answer(const struct gs_case_run *run, struct gs_saying *out, bool *says,
                                  struct gs_error *error)
{
    const struct arrays arrays = measure(run);
    struct gs_case_run again = *run;
    struct gs_case_outcome outcome;
    struct gs_told_apart told = {0};
    const char *number = NULL;
    *says = false;
    if (run->cuda || run->exercise->on_host || run->shape->n == 0)
        return GS_OK;
    if (arrays.in == 0)
        number = name_of_seed(run);
    if (arrays.host_in == 0 && number == NULL)
        return GS_OK;
    again.stands_in = number != NULL ? GS_NUMBERS_STAND_IN : GS_ARRAYS_STAND_IN;
    again.rounds = 1;
    enum gs_status status = gs_run_case(&again, &outcome, error);
    if (status != GS_OK)
        return status;
    if (outcome.compared)
        status = gs_case_tell_apart(run->exercise, run->shape, outcome.memory, &told, error);
    else
        told = told_of_none(outcome.memory);
    if (status == GS_OK && number != NULL)
        *says = is_of_host(&told) || told.of_nobody > told.all / MOST_OF_HOST;
    else if (status == GS_OK)
        *says = is_of_host(&told) || hides_host(&outcome, &told);
    if (*says && is_cut_off(&outcome))
        say_cut_off(&outcome, number != NULL ? "another seed" : "other inputs", out);
    else if (*says && number != NULL)
        say_host_numbers(&outcome, &told, number, out);
    else if (*says)
        say_host_answer(&outcome, &told, out);
    gs_case_outcome_release(&outcome);
    return status;
}

/* ---- other inputs on the device -------------------------------------------------------------- */

/* The first of the host's choices that is not the same in both reports, of one of them; NULL: none
 * is known. *differs: there is one. */
static const json_t *other_choice(const json_t *one, const json_t *two, bool *differs)
{
    const json_t *crossings[] = {json_object_get(one, "crossings"),
                                 json_object_get(two, "crossings")};
    const json_t *all[] = {json_object_get(crossings[0], "choices"),
                           json_object_get(crossings[1], "choices")};
    const size_t count = json_array_size(all[0]), other = json_array_size(all[1]);
    *differs = true;
    for (size_t i = 0; i < count || i < other; i++) {
        const json_t *here = json_array_get(all[i >= count], i);
        if (i >= count || i >= other ||
            json_integer_value(json_array_get(here, 0)) !=
                json_integer_value(json_array_get(json_array_get(all[1], i), 0)))
            return here;
    }
    *differs =
        gs_get_number(crossings[0], "choices_rest") != gs_get_number(crossings[1], "choices_rest");
    return NULL;
}

/* What a right case chose, and it again: with others in its arrays, or as it was. */
static enum gs_status run_again(const struct gs_case_run *run, const json_t *report, bool others,
                                bool *differs, int *line, struct gs_error *error)
{
    struct gs_case_run again = *run;
    struct gs_case_outcome outcome;
    again.other_arrays = others;
    again.reference = NULL; /* nobody asks whether it is right */
    again.known = NULL;
    enum gs_status status = gs_run_case(&again, &outcome, error);
    *differs = false;
    if (status != GS_OK)
        return status;
    if (outcome.compared && outcome.report != NULL) {
        const json_t *choice = other_choice(report, outcome.report, differs);
        *line = (int)json_integer_value(json_array_get(choice, 1));
    }
    gs_case_outcome_release(&outcome);
    return GS_OK;
}

/* What is not the same each time, whichever the inputs are, tells nothing of what the host knows: a
 * pivot that is drawn by the time, launches from several threads, a variable that nobody set. */
enum gs_status gs_say_host_again(const struct gs_case_run *run,
                                 const struct gs_case_outcome *outcome, struct gs_saying *out,
                                 bool *says, struct gs_error *error)
{
    const struct arrays arrays = measure(run);
    bool differs = false, differs_anyway = false;
    int line = 0, line_anyway = 0;
    *says = false;
    if (run->cuda || run->exercise->on_host || run->shape->n == 0 || arrays.host_in > 0 ||
        arrays.in == 0 || outcome->report == NULL)
        return GS_OK;
    enum gs_status status = run_again(run, outcome->report, true, &differs, &line, error);
    if (status == GS_OK && differs)
        status = run_again(run, outcome->report, false, &differs_anyway, &line_anyway, error);
    if (status != GS_OK || !differs || differs_anyway)
        return status;
    *says = true;
    out->line = line;
    gs_say(out, "host-work",
           "The answer is right, but with other values in the arrays, which lie on the device, the "
           "host has other work done here or hands over other numbers: it knows the values. Let a "
           "kernel do all that depends on them, and the host only what depends on the size.");
    return GS_OK;
}

/* ---- threads that are left out --------------------------------------------------------------- */

static const char *name_of_left_out(enum gs_left_out unit)
{
    return unit == GS_BLOCKS_LEFT_OUT  ? "some blocks"
           : unit == GS_WARPS_LEFT_OUT ? "one warp of each block"
                                       : "one lane of each warp";
}

/* The answer again, without the work of these threads. *says: they ran a part of the steps, and it
 * is right all the same. */
static enum gs_status leave_out(const struct gs_case_run *run,
                                const struct gs_case_outcome *outcome, enum gs_left_out unit,
                                struct gs_saying *out, bool *says, struct gs_error *error)
{
    enum { PART = 40 }; /* a lane of a warp runs more */
    struct gs_case_run again = *run;
    struct gs_case_outcome without;
    const size_t steps = total(outcome, "steps");
    again.left_out = unit;
    again.left_out_number = (unsigned)(gs_random_bits(run->seed, 8, unit) >> 40);
    again.known = NULL;
    enum gs_status status = gs_run_case(&again, &without, error);
    if (status != GS_OK)
        return status;
    const size_t left = total(&without, "steps");
    *says = without.compared && without.right && without.report != NULL && left < steps &&
            PART * (steps - left) > steps;
    gs_case_outcome_release(&without);
    if (!*says)
        return GS_OK;
    out->line = gs_line_of(gs_inspected_largest_launch(outcome->report));
    gs_say(out, "serial-work",
           "The answer is right, but it stays the same where %s do%s nothing: they run %zu of the "
           "%zu steps, from branch to branch, and what they compute reaches no result. Share the "
           "work out among all threads of the grid.",
           name_of_left_out(unit), unit == GS_BLOCKS_LEFT_OUT ? "" : "es", steps - left, steps);
    return GS_OK;
}

enum gs_status gs_say_vain_work(const struct gs_case_run *run,
                                const struct gs_case_outcome *outcome, struct gs_saying *out,
                                bool *says, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    *says = false;
    if (run->cuda || run->exercise->on_host || run->shape->n == 0 || measure(run).in > 0 ||
        outcome->report == NULL)
        return GS_OK;
    for (enum gs_left_out unit = GS_BLOCKS_LEFT_OUT;
         status == GS_OK && !*says && unit <= GS_LANES_LEFT_OUT; unit++)
        status = leave_out(run, outcome, unit, out, says, error);
    return status;
}
