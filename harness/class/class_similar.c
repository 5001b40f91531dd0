#include "class_similar.h"

#include "class_submission.h"
#include "files.h"
#include "grow.h"
#include "lexer.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Tried on 139 right programs for the exercises of the course and the right variants of these: of
 * 928 pairs that answer the same exercise one is over both thresholds, and that is one program with
 * and without a line. Of 204 copies of them, with other names and comments and a statement more,
 * 125 are found; the others have too little of their own, beside stub and solution, to tell.
 */
enum { RUN = 12, WINDOW = 4, LEAST_SHARED = 12 };
static const double least_share = 0.75;

/* What more than a quarter of those who handed in have, and more than two, is how one writes it. */
enum { COMMON_LEAST = 2, COMMON_PART = 4 };

/* ---- fingerprints ---------------------------------------------------------------------------- */

struct prints {
    uint64_t *items; /* sorted, each once; owned */
    size_t count;
    uint64_t text; /* of the text without blanks; 0: there is none */
};

static void release_prints(struct prints *prints)
{
    free(prints->items);
    *prints = (struct prints){0};
}

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static void sort_prints(struct prints *prints)
{
    size_t kept = 0;
    if (prints->count == 0)
        return;
    qsort(prints->items, prints->count, sizeof *prints->items, by_value);
    for (size_t i = 0; i < prints->count; i++) {
        if (i == 0 || prints->items[i] != prints->items[i - 1])
            prints->items[kept++] = prints->items[i];
    }
    prints->count = kept;
}

static bool has_print(const struct prints *prints, uint64_t print)
{
    return prints->count > 0 &&
           bsearch(&print, prints->items, prints->count, sizeof print, by_value) != NULL;
}

static uint64_t mix(uint64_t hash, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211U;
    return (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9U;
}

/* A word of the language or of CUDA; all others are names that the author chose. */
static bool is_given(const char *word, size_t length)
{
    static const char *const begins[] = {"cuda", "__", "atomic"};
    static const char *const words[] = {
        "auto",     "bool",     "break",  "case",   "char",     "class",    "const",    "constexpr",
        "continue", "default",  "do",     "double", "else",     "enum",     "extern",   "false",
        "float",    "for",      "if",     "inline", "int",      "long",     "nullptr",  "return",
        "short",    "sizeof",   "size_t", "static", "struct",   "switch",   "template", "true",
        "typename", "unsigned", "void",   "while",  "blockDim", "blockIdx", "gridDim",  "threadIdx",
        "NULL",     "x",        "y",      "z"};
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        size_t least = strlen(begins[i]);
        if (length > least && memcmp(word, begins[i], least) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == length && memcmp(word, words[i], length) == 0)
            return true;
    }
    return false;
}

static uint64_t hash_token(const struct simt_source *source, const struct simt_token *token)
{
    const char *text = source->text + token->start;
    switch (token->kind) {
    case SIMT_TOKEN_IDENTIFIER:
        return is_given(text, token->length) ? mix('w', text, token->length) : mix('i', "", 0);
    case SIMT_TOKEN_STRING:
    case SIMT_TOKEN_CHARACTER:
    case SIMT_TOKEN_UNCLEAR:
        return mix('s', "", 0);
    case SIMT_TOKEN_NUMBER:
    case SIMT_TOKEN_PUNCTUATOR:
        break;
    }
    return mix('t', text, token->length);
}

/* The hashes of all runs of tokens; lines of the preprocessor's are left out. */
static bool hash_runs(const struct simt_source *source, struct prints *out)
{
    uint64_t *tokens = calloc(source->token_count + 1, sizeof *tokens);
    size_t count = 0;
    out->items = calloc(source->token_count + 1, sizeof *out->items);
    bool good = tokens != NULL && out->items != NULL;
    for (size_t i = 0; good && i < source->token_count; i++) {
        if (source->tokens[i].directive == 0)
            tokens[count++] = hash_token(source, &source->tokens[i]);
    }
    for (size_t i = 0; good && i + RUN <= count; i++)
        out->items[out->count++] = mix(0, (const char *)(tokens + i), RUN * sizeof *tokens);
    free(tokens);
    return good;
}

/* Leaves the smallest one of each window. */
static void winnow(struct prints *prints)
{
    size_t kept = 0, last = SIZE_MAX;
    for (size_t begin = 0; begin + WINDOW <= prints->count; begin++) {
        size_t least = begin;
        for (size_t i = begin; i < begin + WINDOW; i++) {
            if (prints->items[i] <= prints->items[least])
                least = i;
        }
        if (least != last)
            prints->items[kept++] = prints->items[least]; /* kept <= least: nothing is lost */
        last = least;
    }
    prints->count = kept;
}

