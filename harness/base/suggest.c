#include "suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool is_same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* How many letters are to be added, taken out, replaced, or exchanged with the next one, to make
 * the first `length` letters of b of a: the optimal string alignment distance, three rows of the
 * table at a time. Small letters and capitals are the same. */
static size_t edit_distance(const char *a, const char *b, size_t length)
{
    size_t rows[3][LONGEST_NAME + 1];
    const size_t columns = least(length, LONGEST_NAME);
    size_t i = 0;
    for (size_t j = 0; j <= columns; j++)
        rows[0][j] = j;
    while (a[i] != '\0') {
        size_t *row = rows[++i % 3];
        const size_t *above = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            row[j] =
                least(above[j - 1] + !is_same(a[i - 1], b[j - 1]), 1 + least(above[j], row[j - 1]));
            if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], 1 + before[j - 2]);
        }
    }
    return rows[i % 3][columns];
}

/* Twice how far the name is from the candidate; from one of its words, as `race` in `race_add`, or
 * from its begin, one more. SIZE_MAX: too far, by more letters than `most`; of a word they are
 * fewer, for there are many words. */
static size_t distance_of(const char *name, const char *candidate, size_t most)
{
    enum { SHORTEST_PART = 3 };
    const size_t length = strlen(name), whole = edit_distance(name, candidate, strlen(candidate));
    size_t best = whole <= most ? 2 * whole : SIZE_MAX;
    if (length < SHORTEST_PART)
        return best;
    if (strncmp(name, candidate, length) == 0)
        best = least(best, 1);
    for (const char *word = candidate; strchr(candidate, '_') != NULL && *word != '\0';) {
        const size_t letters = strcspn(word, "_");
        const size_t distance = edit_distance(name, word, letters);
        if (3 * distance <= length + 1 && letters >= SHORTEST_PART)
            best = least(best, 2 * distance + 1);
        word += letters + (word[letters] == '_');
    }
    return best;
}

const char *gs_nearest(const char *name, const char *const *candidates, size_t count)
{
    const char *nearest = NULL;
    const size_t most = strlen(name) / 3 + 1; /* more is a guess, not a typing error */
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        const size_t distance = distance_of(name, candidates[i], most);
        if (distance < best) {
            best = distance;
            nearest = candidates[i];
        }
    }
    return nearest;
}

/* The names that fit, whole ones, and how many more there are. */
static void list_names(char *list, size_t size, const char *const *names, size_t count)
{
    enum { MORE = 32 }; /* what it takes to say so */
    size_t used = 0;
    list[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        bool last = i + 1 == count;
        if (used + strlen(names[i]) + sizeof ", " + (last ? 0 : MORE) > size) {
            snprintf(list + used, size - used, ", and %zu more", count - i);
            return;
        }
        used += (size_t)snprintf(list + used, size - used, "%s%s", i > 0 ? ", " : "", names[i]);
    }
}

enum gs_status gs_unknown(struct gs_error *error, const char *kind, const char *name,
                          const char *const *candidates, size_t count)
{
    char list[480];
    list_names(list, sizeof list, candidates, count);
    const char *nearest = gs_nearest(name, candidates, count);
    if (nearest == NULL)
        return gs_fail(error, GS_USAGE, "unknown %s \"%.100s\"; there are: %s", kind, name, list);
    return gs_fail(error, GS_USAGE, "unknown %s \"%.100s\"; did you mean \"%s\"? There are: %s",
                   kind, name, nearest, list);
}
