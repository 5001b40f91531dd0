/* A wrong answer in words. */
#ifndef GS_EXPLAIN_VALUE_H
#define GS_EXPLAIN_VALUE_H

#include "attempt.h"
#include "source_text.h"

void gs_say_value(const struct gs_attempt *attempt, const struct gs_attempt_outcome *outcome,
                  const struct gs_source *source, struct gs_saying *out);

#endif
