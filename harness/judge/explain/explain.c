#include "explain.h"

#include "drawing.h"
#include "exercise_tools.h"
#include "explain_finding.h"
#include "explain_value.h"
#include "explain_work.h"
#include "source_audit.h"
#include "source_code.h"
#include "source_mistake.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the mistake as the marks have it -------------------------------------------------------- */

/* Line `number` of a text, without the blanks around it; a string of jansson's. */
static json_t *line_of(const char *source, int number)
{
    const char *line = source;
    for (int i = 1; i < number && line != NULL; i++) {
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    if (line == NULL || number <= 0)
        return json_string("");
    line += strspn(line, " \t");
    size_t length = strcspn(line, "\r\n");
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    json_t *text = json_stringn(line, length);
    char *plain = text == NULL ? strndup(line, length) : NULL; /* it is no UTF-8 */
    for (char *c = plain; c != NULL && *c != '\0'; c++) {
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    }
    if (text == NULL)
        text = json_string(plain != NULL ? plain : "");
    free(plain);
    return text;
}

json_t *gs_mistake(const struct gs_saying *saying, const char *file, const char *source,
                   const char *detail, char *drawing)
{
    json_t *mistake = json_pack("{s:s, s:s, s:s, s:i, s:o, s:s, s:s}", "kind", saying->kind,
                                "sentence", saying->sentence, "file", file, "line", saying->line,
                                "text", line_of(source, saying->line), "drawing",
                                drawing != NULL ? drawing : "", "detail", detail);
    free(drawing);
    return mistake;
}

/* ---- a program that did not come to its end -------------------------------------------------- */

static const struct {
    const char *kind, *advice;
} endings[] = {
    [GS_ENDED] = {"ended-early", ""},
    [GS_OUT_OF_TIME] = {"never-ends",
                        ". Does each loop come to its end, and does each thread reach "
                        "the barriers that the others wait at?"},
    [GS_OUT_OF_MEMORY] = {"out-of-memory",
                          ": free what you allocate, and allocate no more than the "
                          "arrays need."},
    [GS_TOO_MUCH_OUTPUT] = {"too-much-output", ": take out what prints in every thread or loop."},
    [GS_TOO_MANY_PROCESSES] = {"too-many-processes",
                               ": it has no use for processes or threads of the host."},
    [GS_KILLED] =
        {"crashed",
         " while it ran on the host. Does a pointer point nowhere, or does something, as a "
         "copy from the device, write past the end of an array of the host?"},
};

const char *gs_explain_ending_kind(enum gs_ending ending)
{
    return endings[ending].kind;
}

/* The line of the student's file in which an operation stands that the runner noted; 0: not known.
 */
static int line_of_note(const json_t *report, const char *what, const char *file)
{
    size_t i;
    const json_t *operation;
    json_array_foreach(json_object_get(report, "operations"), i, operation)
    {
        if (gs_has_text(operation, "do", what) && gs_is_in_file(operation, file))
            return gs_line_of(operation);
    }
    return 0;
}

/* What the student has written to end the program there, which is no crash: exit() in a macro that
 * tests for errors, say. */
static bool say_leaving(const struct gs_case_outcome *outcome, const char *file,
                        struct gs_saying *out)
{
    const struct gs_answer_file *answer = &outcome->answer;
    bool aborts = answer->leaving == GS_LEAVES_BY_ABORT;
    char call[32], line[32] = "";
    if (answer->assertion[0] != '\0') {
        if (strcmp(answer->assertion_file, file) == 0)
            out->line = (int)answer->assertion_line;
        return gs_say(out, "assertion", "The assertion `%s` does not hold%s.", answer->assertion,
                      outcome->answer.leaving == GS_STAYS ? " in the kernel, which ended there"
                                                          : ", so the program ended there");
    }
    if (answer->leaving == GS_STAYS)
        return false;
    snprintf(call, sizeof call, aborts ? "abort()" : "exit(%d)", answer->leaving_status);
    out->line = line_of_note(outcome->report, aborts ? "abort" : "exit", file);
    if (out->line > 0)
        snprintf(line, sizeof line, " in line %d", out->line);
    if (!aborts && answer->leaving_status == 0)
        return gs_say(out, "ended-early",
                      "Your program called %s%s, and ended there. The check goes on after your "
                      "function: return from it instead.",
                      call, line);
    return gs_say(out, "ended-early", "Your program called %s%s, and ended there. %s", call, line,
                  outcome->printed != NULL ? "What it printed before stands below."
                                           : "Print the reason before it, to see it here.");
}

/* Whether there is nothing but what is found of every program that ends so. */
static bool follows_from_leaving(const json_t *finding, const struct gs_case_outcome *outcome)
{
    return finding == NULL || gs_finding_is(finding, "leak") ||
           gs_finding_is(finding, "unchecked-error") ||
           (gs_finding_is(finding, "kernel-failed") && outcome->answer.assertion[0] != '\0');
}

static void say_ending(const struct gs_case_outcome *outcome, struct gs_saying *out)
{
    enum gs_ending ending = outcome->process.ending;
    if (gs_case_is_of_runner(outcome))
        gs_say(out, endings[ending].kind,
               "The check itself failed %s your function ran: what is printed below says why. This "
               "is no mistake of your function's, unless it leaves too little memory.",
               outcome->answer.stage == GS_STAGE_START ? "before" : "after");
    else if (ending == GS_ENDED)
        gs_say(out, "ended-early",
               "Your function ended the whole program (exit status %d) before it returned: return "
               "from it instead.",
               outcome->process.status);
    else if (ending == GS_KILLED && outcome->process.status == SIGABRT)
        gs_say(
            out, "crashed",
            "Your program was stopped by a library that it uses: nothing caught an exception, or "
            "memory of the host is damaged, as by a write outside of an array, or by free() of a "
            "pointer that is not from malloc(). What it printed says more.");
    else if (ending == GS_KILLED && outcome->process.status == SIGFPE)
        gs_say(out, "crashed",
               "Your program %s while it ran on the host: an integer was divided by 0.",
               outcome->process.how);
    else if (ending == GS_KILLED && outcome->answer.stack_full != 0)
        gs_say(out, "crashed",
               "Your program %s while it ran on the host: its stack was full. Functions called one "
               "another too deep (std::regex does so on a long text), or a local array is too "
               "large: use a std::vector.",
               outcome->process.how);
    else
        gs_say(out, endings[ending].kind, "Your program %s%s", outcome->process.how,
               endings[ending].advice);
}

/* ---- an error of CUDA's ---------------------------------------------------------------------- */

static void say_cuda_error(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                           const struct gs_source *source, struct gs_saying *out)
{
    struct gs_seen seen = {.symptom = GS_SEEN_ERROR,
                           .exercise = run->exercise,
                           .source = source,
                           .remarks = run->remarks,
                           .kernel = ""};
    snprintf(seen.words, sizeof seen.words, "CUDA left an error behind, %s (%s).",
             outcome->answer.cuda_name, outcome->answer.cuda_text);
    if (gs_say_source_mistake(&seen, out))
        return;
    const bool handle = strcmp(outcome->answer.cuda_name, "cudaErrorInvalidResourceHandle") == 0;
    gs_say(out, "cuda-error",
           "CUDA left an error behind, %s (%s): %stest what each call returns, and "
           "cudaGetLastError() after each launch.",
           outcome->answer.cuda_name, outcome->answer.cuda_text,
           handle ? "a stream, an event or a graph was not made, was destroyed before, or is used "
                    "for another device than it was made on (cudaSetDevice() says on which). To "
                    "find the line, "
                  : "");
}

static const char *name_of_bit(const struct gs_exercise *exercise, uint32_t bits)
{
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        if (bits & (1u << k))
            return exercise->parameters[k].name;
    }
    return NULL;
}

