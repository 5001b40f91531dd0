/* gridstride new: a kernel file to begin with. */
#include "cli_commands.h"

#include "bring.h"
#include "files.h"
#include "install_paths.h"
#include "teach.h"
#include "visible.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* It is right as it stands, so that the first run shows what a run shows. */
static const char beginning[] =
    "/*\n"
    " * Kernels of your own. Try them:\n"
    " *\n"
    " *     %s verify %s     every variant, at the sizes and blocks where kernels go wrong\n"
    " *     %s run %s        verified, timed where there is a GPU, tables, plots\n"
    " *     %s inspect %s    every access to memory: what is wrong, what each line costs\n"
    " */\n"
    "#include <gridstride.cuh>\n"
    "\n"
    "/* A kernel, as any other. T is the element type that is run: float, then double. */\n"
    "template <typename T> __global__ void one_per_thread(size_t n, T a, const T *x, T *y)\n"
    "{\n"
    "    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        y[i] = a * x[i];\n"
    "}\n"
    "\n"
    "/*\n"
    " * How it is launched: an ordinary function of the host. `at` has n, the threads a block, "
    "the\n"
    " * stream, and the number of blocks for so many threads. The scalars and the arrays follow, "
    "in\n"
    " * the order in which GRIDSTRIDE() below names them. Do not wait for the kernel here.\n"
    " */\n"
    "template <typename T> void launch_one_per_thread(gs_launch at, T a, const T *x, T *y)\n"
    "{\n"
    "    one_per_thread<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, a, x, y);\n"
    "}\n"
    "\n"
    "/* The same on the CPU, to stand beside the kernels: without a GPU it alone has times. */\n"
    "template <typename T> void cpu_loop(size_t n, T a, const T *x, T *y)\n"
    "{\n"
    "    for (size_t i = 0; i < n; i++)\n"
    "        y[i] = a * x[i];\n"
    "}\n"
    "\n"
    "/*\n"
    " * What y[i] is to be, in a type wider than T (double for float). It gets the scalars and "
    "the\n"
    " * inputs. It is called from many threads, and has to say the same each time.\n"
    " */\n"
    "template <typename T> gs_wide<T> reference(size_t i, size_t n, T a, const T *x)\n"
    "{\n"
    "    return gs_wide<T>(a) * x[i];\n"
    "}\n"
    "\n"
    "/*\n"
    " * What it is all about. Arrays are gs_input, gs_output, gs_updated (changed in place) or\n"
    " * gs_scratch; they have n elements, random ones, unless it says gs_length(...), gs_fill(...) "
    "or\n"
    " * gs_type(...) behind the name. A second way to compute it is one more gs_variant(...).\n"
    " */\n"
    "GRIDSTRIDE(\"y[i] = a x[i]\", gs_dtypes(f32, f64),\n"
    "           gs_scalar(\"a\", 2.5), gs_input(\"x\"), gs_output(\"y\"),\n"
    "           gs_reference(reference),\n"
    "           gs_variant(launch_one_per_thread), gs_cpu_variant(cpu_loop),\n"
    "           gs_sizes(\"1Ki:1Mi:*4\")); /* the n of a run; a GPU is busy from some millions on "
    "*/\n";

static bool write_beginning(FILE *out, const void *content)
{
    const char *path = content, *called = gs_called();
    return fprintf(out, beginning, called, path, called, path, called, path) > 0;
}

struct new_arguments {
    bool exercise, lesson;
};

static const struct gs_option new_options[] = {
    {"--exercise", NULL, GS_OPTION_FLAG, offsetof(struct new_arguments, exercise),
     .help = "write the folder NAME, an exercise for students"},
    {"--lesson", NULL, GS_OPTION_FLAG, offsetof(struct new_arguments, lesson),
     .help = "write the folder NAME, a lesson: for what one file cannot say"},
    {0},
};

static enum gs_status make_exercise(const char *name, struct gs_error *error)
{
    enum gs_status status = gs_teach_new(name, error);
    if (status == GS_OK)
        printf("%s/%s; try it: %s course test %s\n", name, GS_EXERCISE_TOML, gs_called(), name);
    return status;
}

static enum gs_status make_lesson(const char *name, struct gs_error *error)
{
    enum gs_status status = gs_bring_new_folder(name, error);
    if (status == GS_OK)
        printf("%s/lesson.c; try it: %s run %s/\n", name, gs_called(), name);
    return status;
}

enum gs_status gs_command_new(const struct gs_command_line *line, const void *options,
                              struct gs_error *error)
{
    const struct new_arguments *a = options;
    char path[4096];
    char name[4096 - 8];
    if (snprintf(name, sizeof name, "%s", line->operands[0]) >= (int)sizeof name)
        return gs_fail(error, GS_USAGE, "new: the name is too long");
    size_t length = strlen(name);
    if (a->exercise && a->lesson)
        return gs_fail(error, GS_USAGE, "new: a folder is a lesson or an exercise; leave out one");
    while ((a->exercise || a->lesson) && length > 1 && name[length - 1] == '/')
        name[--length] = '\0';
    if (a->exercise || a->lesson)
        return a->exercise ? make_exercise(name, error) : make_lesson(name, error);
    bool suffix = length > 3 && strcmp(name + length - 3, ".cu") == 0;
    if (snprintf(path, sizeof path, "%s%s", name, suffix ? "" : ".cu") >= (int)sizeof path ||
        strstr(path, "*/") != NULL || !gs_is_visible(path))
        return gs_fail(error, GS_USAGE, "new: \"%.200s\" is no name for a file", name);
    if (!gs_file_make(path, 0666, write_beginning, path))
        return gs_fail(error, GS_USAGE, "new: %s %.300s%s%s",
                       errno == EEXIST ? "the file" : "cannot write", path,
                       errno == EEXIST ? " is there already; nothing was changed" : ": ",
                       errno == EEXIST ? "" : strerror(errno));
    printf("%s\n", path);
    return GS_OK;
}

const struct gs_syntax gs_new_syntax = {
    .name = "new",
    .operands = "NAME",
    .about = "write NAME.cu, kernels of your own to begin with, or a lesson, or an exercise",
    .text = "The file says in comments what each of its parts is for. The commands run, verify, "
            "inspect and list take it, and table, plot, report and compare its results. A lesson "
            "is a folder with lesson.c and what it names; the same commands take it. An exercise "
            "is a folder with exercise.toml, stub and solution, which explain "
            "themselves and pass course test; check and grade take it.",
    .options = new_options,
    .bytes = sizeof(struct new_arguments),
    .least = 1,
    .most = 1,
    .wanted = "a file",
    .example = "new saxpy",
};
