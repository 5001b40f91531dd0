#include "source_audit.h"

#include "exercise_tools.h"
#include "source_code.h"
#include "source_number.h"
#include "source_warp.h"

#include <stdint.h>
#include <string.h>

static bool is(const struct gs_source *source, size_t at, const char *text)
{
    return gs_token_is(&source->compiled, at, text);
}

/* ---- questions that nobody listens to -------------------------------------------------------- */

/* `cudaStreamQuery(stream);` as a statement of its own. */
static size_t unheard_query(const struct gs_source *source)
{
    for (size_t i = 1; i + 1 < source->compiled.count; i++) {
        const bool asks = is(source, i, "cudaStreamQuery") || is(source, i, "cudaEventQuery");
        const bool begins =
            is(source, i - 1, ";") || is(source, i - 1, "{") || is(source, i - 1, "}");
        if (asks && begins && is(source, i + 1, "(") &&
            is(source, source->compiled.items[i + 1].match + 1, ";"))
            return i;
    }
    return 0;
}

/* Whether the host asked, after the last launch, and did not wait: by a copy neither. */
static bool asked_and_did_not_wait(const json_t *report)
{
    const json_t *operations = gs_inspected_operations(report);
    bool launched = false, asked = false, waited = false;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        const bool copies = gs_has_text(operation, "do", "copy") &&
                            !json_is_true(json_object_get(operation, "async"));
        if (gs_has_text(operation, "do", "launch")) {
            launched = true;
            asked = waited = false;
        }
        asked |= gs_has_text(operation, "do", "query");
        waited |= copies || gs_has_text(operation, "do", "wait");
    }
    return launched && asked && !waited;
}

bool gs_say_unheard_query(const struct gs_source *source, const json_t *report,
                          struct gs_saying *out)
{
    const size_t at = unheard_query(source);
    if (at == 0 || !asked_and_did_not_wait(report))
        return false;
    const bool stream = is(source, at, "cudaStreamQuery");
    out->line = (int)source->compiled.items[at].line;
    return gs_say(out, "query-is-no-wait",
                  "`%s` asks whether the device is done, and does not wait for it: it returns at "
                  "once, with an answer that nobody looks at here. To wait, call `%s`.",
                  source->compiled.items[at].text,
                  stream ? "cudaStreamSynchronize" : "cudaEventSynchronize");
}

/* ---- shifts that leave nothing --------------------------------------------------------------- */

bool gs_say_shift_by_thread(const struct gs_source *source, const json_t *report,
                            struct gs_saying *out)
{
    enum { WARP = 32 };
    const json_t *launch = gs_inspected_largest_launch(report);
    const struct gs_source_function *kernel =
        launch != NULL ? gs_code_kernel(source, gs_get_text(launch, "kernel")) : NULL;
    struct gs_taken_for_lane of;
    if (kernel == NULL || gs_block_threads(launch) <= WARP ||
        !gs_find_shift_by_thread(source, kernel, &of))
        return false;
    out->line = (int)source->compiled.items[of.at].line;
    return gs_say(
        out, "thread-for-lane",
        "The answer is right here, and on a GPU it would not be: `%s` shifts by up to "
        "%zu, and of a shift by 32 or more, all that a number of 32 bits has, a GPU makes "
        "0. The lane of a thread is threadIdx.x %% 32.",
        gs_code_write(source, of.at, of.end).text, gs_block_threads(launch) - 1);
}

/* ---- grids with a bound ---------------------------------------------------------------------- */

/* `if (blocks > 65535) blocks = ...`: the bound of the name at i + 2; 0: none is there. */
static size_t bound_set_at(const struct gs_source *source, size_t i)
{
    size_t bound = 0;
    if (!gs_code_is(source, i, "if (") || !is(source, i + 3, ">"))
        return 0;
    const size_t close = source->compiled.items[i + 1].match;
    const size_t body = is(source, close + 1, "{") ? close + 2 : close + 1;
    return is(source, body, source->compiled.items[i + 2].text) && is(source, body + 1, "=") &&
                   gs_number_of_tokens(source, i + 4, close, &bound)
               ? bound
               : 0;
}

