/*
 * gridstride: the front program, which chooses the program of a device and becomes it. The programs
 * read the command line; this one looks for --device alone, in the commands that use a device, and
 * asks the machine whether CUDA can run here.
 */
#include "cli_run_options.h"
#include "cuda_driver.h"
#include "install_paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, EXIT_ENVIRONMENT = 2 };

/* Asking the driver takes a moment that the other commands need not wait. */
static const struct gs_syntax *const commands_of_devices[] = {
    &gs_run_syntax, &gs_verify_syntax, &gs_peers_syntax, &gs_info_syntax, &gs_profile_syntax, NULL};

/* The command, where it is going to use a device; else NULL. */
static const struct gs_syntax *command_of_device(char **words)
{
    const char *other;
    struct gs_word help;
    const struct gs_syntax *command = gs_word_command(commands_of_devices, words, &other);
    return command != NULL && gs_word_find(command, words, "--help", &help) ? NULL : command;
}

static const char *wanted_device(const struct gs_syntax *command, char **words)
{
    struct gs_word word;
    if (command == NULL)
        return "sim";
    return gs_word_find(command, words, "--device", &word) && word.value != NULL ? word.value
                                                                                 : "auto";
}

/* The program to become, and why it and no other. */
static const char *choose(const char *device, const char **reason)
{
    char cuda[PATH_BYTES];
    bool built =
        gs_path_beside_program("gridstride-cuda", cuda, sizeof cuda) && access(cuda, X_OK) == 0;
    if (strcmp(device, "cuda") == 0) {
        *reason = built ? gs_cuda_missing()
                        : "this build has no CUDA program; install the CUDA "
                          "toolkit and build again";
        return *reason == NULL ? "gridstride-cuda" : NULL;
    }
    if (strcmp(device, "auto") != 0)
        return "gridstride-sim"; /* which also refuses what is no device */
    *reason = gs_cuda_missing();
    if (*reason == NULL && built)
        return "gridstride-cuda";
    if (*reason == NULL)
        *reason = "built without CUDA";
    return "gridstride-sim";
}

int main(int argc, char **argv)
{
    (void)argc;
    const char *reason = NULL;
    const struct gs_syntax *command = command_of_device(argv);
    if (argc > 0)
        setenv(GS_CALLED, argv[0], 0); /* the launcher in the root of the tree has set its own */
    const char *program = choose(wanted_device(command, argv), &reason);
    if (program == NULL) {
        fprintf(stderr, "gridstride: --device cuda: %s; or choose --device sim\n", reason);
        return EXIT_ENVIRONMENT;
    }
    char path[PATH_BYTES] = "";
    struct gs_error error;
    /* OpenMP's threads wait for each other by spinning, for milliseconds where nobody says
       otherwise; with another busy process on the machine that turns microseconds into whole slices
       of the scheduler. Some microseconds of spinning are what a quiet machine needs. */
    setenv("GOMP_SPINCOUNT", "10000", 0);
    if (reason != NULL)
        setenv("GRIDSTRIDE_DEVICE_REASON", reason, 1);
    if (gs_path_beside_program(program, path, sizeof path))
        execv(path, argv);
    if (access(path, X_OK) != 0) {
        gs_path_missing(path, program, &error);
        fprintf(stderr, "gridstride: %s\n", error.text);
        return EXIT_ENVIRONMENT;
    }
    fprintf(stderr, "gridstride: cannot start %s: %s; build or install gridstride again\n", program,
            strerror(errno));
    return EXIT_ENVIRONMENT;
}
