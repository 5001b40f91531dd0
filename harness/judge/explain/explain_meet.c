#include "explain_meet.h"

#include "source_code.h"
#include "source_index.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static bool is(const struct gs_source *source, size_t at, const char *text)
{
    return gs_token_is(&source->compiled, at, text);
}

static const struct gs_token *token_at(const struct gs_source *source, size_t at)
{
    return &source->compiled.items[at];
}

static const json_t *launch_of(const struct gs_telling *t)
{
    return json_object_get(t->finding, "launch");
}

static const struct gs_source_function *kernel_of(const struct gs_telling *t)
{
    return gs_code_kernel(t->source, gs_get_text(launch_of(t), "kernel"));
}

static const char *array_of(const struct gs_telling *t)
{
    return gs_get_text(t->finding, "array");
}

/* ---- what an index is made of ---------------------------------------------------------------- */

enum { MOST_DEPTH = 6 };

/* Whether a function of the file has that name, and `blockIdx`, or what else `of` is. */
static bool is_function_of(const struct gs_source *source, const char *name, const char *of)
{
    for (size_t f = 0; f < source->function_count; f++) {
        if (strcmp(source->functions[f].name, name) == 0 &&
            gs_code_has(source, &source->functions[f], of))
            return true;
    }
    return false;
}

/* Whether the tokens [from, to) are made of `blockIdx`, or what else `of` is, along that axis, or
 * may be: by names that are, and by what other functions than CUDA's are handed, or are made of. */
static bool is_made_of(const struct gs_telling *t, size_t from, size_t to, const char *of,
                       char axis, unsigned depth)
{
    const struct gs_source *source = t->source;
    const struct gs_source_function *kernel = kernel_of(t);
    const char text[] = {axis, '\0'};
    for (size_t i = from; i < to; i++) {
        const struct gs_token *token = token_at(source, i);
        if (is(source, i, of) && is(source, i + 2, text))
            return true;
        const bool calls = token->kind == GS_TOKEN_WORD && is(source, i + 1, "(");
        if (calls && is_function_of(source, token->text, of))
            return true;
        if (calls && strncmp(token->text, "__", 2) == 0 && token_at(source, i + 1)->match < to) {
            i = token_at(source, i + 1)->match; /* what lanes vote, counts bits */
            continue;
        }
        if (token->kind != GS_TOKEN_WORD || calls || is(source, i - 1, "."))
            continue;
        if (depth >= MOST_DEPTH)
            return true;
        for (size_t k = kernel->body; k + 1 < kernel->end; k++) {
            if (!is(source, k, token->text) ||
                !(is(source, k + 1, "=") || is(source, k + 1, "+=") || is(source, k + 1, "-=")) ||
                (k <= i && i < k + 2))
                continue;
            size_t end = k + 2;
            while (end < kernel->end && !is(source, end, ";") && !is(source, end, ","))
                end = is(source, end, "(") ? token_at(source, end)->match + 1 : end + 1;
            if (!(k + 2 <= i && i < end) && is_made_of(t, k + 2, end, of, axis, depth + 1))
                return true;
        }
    }
    return false;
}

/* ---- blocks that come to one element --------------------------------------------------------- */

/* How many elements of the array the threads of all launches have stored in that line. */
static long long stores_in(const struct gs_telling *t, int line)
{
    const json_t *accesses = gs_inspected_counts(t->report, "accesses");
    long long stores = 0;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (gs_has_text(access, "kind", "store") && gs_line_of(access) == line &&
            gs_has_text(access, "array", gs_get_text(t->finding, "array")))
            stores += gs_get_number(access, "active_lanes");
    }
    return stores;
}

/* Each block comes to all elements, which are no more than its threads: no number of the block
 * could keep them apart. */
static bool say_blocks_come_to_all(const struct gs_telling *t)
{
    const long long elements = gs_get_number(t->finding, "elements");
    const long long block = (long long)gs_block_threads(launch_of(t));
    const long long blocks = block > 0 ? (long long)gs_launch_threads(launch_of(t)) / block : 0;
    return elements > 1 && elements <= block && t->first.line == t->second.line &&
           stores_in(t, t->first.line) == blocks * elements &&
           gs_say(t->out, "race",
                  "T%s and %s both write %s, one value over the other. %s has %lld elements, and "
                  "both blocks come to this one: is what the blocks have to be added up? Then each "
                  "adds its part, by atomicAdd(), to what was set before the launch.",
                  t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text,
                  gs_get_text(t->finding, "array"), elements);
}