/* Without its blanks; NULL: 0. */
static uint64_t hash_text(const char *text)
{
    uint64_t hash = text != NULL;
    for (; text != NULL && *text != '\0'; text++) {
        if ((unsigned char)*text > ' ')
            hash = mix(hash, text, 1);
    }
    return hash;
}

/* NULL, and what is no source: none. False: out of memory. */
static bool read_prints(const char *text, bool all, struct prints *out)
{
    struct simt_source source = {0};
    struct simt_buffer error = {0};
    bool good = true;
    *out = (struct prints){.text = hash_text(text)};
    if (text != NULL && simt_source_read_written(&source, text, strlen(text), &error))
        good = hash_runs(&source, out);
    if (good && !all)
        winnow(out);
    sort_prints(out);
    simt_source_release(&source);
    simt_buffer_release(&error);
    return good;
}

/* ---- one exercise ---------------------------------------------------------------------------- */

/* What the course hands out itself, and what all may well write. */
static bool read_given(const struct gs_task *task, enum gs_exercise_part part, struct prints *out)
{
    struct gs_text text;
    struct gs_error error;
    (void)gs_exercise_text(task->lesson, task->exercise, part, &text, &error);
    bool good = read_prints(text.data, true, out);
    free(text.data);
    return good;
}

static void take_out(struct prints *from, const struct prints *what)
{
    size_t kept = 0;
    for (size_t i = 0; i < from->count; i++) {
        if (!has_print(what, from->items[i]))
            from->items[kept++] = from->items[i];
    }
    from->count = kept;
}

/* Whether one before it has the same text. */
static bool is_copy(const struct prints *of, size_t which)
{
    for (size_t i = 0; i < which; i++) {
        if (of[i].text == of[which].text && of[i].count > 0)
            return true;
    }
    return false;
}

/* All that they have, copies once; by value. *with: how many they are. False: out of memory. */
static bool gather(const struct prints *of, size_t count, struct prints *all, size_t *with)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += of[i].count;
    *with = 0;
    *all = (struct prints){.items = calloc(total + 1, sizeof *all->items)};
    for (size_t i = 0; all->items != NULL && i < count; i++) {
        if (of[i].count == 0 || is_copy(of, i))
            continue;
        (*with)++;
        for (size_t k = 0; k < of[i].count; k++)
            all->items[all->count++] = of[i].items[k];
    }
    if (all->items != NULL)
        qsort(all->items, all->count, sizeof *all->items, by_value);
    return all->items != NULL;
}

/* Takes out what too many of them have. */
static bool take_out_common(struct prints *of, size_t count)
{
    size_t with;
    struct prints all;
    if (!gather(of, count, &all, &with))
        return false;
    size_t most = with / COMMON_PART > COMMON_LEAST ? with / COMMON_PART : COMMON_LEAST;
    struct prints common = {.items = all.items}; /* written behind what is read */
    for (size_t i = 0, end = 0; i < all.count; i = end) {
        uint64_t print = all.items[i];
        while (end < all.count && all.items[end] == print)
            end++;
        if (end - i > most)
            common.items[common.count++] = print;
    }
    for (size_t i = 0; i < count; i++)
        take_out(&of[i], &common);
    free(all.items);
    return true;
}

static size_t count_shared(const struct prints *one, const struct prints *two)
{
    size_t shared = 0;
    for (size_t i = 0; i < one->count; i++)
        shared += has_print(two, one->items[i]);
    return shared;
}

/* Two students whose sources are alike. */
struct pair {
    size_t one, two, tokens;
    double share;
};

/* The pairs of one exercise. */
struct pairs {
    struct pair *items; /* owned */
    size_t count;
};

