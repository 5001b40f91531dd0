/* The shards of one plan, joined into the record that one run would have left. */
#ifndef GS_MERGE_H
#define GS_MERGE_H

#include "record.h"
#include "status.h"

#include <stddef.h>

enum { GS_MOST_SHARDS = 100000 };

/*
 * Joins the results of `gridstride run --shard I/K`, one path a shard, in any order. All K of one
 * plan, from one machine, must be there, each once: what is missing, double or foreign is named,
 * and nothing is joined then. The records stand in the plan's order; the context is the first
 * shard's, with those of all under "shards". Release out with gs_results_release().
 */
enum gs_status gs_merge(const char *const *paths, size_t count, struct gs_results *out,
                        struct gs_error *error);

/* "lesson3" of "results/a-machine/lesson3.shard2of8.json"; false where the path is no shard's. */
bool gs_shard_name(const char *path, char name[static 48]);

#endif
