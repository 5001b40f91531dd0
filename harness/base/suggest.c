#include "suggest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein distance, one row of the table at a time. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[LONGEST_NAME + 1];
    size_t columns = least(strlen(b), LONGEST_NAME);
    for (size_t j = 0; j <= columns; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t replace = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(replace, 1 + least(row[j], row[j - 1]));
        }
    }
    return row[columns];
}

const char *gs_nearest(const char *name, const char *const *candidates, size_t count)
{
    const char *nearest = NULL;
    size_t best = strlen(name) / 3 + 1; /* further than this is a guess, not a typing error */
    for (size_t i = 0; i < count; i++) {
        size_t distance = edit_distance(name, candidates[i]);
        if (distance <= best && (nearest == NULL || distance < best)) {
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
