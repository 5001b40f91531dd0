/* A compiler without OpenMP: clang++ has it in a package of its own, and the one of the wheel
 * ziglang has none. */
#include "openmp.h"
#include "subprocess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool includes_openmp(const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    bool found = false;
    while (file != NULL && !found && getline(&line, &size, file) >= 0)
        found = line[strspn(line, " \t")] == '#' && strstr(line, "omp.h") != NULL;
    free(line);
    if (file != NULL)
        fclose(file);
    return found;
}

static bool wants_openmp(const struct simt_options *options)
{
    bool wants = false;
    for (size_t i = 0; i < options->both.count; i++)
        wants |= strncmp(options->both.items[i], "-fopenmp", strlen("-fopenmp")) == 0;
    for (size_t i = 0; i < options->input_count && !wants; i++)
        wants =
            options->inputs[i].kind != SIMT_INPUT_LINK && includes_openmp(options->inputs[i].word);
    return wants;
}

/* Whether the compiler takes the smallest program that needs it; what it says meanwhile is not
 * shown. */
static bool has_openmp(const struct simt_toolchain *toolchain)
{
    struct simt_words command = {0};
    struct simt_buffer program = {0}, said = {0};
    simt_words_add_all(&command, &toolchain->cxx);
    simt_words_split(&command, "-fopenmp -fsyntax-only -x c++ -", " ");
    simt_buffer_add_string(&program, "#include <omp.h>\n");
    bool has = simt_run_heard(&command, &program, &said) != SIMT_RUN_FAILED;
    simt_words_release(&command);
    simt_buffer_release(&program);
    simt_buffer_release(&said);
    return has;
}

void simt_openmp_explain(const struct simt_options *options, const struct simt_toolchain *toolchain)
{
    if (wants_openmp(options) && !has_openmp(toolchain))
        fprintf(stderr,
                "simt-cc: %s has no OpenMP, which this program uses: install g++ (12 or newer), or "
                "what clang++ needs for it (libomp-dev)\n",
                toolchain->cxx.items[0]);
}
