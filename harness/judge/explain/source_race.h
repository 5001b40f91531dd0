/* What in a student's source has two threads meet at one cell, where that is certain. */
#ifndef GS_SOURCE_RACE_H
#define GS_SOURCE_RACE_H

#include "explain_race.h"

/* False where the source shows no such cause. */
bool gs_say_source_race(const struct gs_telling *t);

/* Several threads store what each has added up into one element. */
bool gs_say_parts_of_sum(const struct gs_telling *t);

/* Of shared memory that is read before anything was stored there: one of two halves, and what is
 * for the next turn is stored into the half that was read in this one. */
bool gs_say_unfilled_half(const struct gs_telling *t);

/* Whether that line assigns values, and none of them is made of the cell's old one as an atomic
 * function could: `x += y`, `x++`, `x = x + y`, `x = max(x, y)`. */
bool gs_source_only_assigns(const struct gs_source *source, int line);

/* The call of a `__device__` function in which that line stands, if some threads come there more
 * often than others: in a loop or behind an `if` of a kernel. 0: there is none, the line itself is
 * in a branch, threads may return before it, or there are such calls in several loops or `if`s. Of
 * several calls in one of them it is the first. `function`: its name. */
int gs_source_call_in_branch(const struct gs_source *source, int line, const char **function);

#endif