/* A kernel without a loop, whose launch in the function has that many blocks. */
static bool launches_without_loop(const struct gs_source *source,
                                  const struct gs_source_function *host, const char *blocks)
{
    struct gs_code_launch launch = {.at = host->body};
    bool found = false;
    while (gs_code_next_launch(source, launch.at + 1, &launch) && launch.at < host->end) {
        const struct gs_source_function *kernel =
            gs_code_kernel(source, source->compiled.items[launch.at].text);
        bool named = false;
        for (size_t i = launch.at; i < launch.open && !is(source, i, ","); i++)
            named |= is(source, i, blocks);
        found |= named && kernel != NULL && !gs_code_has(source, kernel, "for") &&
                 !gs_code_has(source, kernel, "while") && !gs_code_has(source, kernel, "gridDim");
    }
    return found;
}

bool gs_say_capped_grid(const struct gs_source *source, const json_t *report, struct gs_saying *out)
{
    const size_t block = gs_block_threads(gs_inspected_largest_launch(report));
    for (size_t f = 0; f < source->function_count; f++) {
        const struct gs_source_function *host = &source->functions[f];
        if (host->global || gs_code_has(source, host, "for") || gs_code_has(source, host, "while"))
            continue;
        for (size_t i = host->body; i < host->end; i++) {
            const size_t bound = bound_set_at(source, i);
            if (bound == 0 || bound >= INT32_MAX ||
                !launches_without_loop(source, host, source->compiled.items[i + 2].text))
                continue;
            out->line = (int)source->compiled.items[i].line;
            return gs_say(
                out, "too-few-blocks",
                "The answers are right here, and of larger arrays they are not: this line "
                "lets the launch have %zu blocks at most, and each thread of the kernel "
                "comes by once. Behind %zu threads nothing is done. Let each thread go on "
                "to further elements, or take the bound away: a grid may have 2^31 - 1 "
                "blocks along x.",
                bound, bound * block);
        }
    }
    return false;
}

/* ---- chunks ---------------------------------------------------------------------------------- */

/* The end of what the `for` or `while` at `at` repeats; `at`: it is none. */
static size_t end_of_loop(const struct gs_source *source, size_t at)
{
    const struct gs_token *items = source->compiled.items;
    if ((!is(source, at, "for") && !is(source, at, "while")) || !is(source, at + 1, "(") ||
        items[at + 1].match >= source->compiled.count)
        return at;
    size_t end = items[at + 1].match + 1;
    if (is(source, end, "{"))
        return items[end].match;
    while (end < source->compiled.count && !is(source, end, ";"))
        end++;
    return end;
}

/* A copy of an array of the exercise. */
struct chunk_copy {
    const char *name; /* NULL: there is none */
    bool alone;       /* it is named alone, `x`, and not counted on from, `x + at` or `&x[at]` */
    size_t at;        /* the function's name */
};

static struct chunk_copy copy_at(const struct gs_source *source, const struct gs_exercise *exercise,
                                 size_t at)
{
    const bool copies = is(source, at, "cudaMemcpyAsync") || is(source, at, "cudaMemcpy");
    for (unsigned index = 0; copies && index < 2; index++) {
        size_t from, to;
        if (!is(source, at + 1, "(") || !gs_code_argument(source, at + 1, index, &from, &to))
            break;
        for (size_t i = from; i < to; i++) {
            for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
                if (exercise->parameters[k].role != GS_NUMBER &&
                    is(source, i, exercise->parameters[k].name))
                    return (struct chunk_copy){exercise->parameters[k].name, to == from + 1, at};
            }
        }
    }
    return (struct chunk_copy){NULL, false, at};
}

/* Whether the token at `at` stands under an `if` or an `else` of the loop at `loop`. */
static bool is_under_test(const struct gs_source *source, size_t loop, size_t at)
{
    const struct gs_token *items = source->compiled.items;
    size_t statement = at; /* where the one begins that `at` is of */
    while (statement > loop && !is(source, statement - 1, ";") && !is(source, statement - 1, "}"))
        statement--;
    for (size_t k = loop; k < at; k++) {
        const bool tests = is(source, k, "if") && is(source, k + 1, "(");
        const size_t body = tests ? items[k + 1].match + 1 : k + 1;
        if ((tests || is(source, k, "else")) &&
            (is(source, body, "{") ? items[body].match > at : body >= statement))
            return true;
    }
    return false;
}

