/* What <simt/watch.h> looks at. */
#ifndef SIMT_RUNTIME_WATCH_H
#define SIMT_RUNTIME_WATCH_H

#include "operation.h"

#include <simt/runtime.h>
#include <stdatomic.h>

extern atomic_bool simt_watching;

/* While it is on: an operation that is about to be made, and a launch. */
void simt_watch_operation(const struct simt_operation *operation);
void simt_watch_launch(const struct simt_launch_config *config);

#endif