static bool is_on_host(const struct gs_exercise *exercise, const char *array)
{
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        if (strcmp(exercise->parameters[k].name, array) == 0)
            return exercise->on_host || exercise->parameters[k].home != GS_HOME_DEVICE;
    }
    return exercise->on_host;
}

/* The bounds check of the function that the exercise calls. */
static struct gs_code_guard guard_of_entry(const struct gs_source *source,
                                           const struct gs_exercise *exercise)
{
    for (size_t i = 0; i < source->function_count; i++) {
        if (exercise->entry != NULL && strcmp(source->functions[i].name, exercise->entry) == 0)
            return gs_code_guard(source, &source->functions[i], exercise);
    }
    return (struct gs_code_guard){.line = 0};
}

static void say_overrun(const char *array, bool on_host, const struct gs_code_guard *guard,
                        struct gs_saying *out)
{
    if (on_host && guard->lets_end_through) {
        out->line = guard->line;
        gs_say(out, "off-by-one",
               "Something was written outside of %s, on the host. Line %d: `%s` lets the index be "
               "as large as the number of elements, and they begin at 0. Take the `=` out.",
               array, guard->line, guard->text.text);
    } else if (on_host)
        gs_say(out, "out-of-bounds",
               "Something was written outside of %s, on the host: which is the last index that is "
               "stored there?",
               array);
    else if (guard->line == 0)
        gs_say(out, "out-of-bounds",
               "Something was written outside of %s, and nothing in the kernel asks whether an "
               "index is within it.",
               array);
    else
        gs_say(out, "out-of-bounds",
               "Something was written outside of %s. Line %d tests `%s`: does each access to %s "
               "stand behind that test, and is its index what is tested there?",
               array, guard->line, guard->whole.text, array);
}

