/* Mistakes that are made of a right source by rule, as students make them. */
#ifndef GS_TEACH_RULES_H
#define GS_TEACH_RULES_H

#include <stdbool.h>
#include <stddef.h>

/* A source with one change. */
struct gs_rule_mutant {
    const char *rule; /* "`<` becomes `<=`" */
    int line;
    char *text; /* owned */
};

struct gs_rule_mutants {
    struct gs_rule_mutant *items; /* owned */
    size_t count;
};

/* All that the rules find in a source, in its order. Comments, texts and lines of the preprocessor
 * stay as they are. Release them in any case; false: no memory. */
bool gs_rule_mutants_make(const char *source, struct gs_rule_mutants *out);
void gs_rule_mutants_release(struct gs_rule_mutants *mutants);

#endif