static bool compare_all(const struct prints *of, size_t count, struct pairs *out)
{
    for (size_t one = 0; one < count; one++) {
        for (size_t two = one + 1; two < count; two++) {
            size_t smaller = of[one].count < of[two].count ? of[one].count : of[two].count;
            size_t shared = smaller >= LEAST_SHARED ? count_shared(&of[one], &of[two]) : 0;
            if (shared < LEAST_SHARED || (double)shared < least_share * (double)smaller)
                continue;
            if (!gs_grow(&out->items, out->count, sizeof *out->items))
                return false;
            out->items[out->count++] =
                (struct pair){one, two, shared * (WINDOW + 1) / 2, /* one in so many is kept */
                              (double)shared / (double)smaller};
        }
    }
    return true;
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* Who belongs together in one exercise. */
struct grouping {
    const struct prints *of; /* by student */
    size_t count;            /* of students */
    struct pairs pairs;      /* owned */
    size_t *first;           /* by student: the first one of the same group; owned */
};

static void join(struct grouping *g)
{
    for (size_t i = 0; i < g->count; i++)
        g->first[i] = i;
    for (size_t p = 0; p < g->pairs.count; p++) {
        size_t one = g->first[g->pairs.items[p].one], two = g->first[g->pairs.items[p].two];
        size_t less = one < two ? one : two, more = one < two ? two : one;
        for (size_t i = 0; i < g->count; i++)
            g->first[i] = g->first[i] == more ? less : g->first[i];
    }
}

static void measure(const struct grouping *g, size_t first, struct gs_similar *group)
{
    group->least = 1;
    group->tokens = SIZE_MAX;
    for (size_t p = 0; p < g->pairs.count; p++) {
        const struct pair *pair = &g->pairs.items[p];
        if (g->first[pair->one] != first)
            continue;
        group->least = pair->share < group->least ? pair->share : group->least;
        group->most = pair->share > group->most ? pair->share : group->most;
        group->tokens = pair->tokens < group->tokens ? pair->tokens : group->tokens;
    }
}

/* The group that begins with this student, if there is one. False: out of memory. */
static bool add_group(const struct grouping *g, size_t first, size_t task,
                      struct gs_similar_list *out)
{
    struct gs_similar group = {.task = task, .same_text = true};
    for (size_t i = first; i < g->count; i++)
        group.count += g->first[i] == first;
    if (group.count < 2)
        return true;
    if (!gs_grow(&out->items, out->count, sizeof group))
        return false;
    group.students = calloc(group.count, sizeof *group.students);
    if (group.students == NULL)
        return false;
    for (size_t i = first, at = 0; i < g->count; i++) {
        if (g->first[i] != first)
            continue;
        group.students[at++] = i;
        group.same_text = group.same_text && g->of[i].text == g->of[first].text;
    }
    measure(g, first, &group);
    out->items[out->count++] = group;
    return true;
}

static bool group_all(const struct prints *of, size_t count, size_t task,
                      struct gs_similar_list *out)
{
    struct grouping g = {.of = of, .count = count, .first = calloc(count, sizeof *g.first)};
    bool good = g.first != NULL && compare_all(of, count, &g.pairs);
    if (good)
        join(&g);
    for (size_t i = 0; good && i < count; i++)
        good = add_group(&g, i, task, out);
    free(g.pairs.items);
    free(g.first);
    return good;
}

static int by_share(const void *left, const void *right)
{
    const struct gs_similar *a = left, *b = right;
    if (a->same_text != b->same_text)
        return a->same_text ? -1 : 1;
    if (a->most != b->most)
        return a->most > b->most ? -1 : 1;
    if (a->task != b->task)
        return a->task < b->task ? -1 : 1;
    return a->students[0] < b->students[0] ? -1 : a->students[0] > b->students[0];
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* of[task * students + student] */
static bool read_all(const char *submissions, const struct gs_tasks *tasks,
                     const struct gs_students *students, struct prints *of)
{
    bool good = true;
    for (size_t s = 0; good && s < students->count; s++) {
        struct gs_handed_in in;
        struct gs_error error; /* who cannot be read is told where it is graded */
        gs_handed_in_read(submissions, &students->students[s], tasks, &in, &error);
        for (size_t i = 0; good && in.sources != NULL && i < in.count; i++) {
            if (tasks->tasks[i].exercise != NULL)
                good = read_prints(in.sources[i].text, false, &of[i * students->count + s]);
        }
        gs_handed_in_release(&in);
    }
    return good;
}

static bool compare_task(const struct gs_task *task, size_t index, struct prints *of, size_t count,
                         struct gs_similar_list *out)
{
    static const enum gs_exercise_part parts[] = {GS_STUB, GS_SOLUTION};
    bool good = true;
    for (size_t k = 0; good && k < 2; k++) {
        struct prints given;
        good = read_given(task, parts[k], &given);
        for (size_t i = 0; i < count; i++)
            take_out(&of[i], &given);
        release_prints(&given);
    }
    return good && take_out_common(of, count) && group_all(of, count, index, out);
}

enum gs_status gs_similar_find(const char *submissions, const struct gs_tasks *tasks,
                               const struct gs_students *students, struct gs_similar_list *out,
                               struct gs_error *error)
{
    size_t count = tasks->count * students->count;
    struct prints *of = calloc(count > 0 ? count : 1, sizeof *of);
    *out = (struct gs_similar_list){0};
    bool good = of != NULL && read_all(submissions, tasks, students, of);
    for (size_t i = 0; good && i < tasks->count; i++) {
        if (tasks->tasks[i].exercise != NULL)
            good =
                compare_task(&tasks->tasks[i], i, of + i * students->count, students->count, out);
    }
    for (size_t i = 0; of != NULL && i < count; i++)
        release_prints(&of[i]);
    free(of);
    if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, by_share);
    return good ? GS_OK : gs_out_of_memory(error);
}

void gs_similar_release(struct gs_similar_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].students);
    free(list->items);
    *list = (struct gs_similar_list){0};
}
