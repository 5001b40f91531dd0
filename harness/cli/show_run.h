/* What a run left, for a person or as JSON. */
#ifndef GS_SHOW_RUN_H
#define GS_SHOW_RUN_H

#include "run.h"

/* Tables, verdicts or JSON, and where the results are; then the plots. */
gs_run_show_fn gs_show_run;

#endif
