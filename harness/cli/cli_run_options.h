/* What can be said to run, verify, peers, info and profile: the commands that use the device. The
 * front program links these tables too, and finds --device with them. */
#ifndef GS_CLI_RUN_OPTIONS_H
#define GS_CLI_RUN_OPTIONS_H

#include "cli_words.h"

struct gs_run_arguments {
    const char *lesson, *workloads, *variants, *dtypes, *sizes, *grids, *blocks, *device, *out;
    const char *shard;
    struct gs_number seed, processes;
    double time_limit_s;
    bool quiet, json, resume;
};

struct gs_info_arguments {
    const char *device;
};

struct gs_profile_arguments {
    const char *out;
};

extern const struct gs_syntax gs_run_syntax, gs_verify_syntax, gs_peers_syntax, gs_info_syntax,
    gs_profile_syntax;

#endif