static bool say_block_left_out(const struct gs_telling *t)
{
    size_t from = 0, to = 0;
    if (t->first.line != t->second.line ||
        !gs_find_index(t->source, kernel_of(t), array_of(t), t->first.line, &from, &to))
        return false;
    for (unsigned d = 0; d < 2; d++) {
        const char axis = "xy"[d];
        if (t->first.block[d] == t->second.block[d] || is_made_of(t, from, to, "blockIdx", axis, 0))
            continue;
        return gs_say(t->out, "race",
                      "T%s and %s both write %s, one value over the other. They are of two blocks, "
                      "and nothing of blockIdx.%c is in the index `%s`: the blocks come to the "
                      "same elements. Which of them are those of block b?",
                      t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text, axis,
                      gs_code_write(t->source, from, to).text);
    }
    return false;
}

bool gs_say_blocks_meet(const struct gs_telling *t)
{
    return !gs_has_text(t->finding, "memory", "shared") && kernel_of(t) != NULL &&
           t->first.writes && t->second.writes && !t->run->exercise->each_does_all &&
           array_of(t)[0] != '\0' && gs_get_number(t->finding, "elements") > 1 &&
           (t->first.block[0] != t->second.block[0] || t->first.block[1] != t->second.block[1]) &&
           (say_blocks_come_to_all(t) || say_block_left_out(t));
}

/* ---- one thread may be enough ---------------------------------------------------------------- */

static bool is_last(const struct gs_shape *shape)
{
    return shape->n == SIZE_MAX;
}

/* The array has one element, or as many at all of the exercise's sizes. */
static bool has_few_cells(const struct gs_telling *t)
{
    const struct gs_exercise *exercise = t->run->exercise;
    for (unsigned k = 0; exercise->parameters != NULL && exercise->parameters[k].name != NULL;
         k++) {
        if (strcmp(exercise->parameters[k].name, array_of(t)) != 0)
            continue;
        const size_t count = gs_exercise_count(exercise, t->run->shape, k);
        bool grows = false;
        for (const struct gs_shape *shape = exercise->shapes; !is_last(shape); shape++)
            grows |= shape->n > 0 && gs_exercise_count(exercise, shape, k) != count;
        return !grows;
    }
    return gs_get_number(t->finding, "elements") <= 1;
}

/* Something in the file lets threads of a block, or of a warp, work together. */
static bool works_together(const struct gs_source *source)
{
    static const char *const words[] = {"__shared__", "__sync", "__shfl", "__reduce", "__ballot"};
    for (size_t i = 0; i < source->compiled.count; i++) {
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
            if (strncmp(token_at(source, i)->text, words[k], strlen(words[k])) == 0)
                return true;
        }
    }
    return false;
}

/* The threads of a block that the index [from, to) does not tell from each other make an element
 * together, and there are such groups enough for all elements. */
static bool is_of_group(const struct gs_telling *t, size_t from, size_t to)
{
    size_t groups = gs_launch_threads(launch_of(t));
    for (unsigned d = 0; d < 3; d++) {
        if (t->first.block[d] != t->second.block[d])
            return false;
        if (t->first.thread[d] == t->second.thread[d])
            continue;
        if (is_made_of(t, from, to, "threadIdx", "xyz"[d], 0))
            return false;
        groups /= (size_t)gs_get_element(launch_of(t), "block", d);
    }
    return works_together(t->source) && (long long)groups >= gs_get_number(t->finding, "elements");
}

/* Lanes of one warp that tell each other what they have. */
static bool is_of_warp(const struct gs_telling *t)
{
    enum { WARP = 32 };
    const size_t one = t->first.thread[0] / WARP, other = t->second.thread[0] / WARP;
    return memcmp(t->first.block, t->second.block, sizeof t->first.block) == 0 && one == other &&
           t->first.thread[1] == t->second.thread[1] && works_together(t->source);
}

/* ---- two threads of one index ---------------------------------------------------------------- */

