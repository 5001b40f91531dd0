/* Findings of one cause: races within a block that one barrier would end. */
#ifndef SIMT_INSPECT_CAUSES_H
#define SIMT_INSPECT_CAUSES_H

#include <stdbool.h>

/* Looks through all findings; to be called when there will be no more. */
void simt_causes_find(void);

/* The finding under which the one with that index is told: itself, or another one. */
unsigned simt_cause_of(unsigned index);

/* Whether it is told under another one. */
bool simt_cause_is_part(unsigned index);

/* How many causes there are, without those of remarks. */
unsigned simt_cause_count(void);

#endif