/* `x += count`, `x++`, `x = from + at`: the pointer goes on by itself. */
static bool is_moved(const struct gs_source *source, const char *name)
{
    static const char *const changes[] = {"+=", "-=", "=", "++", "--"};
    for (size_t i = 1; i + 1 < source->compiled.count; i++) {
        for (size_t k = 0; is(source, i, name) && k < sizeof changes / sizeof changes[0]; k++) {
            if (is(source, i + 1, changes[k]) || (k > 2 && is(source, i - 1, changes[k])))
                return true;
        }
    }
    return false;
}

/* Both copies are of as many bytes, as they are written. */
static bool copies_as_much(const struct gs_source *source, const struct chunk_copy *one,
                           const struct chunk_copy *other)
{
    size_t from, to, other_from, other_to;
    if (!gs_code_argument(source, one->at + 1, 2, &from, &to) ||
        !gs_code_argument(source, other->at + 1, 2, &other_from, &other_to) ||
        to - from != other_to - other_from)
        return false;
    for (size_t i = 0; from + i < to; i++) {
        if (!is(source, from + i, source->compiled.items[other_from + i].text))
            return false;
    }
    return true;
}

/* Whether the copy was made once: more would be several chunks, and the answer is right. */
static bool was_made_once(const struct gs_source *source, const json_t *report, size_t at)
{
    const struct gs_token *items = source->compiled.items;
    const json_t *operations = gs_inspected_operations(report);
    const int first = (int)items[at].line, last = (int)items[items[at + 1].match].line;
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        const int line = gs_line_of(operation);
        count += gs_has_text(operation, "do", "copy") && first <= line && line <= last;
    }
    return count == 1;
}

/* What the loop at `at` copies by chunks, and what it copies from its beginning each time. */
static bool find_chunks(const struct gs_source *source, const struct gs_exercise *exercise,
                        size_t at, struct chunk_copy *cut, struct chunk_copy *whole)
{
    const size_t end = end_of_loop(source, at);
    *cut = *whole = (struct chunk_copy){NULL, false, 0};
    for (size_t i = at; i < end; i++) {
        const struct chunk_copy copy = copy_at(source, exercise, i);
        struct chunk_copy *const kept = copy.alone ? whole : cut;
        if (copy.name != NULL && kept->name == NULL)
            *kept = copy;
    }
    return cut->name != NULL && whole->name != NULL && source->compiled.items[whole->at].line != 0;
}

/* The head of the loop at `at` compares with the number of elements: a turn takes some of them. */
static bool goes_over_elements(const struct gs_source *source, const struct gs_exercise *exercise,
                               size_t at)
{
    for (size_t i = at + 2; i < source->compiled.items[at + 1].match; i++) {
        if (is(source, i, exercise->n_name))
            return true;
    }
    return false;
}

/* A name of the number of bytes is set in the loop, from `at` on: a turn copies a part. */
static bool is_sized_in_loop(const struct gs_source *source, const struct chunk_copy *copy,
                             size_t at, size_t end)
{
    size_t from, to;
    if (!gs_code_argument(source, copy->at + 1, 2, &from, &to))
        return false;
    for (size_t i = from; i < to; i++) {
        for (size_t k = at; source->compiled.items[i].kind == GS_TOKEN_WORD && k < end; k++) {
            if (is(source, k, source->compiled.items[i].text) && is(source, k + 1, "="))
                return true;
        }
    }
    return false;
}

/* The result is copied back there, as by `cudaMemcpy(layer, ...)`. */
static bool is_of_result(const struct gs_source *source, const struct gs_exercise *exercise,
                         const struct chunk_copy *copy)
{
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        if (exercise->parameters[k].role == GS_OUTPUT &&
            is(source, copy->at + 2, exercise->parameters[k].name))
            return true;
    }
    return false;
}

/* No turn of the loop goes on in what it copies: neither in an input nor in the result. */
static bool say_all_from_beginning(const struct gs_source *source,
                                   const struct gs_exercise *exercise, const json_t *report,
                                   size_t at, struct gs_saying *out)
{
    const size_t end = end_of_loop(source, at);
    struct chunk_copy input = {NULL, false, 0}, result = {NULL, false, 0};
    if (end == at || !goes_over_elements(source, exercise, at))
        return false;
    for (size_t i = at; i < end; i++) {
        const struct chunk_copy copy = copy_at(source, exercise, i);
        if (copy.name == NULL)
            continue;
        if (!copy.alone || is_under_test(source, at, i) || is_moved(source, copy.name) ||
            !is_sized_in_loop(source, &copy, at, end) || !was_made_once(source, report, i))
            return false;
        struct chunk_copy *const kept = is_of_result(source, exercise, &copy) ? &result : &input;
        if (kept->name == NULL)
            *kept = copy;
    }
    if (input.name == NULL || result.name == NULL || source->compiled.items[input.at].line == 0)
        return false;
    out->line = (int)source->compiled.items[input.at].line;
    return gs_say(out, "chunk-from-beginning",
                  "The answer is right as long as one chunk takes all. With more chunks each turn "
                  "of this loop copies `%s` and `%s` from their beginnings again: let each turn go "
                  "on where the one before ended.",
                  input.name, result.name);
}

