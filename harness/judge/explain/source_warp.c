#include "source_warp.h"

#include "source_number.h"

#include <string.h>
#include <strings.h>

enum { WARP = 32 };

static bool is(const struct gs_source *source, size_t at, const char *text)
{
    return gs_token_is(&source->compiled, at, text);
}

static const struct gs_token *token_at(const struct gs_source *source, size_t at)
{
    return &source->compiled.items[at];
}

/* Behind `threadIdx.x`, which may stand behind a cast, and nothing else up to the `;` or `,`;
 * 0: something else stands there. */
static size_t end_of_thread(const struct gs_source *source, size_t at)
{
    if (is(source, at, "("))
        at = token_at(source, at)->match + 1;
    return gs_code_is(source, at, "threadIdx . x") &&
                   (is(source, at + 3, ";") || is(source, at + 3, ","))
               ? at + 3
               : 0;
}

/* `threadIdx.x`, or a name whose one value it is: the tokens of it; 0: it is something else. */
static size_t length_of_thread(const struct gs_source *source,
                               const struct gs_source_function *kernel, size_t at)
{
    size_t set = 0;
    bool is_thread = false;
    if (gs_code_is(source, at, "threadIdx . x"))
        return 3;
    if (token_at(source, at)->kind != GS_TOKEN_WORD)
        return 0;
    for (size_t i = kernel->body; i + 1 < kernel->end; i++) {
        if (!is(source, i, token_at(source, at)->text) || !is(source, i + 1, "="))
            continue;
        is_thread = end_of_thread(source, i + 2) != 0;
        set++;
    }
    return set == 1 && is_thread ? 1 : 0;
}

/* `t < 32`: a test keeps the others away. */
static bool is_kept_in_warp(const struct gs_source *source, const struct gs_source_function *kernel,
                            size_t at, size_t length)
{
    for (size_t i = kernel->body; i + length + 1 < kernel->end; i++) {
        bool same = true;
        for (size_t k = 0; k < length; k++)
            same &= is(source, i + k, token_at(source, at + k)->text);
        if (same && (is(source, i + length, "<") || is(source, i + length, ">=")) &&
            (is(source, i + length + 1, "32") || is(source, i + length + 1, "warpSize")))
            return true;
    }
    return false;
}

static bool is_warp(const struct gs_source *source, size_t at)
{
    return is(source, at, "32") || is(source, at, "32u") || is(source, at, "warpSize") ||
           is(source, at, "WARP");
}

/* `threadIdx.x % 32` or `threadIdx.x & 31` are all tokens of [from, to). */
static bool is_lane_written(const struct gs_source *source, size_t from, size_t to)
{
    return to == from + 5 && gs_code_is(source, from, "threadIdx . x") &&
           ((is(source, from + 3, "%") && is_warp(source, from + 4)) ||
            gs_code_is(source, from + 3, "& 31"));
}

/* The same, or a name whose one value it is. */
static bool is_lane(const struct gs_source *source, const struct gs_source_function *kernel,
                    size_t from, size_t to)
{
    size_t set = 0;
    bool written = false;
    if (to != from + 1)
        return is_lane_written(source, from, to);
    for (size_t i = kernel->body; i + 1 < kernel->end; i++) {
        if (!is(source, i, token_at(source, from)->text) || !is(source, i + 1, "="))
            continue;
        written = is_lane_written(source, i + 2, i + 7) &&
                  (is(source, i + 7, ";") || is(source, i + 7, ","));
        set++;
    }
    return set == 1 && written;
}

bool gs_find_lane_for_mask(const struct gs_source *source, const struct gs_source_function *kernel,
                           size_t *from, size_t *to)
{
    for (size_t i = kernel->body; i + 1 < kernel->end; i++) {
        if (!is(source, i, "__popc") || !is(source, i + 1, "("))
            continue;
        *from = i + 2;
        *to = token_at(source, i + 1)->match;
        for (size_t k = *from; k < *to && *to < kernel->end; k++) {
            if (is(source, k, "&") &&
                (is_lane(source, kernel, k + 1, *to) || is_lane(source, kernel, *from, k)))
                return true;
        }
    }
    return false;
}

/* `lane = threadIdx.x;`, by whatever name that says so. */
static bool is_named_lane(const struct gs_source *source, size_t at, struct gs_taken_for_lane *out)
{
    const size_t end = is(source, at + 1, "=") ? end_of_thread(source, at + 2) : 0;
    *out = (struct gs_taken_for_lane){GS_LANE_NAMED, at, end};
    return end != 0 && strncasecmp(token_at(source, at)->text, "lane", 4) == 0;
}

