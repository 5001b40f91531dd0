#include "cli_run_options.h"

#include "samples.h"

#include <stdint.h>

#define AT(field) offsetof(struct gs_run_arguments, field)
#define DEVICE_HELP "auto, cuda or sim (auto: CUDA where a driver and a device answer)"

static const struct gs_option options[] = {
    {"--lesson", "L", GS_OPTION_TEXT, AT(lesson),
     .help = "the same as naming it behind the command"},
    {"--workload", "W[,W...]", GS_OPTION_NAMES, AT(workloads), .help = "only these workloads"},
    {"--variant", "V[,V...]", GS_OPTION_NAMES, AT(variants), .help = "only these variants"},
    {"--dtype", "T[,T...]", GS_OPTION_NAMES, AT(dtypes),
     .help = "only these of f32, f64, i32, i64"},
    {"--sizes", "LIST", GS_OPTION_TEXT, AT(sizes),
     .help = "elements: 1000,64Ki,2^24+11 or ranges 1Ki:1Gi:*4"},
    {"--grids", "LIST", GS_OPTION_TEXT, AT(grids),
     .help = "blocks of each launch, likewise (0: as many as n needs)"},
    {"--blocks", "LIST", GS_OPTION_TEXT, AT(blocks),
     .help = "threads a block, likewise; every launch runs at every size"},
    {"--device", "D", GS_OPTION_DEVICE, AT(device), .help = DEVICE_HELP},
    {"--out", "FOLDER", GS_OPTION_TEXT, AT(out),
     .help = "results go to FOLDER/<machine> (default: results)"},
    {"--seed", "N", GS_OPTION_NUMBER, AT(seed),
     .help = "seed of the inputs, and of the simulator's schedule (default: 1)", .most = INT64_MAX},
    {"--resume", NULL, GS_OPTION_FLAG, AT(resume),
     .help = "go on with the unfinished run in its folder, behind its last point"},
    {"--time-limit", "S", GS_OPTION_SECONDS, AT(time_limit_s),
     .help =
         "a point that takes longer than S seconds has hung, and is ended; while it waits for a "
         "busy processor, no time counts (default: 120, and one more for each 16 MiB of "
         "arrays)"},
    {"--shard", "I/K", GS_OPTION_TEXT, AT(shard),
     .help = "only the I-th of K parts of the plan; the command merge joins them"},
    {"--processes", "N", GS_OPTION_NUMBER, AT(processes),
     .help = "N processes, one after the other, take the samples of each row: from one process to "
             "the next times differ by more than in one, and compare goes by that (default: 1)",
     .least = 1, .most = GS_MOST_PROCESSES},
    {"--quiet", NULL, GS_OPTION_FLAG, AT(quiet),
     .help = "print only what is wrong, and where the results are; no plots"},
    {"--json", NULL, GS_OPTION_FLAG, AT(json),
     .help =
         "print the records instead of tables; no plots (with --quiet too: no progress either)"},
    {0},
};

#define OF_A_LESSON                                                                                \
    .operands = "LESSON", .options = options, .bytes = sizeof(struct gs_run_arguments), .most = 1

const struct gs_syntax gs_run_syntax = {
    OF_A_LESSON,
    .name = "run",
    .about = "run a lesson (3 or vecadd), a .cu file or a folder: verify, time, table, plot",
    .text =
        "A .cu file of your own says with GRIDSTRIDE(...) what its kernels compute; the command "
        "new writes one, and with --lesson a folder with lesson.c. It is compiled for the "
        "device, and the object is kept.",
    .notes = "A kernel on the simulator is verified and never timed. A run replaces the results "
             "that the last one left in its folder once it has finished, not before. Exit status: "
             "0 every answer right, 1 an answer is wrong, or a variant crashed or hung, 2 usage or "
             "environment, 77 all rows skipped, 130 interrupted.",
    .wanted = "a lesson",
    .example = "run 3",
};

const struct gs_syntax gs_verify_syntax = {
    OF_A_LESSON,
    .name = "verify",
    .about = "check every variant, untimed, at sizes and blocks where kernels go wrong",
    .notes = "Exit status: as of the command run.",
    .wanted = "a lesson",
    .example = "verify 3",
};

const struct gs_syntax gs_peers_syntax = {
    OF_A_LESSON,
    .name = "peers",
    .about = "run a lesson beside other libraries",
    .text =
        "The libraries are CUB, Thrust and cuBLAS of the CUDA toolkit, and CuPy, PyTorch, Numba "
        "and NumPy where python3 has them.",
    .notes = "Exit status: as of the command run, and 77 also where no library here does the "
             "lesson on this device.",
    .wanted = "a lesson",
    .example = "peers 3",
};

static const struct gs_option info_options[] = {
    {"--device", "D", GS_OPTION_DEVICE, offsetof(struct gs_info_arguments, device),
     .help = DEVICE_HELP},
    {0},
};

const struct gs_syntax gs_info_syntax = {
    .name = "info",
    .operands = "",
    .about = "what this build is, and the machine as it sees it",
    .options = info_options,
    .bytes = sizeof(struct gs_info_arguments),
};

static const struct gs_option profile_options[] = {
    {"--out", "FOLDER", GS_OPTION_TEXT, offsetof(struct gs_profile_arguments, out),
     .help = "the profile goes to FOLDER/<machine>/profile.json (default: results)"},
    {0},
};

const struct gs_syntax gs_profile_syntax = {
    .name = "profile",
    .operands = "[FILE]",
    .about = "measure what this GPU can do; print what a profile says",
    .text = "Measures this GPU by kernels that do one thing each: launches, blocks, latency, "
            "bandwidth over the bytes under way, the L2, shared memory, atomics, arithmetic, "
            "barriers, shuffles, and copies over the bus. It needs a GPU and 2 GiB of its memory, "
            "and takes a few seconds. With FILE it measures nothing, and prints what that profile "
            "says.",
    .options = profile_options,
    .bytes = sizeof(struct gs_profile_arguments),
    .most = 1,
    .wanted = "a profile",
    .example = "profile results/recorded/nvidia-h200/profile.json",
};