/* A copy goes on at `greys + done * sizeof(float)`, in [*from, *to), without a cast before it. */
static bool is_offset_in_bytes(const struct gs_source *source, const struct gs_exercise *exercise,
                               size_t at, size_t *from, size_t *to)
{
    for (unsigned index = 0; copy_at(source, exercise, at).name != NULL && index < 2; index++) {
        if (!gs_code_argument(source, at + 1, index, from, to) || !is(source, *from + 1, "+"))
            continue;
        for (size_t i = *from + 2; i < *to; i++) {
            if (is(source, i, "sizeof") && (is(source, i - 1, "*") || is(source, i - 1, "+")))
                return true;
        }
    }
    return false;
}

/* A turn of the loop goes on by bytes in an array whose elements are counted. */
static bool say_offset_in_bytes(const struct gs_source *source, const struct gs_exercise *exercise,
                                const json_t *report, size_t at, struct gs_saying *out)
{
    const size_t end = end_of_loop(source, at);
    size_t from, to;
    for (size_t i = at; i < end; i++) {
        if (!is_offset_in_bytes(source, exercise, i, &from, &to) ||
            source->compiled.items[i].line == 0 || !was_made_once(source, report, i))
            continue;
        out->line = (int)source->compiled.items[i].line;
        return gs_say(out, "offset-in-bytes",
                      "The answer is right as long as one chunk takes all. With more chunks "
                      "`%s` is too far on: what is added to a pointer counts elements, and not "
                      "bytes. Leave `sizeof` out of it.",
                      gs_code_write(source, from, to).text);
    }
    return false;
}

bool gs_say_chunk_from_beginning(const struct gs_source *source, const struct gs_exercise *exercise,
                                 const json_t *report, struct gs_saying *out)
{
    struct chunk_copy cut, whole;
    for (size_t at = 0; at + 1 < source->compiled.count; at++) {
        if (say_all_from_beginning(source, exercise, report, at, out) ||
            say_offset_in_bytes(source, exercise, report, at, out))
            return true;
        if (!find_chunks(source, exercise, at, &cut, &whole) ||
            is_under_test(source, at, whole.at) || is_moved(source, whole.name) ||
            !copies_as_much(source, &cut, &whole) || !was_made_once(source, report, cut.at) ||
            !was_made_once(source, report, whole.at))
            continue;
        out->line = (int)source->compiled.items[whole.at].line;
        return gs_say(out, "chunk-from-beginning",
                      "The answer is right as long as one chunk takes all. With more chunks each "
                      "turn of this loop goes on in `%s`, and copies `%s` from its beginning "
                      "again: go on in both.",
                      cut.name, whole.name);
    }
    return false;
}

/* ---- arithmetic that takes long -------------------------------------------------------------- */

/* The ( at `open` holds numbers alone, so that the compiler knows what comes of them. */
static bool holds_numbers(const struct gs_source *source, size_t open)
{
    for (size_t i = open + 1; i < source->compiled.items[open].match; i++) {
        if (source->compiled.items[i].kind == GS_TOKEN_WORD)
            return false;
    }
    return true;
}

static bool is_root(const struct gs_source *source, size_t at)
{
    static const char *const roots[] = {"sqrt", "sqrtf", "rsqrt", "rsqrtf", "__fsqrt_rn"};
    for (size_t k = 0; k < sizeof roots / sizeof roots[0]; k++) {
        if (is(source, at, roots[k]) && is(source, at + 1, "("))
            return true;
    }
    return false;
}

/* `-1`, `- 0.5f`, of tokens from ... to. */
static bool is_negative_number(const struct gs_source *source, size_t from, size_t to)
{
    return to == from + 2 && is(source, from, "-") &&
           source->compiled.items[from + 1].kind == GS_TOKEN_NUMBER;
}