/* A place in the grid that the two threads do not share, as blockIdx.x. */
struct place {
    const char *of;
    unsigned axis;
    size_t first, second;
};

struct places {
    struct place items[6];
    size_t count;
};

static struct places find_places(const struct gs_telling *t)
{
    struct places places = {.count = 0};
    for (unsigned d = 0; d < 3; d++) {
        if (t->first.block[d] != t->second.block[d])
            places.items[places.count++] =
                (struct place){"blockIdx", d, t->first.block[d], t->second.block[d]};
        if (t->first.thread[d] != t->second.thread[d])
            places.items[places.count++] =
                (struct place){"threadIdx", d, t->first.thread[d], t->second.thread[d]};
    }
    return places;
}

/* A number of the kernel's, as it is set: the tokens [from, to). */
struct made {
    const char *name; /* NULL: there is none */
    size_t from, to;
    int line, changed; /* where it is set, and where it is changed; 0: nowhere */
};

/* False: the kernel does not set the name, or in several places. */
static bool find_made(const struct gs_telling *t, const char *name, struct made *out)
{
    static const char *const changes[] = {"+=", "-=", "*=", "/=", "++", "--", "+ +", "- -"};
    const struct gs_source *source = t->source;
    const struct gs_source_function *kernel = kernel_of(t);
    *out = (struct made){.name = NULL};
    for (size_t i = kernel->body + 1; i + 2 < kernel->end; i++) {
        if (!is(source, i, name) || is(source, i - 1, "."))
            continue;
        const bool sets = is(source, i + 1, "=") && !is(source, i + 2, "=");
        if (sets && out->name != NULL)
            return false;
        bool is_changed = is(source, i - 1, "++") || gs_code_is(source, i - 2, "+ +");
        for (size_t k = 0; k < sizeof changes / sizeof changes[0]; k++)
            is_changed |= gs_code_is(source, i + 1, changes[k]);
        if (is_changed)
            out->changed = (int)token_at(source, i)->line;
        if (!sets)
            continue;
        out->name = token_at(source, i)->text;
        out->line = (int)token_at(source, i)->line;
        out->from = out->to = i + 2;
        while (out->to < kernel->end && !is(source, out->to, ";") && !is(source, out->to, ","))
            out->to = is(source, out->to, "(") ? token_at(source, out->to)->match + 1 : out->to + 1;
    }
    return out->name != NULL;
}

static bool is_made_of_place(const struct gs_telling *t, const struct made *made,
                             const struct place *place)
{
    return is_made_of(t, made->from, made->to, place->of, "xyz"[place->axis], 0);
}

/* Whether the number is made of anything along an axis along which the threads differ, `exactly`:
 * of a place that they do not share. */
