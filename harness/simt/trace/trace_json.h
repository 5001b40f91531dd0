/* Traced launches as JSON, as a prediction takes it (harness/predict/public/predict.h). */
#ifndef SIMT_TRACE_JSON_H
#define SIMT_TRACE_JSON_H

#include <jansson.h>

/* All launches, in an array, the caller's. Their members are called as in trace.h. */
json_t *simt_trace_json(void);

#endif
