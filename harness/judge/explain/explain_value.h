/* A wrong answer in words. */
#ifndef GS_EXPLAIN_VALUE_H
#define GS_EXPLAIN_VALUE_H

#include "case_run.h"
#include "source_text.h"

void gs_say_value(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                  const struct gs_source *source, struct gs_saying *out);

#endif