static void say_changed(const struct gs_case_run *run, const char *array,
                        const struct gs_source *source, struct gs_saying *out)
{
    struct gs_seen seen = {.symptom = GS_SEEN_CHANGED,
                           .exercise = run->exercise,
                           .source = source,
                           .kernel = "",
                           .array = array};
    snprintf(seen.words, sizeof seen.words, "Your function changed %s, which it is only to read.",
             array);
    if (!gs_say_source_mistake(&seen, out))
        gs_say(out, "changed-input", "%s Write to the output, or to an array of your own.",
               seen.words);
}

/* The last call in the student's source of a function of that name; 0: there is none. */
static int line_of_call(const struct gs_source *source, const char *name)
{
    int line = 0;
    for (size_t i = 0; i < source->compiled.count; i++) {
        if (gs_token_is(&source->compiled, i, name) && source->compiled.items[i].line != 0)
            line = (int)source->compiled.items[i].line;
    }
    return line;
}

static void say_gone(const char *array, const struct gs_source *source, struct gs_saying *out)
{
    const int reset = line_of_call(source, "cudaDeviceReset");
    out->line = reset != 0 ? reset : line_of_call(source, "cudaFree");
    if (reset != 0)
        gs_say(out, "array-gone",
               "After your function %s cannot be read any more: cudaDeviceReset() frees all memory "
               "of the device, also the arrays that your function was given.",
               array);
    else
        gs_say(out, "array-gone",
               "After your function %s cannot be read any more: it has been freed. Your function "
               "was given it, and its caller still needs it; free only what you have allocated.",
               array);
}

static bool say_array(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                      const struct gs_source *source, struct gs_saying *out)
{
    const char *overrun = name_of_bit(run->exercise, outcome->answer.overrun);
    const char *changed = name_of_bit(run->exercise, outcome->answer.changed);
    const char *gone = name_of_bit(run->exercise, outcome->answer.gone);
    const bool on_host = overrun != NULL && is_on_host(run->exercise, overrun);
    const struct gs_code_guard guard =
        on_host ? guard_of_entry(source, run->exercise)
                : gs_code_guard(source, gs_code_any_kernel(source), run->exercise);
    if (gone != NULL)
        say_gone(gone, source, out);
    else if (overrun != NULL)
        say_overrun(overrun, on_host, &guard, out);
    else if (changed != NULL)
        say_changed(run, changed, source, out);
    return gone != NULL || overrun != NULL || changed != NULL;
}

/* Its report is written last of all, so that whoever takes its memory, or its files, prevents it.
 */
static void say_unseen(struct gs_saying *out)
{
    gs_say(out, "no-report",
           "Your program left nothing for the inspector to write its report with: free what you "
           "allocate, and leave memory, files and the end of the program alone.");
}

static void say_report_too_long(struct gs_saying *out)
{
    gs_say(out, "no-report",
           "The inspector has so much to report of your program that it was not read (over 2 MiB). "
           "Launch and copy fewer times, and give functions short names.");
}

/* An event that was not recorded, because CUDA refused the call, keeps nothing in order; and what
 * was refused to be destroyed is left. */
static bool follows_from_error(const json_t *finding, const struct gs_case_outcome *outcome)
{
    return outcome->answer.cuda_error != 0 &&
           (gs_finding_is(finding, "race-streams") || gs_finding_is(finding, "race-host") ||
            gs_finding_is(finding, "leak"));
}

/* With another status than its own, which is 1 where the inspector found something. */
static bool ended_oddly(const struct gs_case_outcome *outcome)
{
    bool found = json_array_size(json_object_get(outcome->report, "findings")) > 0;
    return outcome->process.status != (found ? 1 : 0);
}

/* The report has the first operations alone, and what is asked of launches and of their order is
 * asked of those. So this comes behind what they tell: a launch for each element has a cause of its
 * own. An exercise of a teacher's may need as many launches. */