static bool depends(const struct gs_telling *t, const struct places *places,
                    const struct made *made, bool exactly)
{
    static const char *const of[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (size_t p = 0; p < places->count; p++) {
        if (is_made_of_place(t, made, &places->items[p]))
            return true;
        for (size_t k = 0; !exactly && k < sizeof of / sizeof of[0]; k++) {
            if (is_made_of(t, made->from, made->to, of[k], "xyz"[places->items[p].axis], 0))
                return true;
        }
    }
    return false;
}

/* The one number in [from, to) that depends on where the threads differ; false: there is none, or
 * there are several. */
static bool find_one(const struct gs_telling *t, const struct places *places, size_t from,
                     size_t to, bool exactly, struct made *out)
{
    size_t count = 0;
    struct made made;
    for (size_t i = from; i < to; i++) {
        if (token_at(t->source, i)->kind != GS_TOKEN_WORD || is(t->source, i - 1, ".") ||
            is(t->source, i + 1, ".") || is(t->source, i + 1, "(") ||
            !find_made(t, token_at(t->source, i)->text, &made) ||
            made.from == from /* made of itself */ || !depends(t, places, &made, exactly) ||
            (count > 0 && strcmp(made.name, out->name) == 0))
            continue;
        *out = made;
        count++;
    }
    return count == 1;
}

/* [from, to) has a place in it that the threads do not share. */
static bool names_place(const struct gs_telling *t, const struct places *places, size_t from,
                        size_t to)
{
    for (size_t i = from; i + 2 < to; i++) {
        for (size_t p = 0; p < places->count; p++) {
            const char axis[] = {"xyz"[places->items[p].axis], '\0'};
            if (is(t->source, i, places->items[p].of) && is(t->source, i + 2, axis))
                return true;
        }
    }
    return false;
}

/* The number in the index [from, to) that is the same for both threads, where it should not be:
 * also the one that it is made of. name NULL: none is certain. */
static struct made find_same(const struct gs_telling *t, const struct places *places, size_t from,
                             size_t to)
{
    struct made found = {.name = NULL}, next;
    for (unsigned depth = 0; depth < MOST_DEPTH && !names_place(t, places, from, to); depth++) {
        if (!find_one(t, places, from, to, true, &next) &&
            !find_one(t, places, from, to, false, &next))
            break;
        if (found.name != NULL && found.changed != 0)
            break; /* a loop goes on with it */
        found = next;
        from = next.from;
        to = next.to;
    }
    return found;
}

/* ---- in words -------------------------------------------------------------------------------- */

static bool value_for(const struct gs_telling *t, const struct gs_party *party, size_t from,
                      size_t to, long long *value)
{
    const struct gs_indexed access = {.source = t->source,
                                      .kernel = kernel_of(t),
                                      .exercise = t->run->exercise,
                                      .shape = t->run->shape,
                                      .launch = launch_of(t),
                                      .thread = party};
    return gs_value_of(&access, from, to, value);
}

struct words {
    char text[400];
    size_t length;
};

static void add(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct words *words, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length =
        vsnprintf(words->text + words->length, sizeof words->text - words->length, format, args);
    va_end(args);
    words->length += length > 0 ? (size_t)length : 0;
    if (words->length >= sizeof words->text)
        words->length = sizeof words->text - 1;
}

static char axis_of(const struct place *place)
{
    return "xyz"[place->axis];
}

/* "blockIdx.x is 3 and 2, threadIdx.y is 6 and 7" */
static void add_places(struct words *words, const struct places *places)
{
    for (size_t p = 0; p < places->count; p++) {
        const struct place *place = &places->items[p];
        add(words, "%s%s.%c is %zu and %zu", p == 0 ? "" : ", ", place->of, axis_of(place),
            place->first, place->second);
    }
}

/* The first place that the threads do not share and that the number is not made of; NULL: it is
 * made of all. */
static const struct place *missing_place(const struct gs_telling *t, const struct places *places,
                                         const struct made *made)
{
    for (size_t p = 0; p < places->count; p++) {
        if (!is_made_of_place(t, made, &places->items[p]))
            return &places->items[p];
    }
    return NULL;
}

static bool has_sign(const struct gs_telling *t, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (is(t->source, i, "-") || is(t->source, i, "%") || is(t->source, i, "^") ||
            is(t->source, i, "?"))
            return true;
    }
    return false;
}

/* The first thread of all has an index above 0, and no other one has a smaller one. */
static void add_first_element(struct words *words, const struct gs_telling *t,
                              const struct made *made, size_t from, size_t to)
{
    const struct gs_party nobody = {.x = 0};
    long long index, value;
    if (made->changed != 0 || has_sign(t, from, to) || has_sign(t, made->from, made->to) ||
        !value_for(t, &nobody, from, to, &index) || index <= 0 ||
        !value_for(t, &nobody, made->from, made->to, &value) || value <= 0)
        return;
    add(words,
        "No thread comes to %s[0]: line %d makes `%s` %lld for the first thread of the first block "
        "already. ",
        array_of(t), made->line, made->name, value);
}

/* Of a number that a loop goes on with. */
static bool say_loop_meets(const struct gs_telling *t, const struct made *made)
{
    long long first, second;
    if (made->changed == 0 || !value_for(t, &t->first, made->from, made->to, &first) ||
        !value_for(t, &t->second, made->from, made->to, &second) || first == second)
        return false;
    t->out->line = made->line;
    return gs_say(t->out, "race",
                  "T%s and %s both write %s, and both the same value. Line %d: `%s` begins at %lld "
                  "for the one, and at %lld for the other, and line %d changes it, so that one "
                  "comes to what the other has. Each element is to be made once: does `%s` begin "
                  "where it should, and is it changed by the right number?",
                  t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text, made->line,
                  made->name, first, second, made->changed, made->name);
}