/* A number of 32 bits: one of 64 has a bit for each of 64 threads. */
static bool is_of_32_bits(const struct gs_token *token)
{
    return token->kind == GS_TOKEN_NUMBER && strpbrk(token->text, "lL") == NULL;
}

/* `1u << t`. A name that says lane is told where it gets its value. */
static bool is_shifted(const struct gs_source *source, const struct gs_source_function *kernel,
                       size_t at, struct gs_taken_for_lane *out)
{
    const size_t by = at + 3; /* the sign is two tokens */
    const bool is_shift = is_of_32_bits(token_at(source, at)) && gs_code_is(source, at + 1, "< <");
    const size_t length = is_shift ? length_of_thread(source, kernel, by) : 0;
    *out = (struct gs_taken_for_lane){GS_LANE_SHIFTED, at, by + length};
    return length != 0 && !is_kept_in_warp(source, kernel, by, length);
}

static bool is_shared(const struct gs_source *source, const struct gs_source_function *kernel,
                      const char *name)
{
    for (size_t i = kernel->body; i + 1 < kernel->end; i++) {
        if (!is(source, i, "__shared__"))
            continue;
        for (; i + 1 < kernel->end && !is(source, i, ";"); i++) {
            if (is(source, i, name) && is(source, i + 1, "["))
                return true;
        }
    }
    return false;
}

/* Whether the index [from, to) is a sum of which one part is 32 times something. */
static bool has_warps(const struct gs_source *source, size_t from, size_t to)
{
    for (size_t i = from; i + 1 < to; i++) {
        if ((is_warp(source, i) && is(source, i + 1, "*")) ||
            (is(source, i, "*") && is_warp(source, i + 1)))
            return true;
    }
    return false;
}

/* `mine[32 * values[i] + t]` of shared memory: 32 cells for the lanes of a warp. */
static bool is_index(const struct gs_source *source, const struct gs_source_function *kernel,
                     size_t at, struct gs_taken_for_lane *out)
{
    const size_t close = is(source, at + 1, "[") ? token_at(source, at + 1)->match : 0;
    if (close == 0 || close >= kernel->end ||
        !is_shared(source, kernel, token_at(source, at)->text))
        return false;
    *out = (struct gs_taken_for_lane){GS_LANE_INDEX, at, close + 1};
    if (is(source, close + 1, "[")) { /* of rows of 32 cells */
        const size_t length = length_of_thread(source, kernel, close + 2);
        const bool is_all = length != 0 && is(source, close + 2 + length, "]");
        out->end = close + 3 + length;
        return is_all && length_of_thread(source, kernel, at + 2) == 0 &&
               gs_number_of_columns(source, kernel, token_at(source, at)->text) == WARP &&
               !is_kept_in_warp(source, kernel, close + 2, length);
    }
    for (size_t i = at + 2; i < close; i++) {
        const size_t length = length_of_thread(source, kernel, i);
        const bool is_part = (is(source, i - 1, "[") || is(source, i - 1, "+")) &&
                             (is(source, i + length, "]") || is(source, i + length, "+"));
        if (length != 0 && is_part && has_warps(source, at + 2, close) &&
            !is_kept_in_warp(source, kernel, i, length))
            return true;
    }
    return false;
}

bool gs_find_taken_for_lane(const struct gs_source *source, const struct gs_source_function *kernel,
                            struct gs_taken_for_lane *out)
{
    if (gs_code_has(source, kernel, "y"))
        return false;
    for (size_t i = kernel->body; i + 4 < kernel->end; i++) {
        if (is_named_lane(source, i, out) || is_shifted(source, kernel, i, out) ||
            is_index(source, kernel, i, out))
            return true;
    }
    return false;
}

/* Behind a `?`, an `&&` or an `||` of its statement only some threads come to it. */
static bool is_chosen(const struct gs_source *source, const struct gs_source_function *kernel,
                      size_t at)
{
    bool chosen = false;
    for (size_t i = at;
         i > kernel->body && !is(source, i, ";") && !is(source, i, "{") && !is(source, i, "}"); i--)
        chosen |= is(source, i, "?") || gs_code_is(source, i, "& &") ||
                  gs_code_is(source, i, "| |") || is(source, i, "&&") || is(source, i, "||") ||
                  is(source, i, "for") || is(source, i, "while");
    return chosen;
}

bool gs_find_shift_by_thread(const struct gs_source *source,
                             const struct gs_source_function *kernel, struct gs_taken_for_lane *out)
{
    if (gs_code_has(source, kernel, "y"))
        return false;
    for (size_t i = kernel->body; i + 4 < kernel->end; i++) {
        if (is_shifted(source, kernel, i, out) && !is_chosen(source, kernel, i) &&
            !gs_code_is_in_branch(source, kernel, (int)token_at(source, i)->line))
            return true;
    }
    return false;
}
