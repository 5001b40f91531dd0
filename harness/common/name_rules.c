#include "name_rules.h"

#include "visible.h"

#include <string.h>

#define LETTERS_AND_DIGITS "abcdefghijklmnopqrstuvwxyz0123456789"

static const struct rule {
    const char *characters; /* NULL: all that can be shown */
    const char *words;
    size_t most;
} rules[] = {
    [GS_NAME_OF_MACHINE] = {LETTERS_AND_DIGITS "-", "a-z, 0-9 and -", 127},
    [GS_NAME_OF_RESULT] = {LETTERS_AND_DIGITS "_-", "a-z, 0-9, _ and -", 47},
    [GS_NAME_IN_LESSON] = {LETTERS_AND_DIGITS "_", "a-z, 0-9 and _", 63},
    [GS_NAME_OF_DEVICE] = {NULL, "up to 255 bytes of text on one line", 255},
};

bool gs_name_fits(enum gs_name_kind kind, const char *name)
{
    const struct rule *rule = &rules[kind];
    size_t length = strlen(name);
    if (length == 0 || length > rule->most)
        return false;
    return rule->characters != NULL ? strspn(name, rule->characters) == length
                                    : gs_is_visible(name);
}

size_t gs_name_most(enum gs_name_kind kind)
{
    return rules[kind].most;
}

const char *gs_name_rule(enum gs_name_kind kind)
{
    return rules[kind].words;
}