/* A half, as the exponent of a root. */
static bool is_half(const struct gs_source *source, size_t from, size_t to)
{
    static const char *const halves[] = {"0.5", "0.5f", "0.5F", ".5", ".5f", ".5F"};
    for (size_t k = 0; k < sizeof halves / sizeof halves[0]; k++) {
        if (to == from + 1 && is(source, from, halves[k]))
            return true;
    }
    return false;
}

/* A quotient, or a root, under another name. */
static bool is_quotient(const struct gs_source *source, size_t at)
{
    static const char *const calls[] = {"__fdividef", "fdividef",  "__fdiv_rn", "__fdiv_rz",
                                        "__fdiv_ru",  "__fdiv_rd", "__frcp_rn", "__frcp_rz",
                                        "__frcp_ru",  "__frcp_rd", "__ddiv_rn", "__drcp_rn"};
    static const char *const powers[] = {"pow", "powf", "__powf"};
    size_t from, to;
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
        if (is(source, at, calls[k]) && is(source, at + 1, "("))
            return true;
    }
    for (size_t k = 0; k < sizeof powers / sizeof powers[0]; k++) {
        if (is(source, at, powers[k]) && is(source, at + 1, "(") &&
            gs_code_argument(source, at + 1, 1, &from, &to) &&
            (is_negative_number(source, from, to) || is_half(source, from, to)))
            return true;
    }
    return false;
}

static bool takes_long(const struct gs_source *source, size_t at)
{
    if (is_root(source, at) || is_quotient(source, at))
        return !holds_numbers(source, at + 1);
    return (is(source, at, "/") || is(source, at, "/=")) &&
           source->compiled.items[at + 1].kind != GS_TOKEN_NUMBER &&
           !(is_root(source, at + 1) && holds_numbers(source, at + 2));
}

size_t gs_count_divisions(const struct gs_source *source, int *line)
{
    size_t count = 0;
    for (size_t i = 0; i < source->function_count; i++) {
        const struct gs_source_function *function = &source->functions[i];
        for (size_t k = function->body; k + 1 < function->end; k++) {
            const unsigned at = source->compiled.items[k].line;
            if ((!function->global && !function->device) || at == 0 || !takes_long(source, k))
                continue;
            if (count++ == 0)
                *line = (int)at;
        }
    }
    return count;
}

/* Whether not all threads come to the token: it stands in an `if`, behind a return or a `?`. */
static bool is_for_some(const struct gs_source *source, const struct gs_source_function *kernel,
                        size_t at)
{
    size_t statement = at;
    while (statement > kernel->body && !is(source, statement - 1, ";") &&
           !is(source, statement - 1, "{") && !is(source, statement - 1, "}"))
        statement--;
    for (size_t k = statement; k < at; k++) {
        if (is(source, k, "if") || is(source, k, "?") || is(source, k, "&&"))
            return true;
    }
    for (size_t k = kernel->body + 1; k < at; k++) {
        const size_t test = is(source, k, "if") ? source->compiled.items[k + 1].match : 0;
        if (is(source, k, "return") || is(source, k, "continue") ||
            (test > 0 && is(source, test + 1, "{") && source->compiled.items[test + 1].match > at))
            return true;
    }
    return false;
}

/* An element of an array that the kernel is given. */
static bool is_of_argument(const struct gs_source *source, const struct gs_source_function *kernel,
                           size_t open)
{
    for (size_t k = open + 1; k < source->compiled.items[open].match; k++) {
        for (size_t p = kernel->parameters + 1; is(source, k + 1, "[") && p < kernel->body; p++) {
            if (is(source, p, source->compiled.items[k].text))
                return true;
        }
    }
    return false;
}

int gs_line_of_root_by_all(const struct gs_source *source)
{
    for (size_t i = 0; i < source->function_count; i++) {
        const struct gs_source_function *kernel = &source->functions[i];
        for (size_t k = kernel->body; kernel->global && k + 1 < kernel->end; k++) {
            if (is_root(source, k) && source->compiled.items[k].line > 0 &&
                !is_for_some(source, kernel, k) && !is_of_argument(source, kernel, k + 1))
                return (int)source->compiled.items[k].line;
        }
    }
    return 0;
}