/* Of a number that is the same for both. */
static bool say_same_number(const struct gs_telling *t, const struct places *places,
                            const struct made *made, size_t from, size_t to)
{
    struct words begin = {.length = 0}, why = {.length = 0};
    long long first, second;
    if (!value_for(t, &t->first, made->from, made->to, &first) ||
        !value_for(t, &t->second, made->from, made->to, &second) || first != second)
        return false;
    const struct place *missing = missing_place(t, places, made);
    add_first_element(&begin, t, made, from, to);
    if (missing != NULL)
        add(&why, "%s.%c, which is %zu and %zu for them, is not in it", missing->of,
            axis_of(missing), missing->first, missing->second);
    else
        add_places(&why, places);
    t->out->line = made->line;
    return gs_say(t->out, "race",
                  "%sT%s and %s both write %s: line %d makes `%s` %lld for both of them, by `%s`; "
                  "%s. Each element is to be made once.",
                  begin.text, t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text,
                  made->line, made->name, first,
                  gs_code_write(t->source, made->from, made->to).text, why.text);
}

/* Of an index that is made of several numbers, or of places alone. */
static bool say_same_index(const struct gs_telling *t, const struct places *places, size_t from,
                           size_t to)
{
    struct words words = {.length = 0};
    long long first, second;
    size_t told = 0;
    if (!value_for(t, &t->first, from, to, &first) ||
        !value_for(t, &t->second, from, to, &second) || first != second)
        return false;
    for (size_t i = from; i < to; i++) {
        long long one, other;
        if (token_at(t->source, i)->kind != GS_TOKEN_WORD || is(t->source, i - 1, ".") ||
            is(t->source, i + 1, ".") || !value_for(t, &t->first, i, i + 1, &one) ||
            !value_for(t, &t->second, i, i + 1, &other))
            continue;
        if (one == other)
            add(&words, "%s`%s` is %lld", told++ == 0 ? "" : ", ", token_at(t->source, i)->text,
                one);
        else
            add(&words, "%s`%s` is %lld and %lld", told++ == 0 ? "" : ", ",
                token_at(t->source, i)->text, one, other);
    }
    if (told == 0)
        add_places(&words, places);
    return gs_say(t->out, "race",
                  "T%s and %s both write %s, and both the same value. The index `%s` is %lld for "
                  "both of them: %s. Each element is to be made once, so each needs an index of "
                  "its own.",
                  t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text,
                  gs_code_write(t->source, from, to).text, first, words.text);
}

bool gs_say_index_meets(const struct gs_telling *t)
{
    size_t from = 0, to = 0;
    if (gs_has_text(t->finding, "memory", "shared") || kernel_of(t) == NULL ||
        array_of(t)[0] == '\0' || t->first.line != t->second.line ||
        t->run->exercise->each_does_all || has_few_cells(t))
        return false;
    const struct places places = find_places(t);
    const bool found =
        gs_find_index(t->source, kernel_of(t), array_of(t), t->first.line, &from, &to);
    if (is_of_warp(t) || (found ? is_of_group(t, from, to) : works_together(t->source)))
        return false;
    const struct made made = found ? find_same(t, &places, from, to) : (struct made){.name = NULL};
    if (made.name != NULL &&
        (say_loop_meets(t, &made) || say_same_number(t, &places, &made, from, to)))
        return true;
    if (found && say_same_index(t, &places, from, to))
        return true;
    struct words differ = {.length = 0};
    if (places.count == 1)
        add(&differ, "The two differ in %s.%c alone. ", places.items[0].of,
            axis_of(&places.items[0]));
    if (made.name == NULL)
        return gs_say(t->out, "race",
                      "T%s and %s both write %s, and both the same value. %sEach element is to be "
                      "made once: which index does each of the two have here, and which one should "
                      "it have?",
                      t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text,
                      differ.text);
    t->out->line = made.line;
    return gs_say(t->out, "race",
                  "T%s and %s both write %s, and both the same value. %sEach element is to be made "
                  "once. Line %d makes `%s` of `%s`: what is it for each of the two, and what "
                  "should it be?",
                  t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text, differ.text,
                  made.line, made.name, gs_code_write(t->source, made.from, made.to).text);
}
