/*
 * gridstride: picks the device's program and becomes it. The programs have the same command line;
 * this one looks for --device alone and asks the machine whether CUDA can run here.
 */
#include "cuda_driver.h"
#include "install_paths.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, EXIT_ENVIRONMENT = 2 };

/* The value of the last --device, or "auto". */
static const char *wanted_device(int argc, char **argv)
{
    const char *device = "auto";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--device") == 0 && i + 1 < argc)
            device = argv[++i];
        else if (strncmp(argv[i], "--device=", 9) == 0)
            device = argv[i] + 9;
    }
    return device;
}

static bool has_word(int argc, char **argv, const char *word)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], word) == 0)
            return true;
    }
    return false;
}

/* The command is the first word that is neither an option nor an option's value. */
static bool is_peers(int argc, char **argv)
{
    static const char *const alone[] = {"--quiet", "--json", "--resume"};
    int i = 1;
    while (i < argc && argv[i][0] == '-') {
        bool single = strchr(argv[i], '=') != NULL;
        for (size_t k = 0; k < sizeof alone / sizeof alone[0]; k++)
            single = single || strcmp(argv[i], alone[k]) == 0;
        i += single ? 1 : 2;
    }
    return i < argc && strcmp(argv[i], "peers") == 0 && !has_word(argc, argv, "--help");
}

/* Only these touch the device; asking the driver takes a moment that the others need not wait. */
static bool needs_device(int argc, char **argv)
{
    return has_word(argc, argv, "run") || has_word(argc, argv, "verify") ||
           has_word(argc, argv, "peers") || has_word(argc, argv, "info");
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

/*
 * The program as a library in python3, which has the other libraries: the script, the library and
 * then what the program would have been given. Returns only where that cannot be.
 */
static void become_host(const char *program, int argc, char **argv)
{
    char relative[128], library[PATH_BYTES], script[PATH_BYTES];
    char **words = calloc((size_t)argc + 4, sizeof *words);
    char name[] = "python3";
    snprintf(relative, sizeof relative, "../lib/gridstride/lib%s.so", program);
    if (words == NULL || !gs_path_beside_program(relative, library, sizeof library) ||
        !gs_path_of_shared("peers/host.py", script, sizeof script)) {
        free(words);
        errno = ENOMEM;
        return;
    }
    words[0] = name;
    words[1] = script;
    words[2] = library;
    for (int i = 1; i < argc; i++)
        words[i + 2] = argv[i];
    execvp(name, words);
    fprintf(stderr,
            "gridstride: peers: cannot start python3: %s; install it (apt-get install "
            "python3)\n",
            strerror(errno));
    exit(EXIT_ENVIRONMENT);
}

int main(int argc, char **argv)
{
    const char *reason = NULL;
    const char *device = needs_device(argc, argv) ? wanted_device(argc, argv) : "sim";
    const char *program = choose(device, &reason);
    if (program == NULL) {
        fprintf(stderr, "gridstride: --device cuda: %s; or choose --device sim\n", reason);
        return EXIT_ENVIRONMENT;
    }
    char path[PATH_BYTES];
    /* OpenMP's threads wait for each other by spinning, for milliseconds where nobody says
       otherwise; with another busy process on the machine that turns microseconds into whole slices
       of the scheduler. Some microseconds of spinning are what a quiet machine needs. */
    setenv("GOMP_SPINCOUNT", "10000", 0);
    if (reason != NULL)
        setenv("GRIDSTRIDE_DEVICE_REASON", reason, 1);
    if (is_peers(argc, argv))
        become_host(program, argc, argv);
    else if (!gs_path_beside_program(program, path, sizeof path))
        errno = ENOENT;
    else
        execv(path, argv);
    fprintf(stderr, "gridstride: cannot start %s: %s; build or install gridstride again\n", program,
            strerror(errno));
    return EXIT_ENVIRONMENT;
}