static bool say_too_many_operations(const struct gs_case_run *run,
                                    const struct gs_case_outcome *outcome, struct gs_saying *out)
{
    const size_t kept = json_array_size(gs_inspected_operations(outcome->report));
    const size_t all = (size_t)gs_get_number(outcome->report, "operation_count");
    const size_t launches = (size_t)gs_inspected_total(outcome->report, "launches");
    if (all <= kept || (run->exercise->in_folder && launches > kept))
        return false;
    return gs_say(out, "too-many-operations",
                  "The answer is right, but your function calls %zu operations: launches, copies, "
                  "fills, events, waits and the like. The check looks at %zu at most. Call each of "
                  "them as often as the work needs it.",
                  all, kept);
}

/* Right values, but not by what the exercise is about. */
static bool say_right(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                      const struct gs_source *source, struct gs_saying *out)
{
    if (outcome->report == NULL)
        return false;
    const bool largest = run->rounds > 1; /* the only one that is called twice */
    return gs_say_unheard_query(source, outcome->report, out) ||
           gs_say_shift_by_thread(source, outcome->report, out) ||
           (largest && (gs_say_chunk_from_beginning(source, run->exercise, outcome->report, out) ||
                        gs_say_capped_grid(source, outcome->report, out))) ||
           (run->exercise->audit != NULL &&
            run->exercise->audit(run->shape, outcome->report, out)) ||
           gs_say_host_work(run, outcome, out) || say_too_many_operations(run, outcome, out);
}

/* What the program does not give back is told where nothing else is wrong: cudaFree() also waits
 * for the device, so that it may hide the other mistake. And of a copy that is not needed nobody is
 * to mend the kind. Streams that do not wait for each other spoil no value on the simulator: one
 * that is wrong has another cause. Nodes of one graph may have spoiled it. */
static bool is_told_later(const json_t *finding, const struct gs_case_run *run,
                          const struct gs_case_outcome *outcome, const struct gs_source *source)
{
    struct gs_saying other = {.line = 0};
    if (finding == NULL || !outcome->compared)
        return false;
    if (gs_finding_is(finding, "copy-kind"))
        return outcome->right && gs_work_is_on_device(run) &&
               say_right(run, outcome, source, &other);
    if (gs_finding_is(finding, "race-streams") || gs_finding_is(finding, "race-host"))
        return !outcome->right && !gs_finding_why(finding, "one-graph");
    return gs_finding_is(finding, "leak") &&
           (!outcome->right || say_right(run, outcome, source, &other));
}

bool gs_explains_right(const struct gs_case_outcome *outcome)
{
    return outcome->right && gs_finding_first(outcome->report, true) == NULL;
}

/* Wrong values. What is still missing from a result may never have come back to the host. */
static json_t *explain_value(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                             const struct gs_source *source, const char *file)
{
    struct gs_saying saying = {.line = 0};
    gs_say_value(run, outcome, source, &saying);
    json_t *mistake = gs_mistake(&saying, file, source->text, "", gs_draw_array(&outcome->wrong));
    json_object_set_new(mistake, "fits", json_boolean(saying.fits));
    json_object_set_new(mistake, "untouched", json_boolean(outcome->wrong.untouched > 0));
    return mistake;
}

/* ---- all together ---------------------------------------------------------------------------- */

json_t *gs_explain(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                   const struct gs_source *source)
{
    struct gs_saying saying = {.line = 0};
    char file[80];
    char *drawing = NULL;
    snprintf(file, sizeof file, "%s.cu", run->exercise->name);
    gs_note_findings(outcome->report, source, run->exercise);
    const json_t *finding = gs_finding_first(outcome->report, outcome->right);
    /* That an array is gone the inspector says of the copy back, of which the student knows
     * nothing.
     */
    if (is_told_later(finding, run, outcome, source) || outcome->answer.gone != 0 ||
        follows_from_error(finding, outcome))
        finding = NULL;
    if (follows_from_leaving(finding, outcome) && say_leaving(outcome, file, &saying)) {
        /* it has said why itself */
    } else if (finding != NULL) {
        gs_say_finding(run, outcome->report, finding, source, &saying);
        drawing = gs_draw_finding(finding, saying.kind);
    } else if (outcome->process.ending != GS_ENDED || outcome->answer.stage != GS_STAGE_DONE) {
        say_ending(outcome, &saying);
    } else if (outcome->report_too_long) {
        say_report_too_long(&saying);
    } else if (ended_oddly(outcome) || (!run->cuda && outcome->report == NULL)) {
        say_unseen(&saying);
    } else if (outcome->answer.cuda_error != 0) {
        say_cuda_error(run, outcome, source, &saying);
    } else if (!say_array(run, outcome, source, &saying)) {
        if (!outcome->right)
            return explain_value(run, outcome, source, file);
        if (!say_right(run, outcome, source, &saying))
            return NULL;
    }
    return gs_mistake(&saying, file, source->text, "", drawing);
}
