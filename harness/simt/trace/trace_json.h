/* Traced launches as JSON, as a prediction takes it (harness/predict/public/predict.h). */
#ifndef SIMT_TRACE_JSON_H
#define SIMT_TRACE_JSON_H

#include <jansson.h>

/* All launches, in an array, the caller's. Their members are called as in trace.h. "atomics_on" is
 * the type of the array that its atomic functions work on, one of C's ("int", "uint64_t"), where a
 * harness has said it (simt_label()); else "". */
json_t *simt_trace_json(void);

#endif
