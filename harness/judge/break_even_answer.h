/* The answer of a question that was measured: this machine's break-even. */
#ifndef GS_BREAK_EVEN_ANSWER_H
#define GS_BREAK_EVEN_ANSWER_H

#include "exercise.h"
#include "status.h"

/* From the results in ./results of this machine with a GPU; the recorded ones are of others. False,
 * and why, where they do not tell. */
bool gs_break_even_answer(unsigned lesson, const struct gs_break_even_question *question,
                          struct gs_answer *out, struct gs_error *why);

#endif
