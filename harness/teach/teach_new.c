/* gridstride new --exercise: an exercise to begin with. */
#include "teach.h"

#include "new_folder.h"

#include <string.h>

/* It is right as it stands: the first test passes. */
static const char toml[] =
    "# An exercise: what its function is given, what is right, what it may cost, what is said.\n"
    "# docs/teaching.md has all keys. Try it with: $ course test @\n"
    "title = \"Scale an array\"\n"
    "\n"
    "# What the function is to do. Students find it in @.h, which is made of this file.\n"
    "about = \"\"\"\n"
    "y[i] = factor * x[i] for i = 0 ... n-1. The arrays lie on the device, n elements each; n may "
    "be\n"
    "0.\"\"\"\n"
    "\n"
    "# The sizes that are tried, one after the other; the last one is also looked at for its "
    "cost.\n"
    "sizes = [0, 1, 31, 33, 255, 257, \"2^14+11\"]\n"
    "\n"
    "dtype = \"f32\"    # f32, f64, i16, i32, i64, u32, u64; an array may have one of its own\n"
    "tolerance = 1e-6 # a float is right within tolerance * |what it should be|\n"
    "points = 10\n"
    "\n"
    "# The function's parameters, in their order: input, output, updated (changed in place) or "
    "number.\n"
    "# Inputs are random, from -1 to 1 unless `from` and `to` say otherwise.\n"
    "arrays = [\n"
    "    { name = \"y\", role = \"output\", length = \"n\" },\n"
    "    { name = \"x\", role = \"input\", length = \"n\" },\n"
    "    { name = \"factor\", role = \"number\", from = 2, to = 3 },\n"
    "    { name = \"n\", role = \"number\", value = \"n\" },\n"
    "]\n"
    "\n"
    "# Three hints, shown one after the other on request.\n"
    "hints = [\n"
    "    \"How many threads does the grid have, and how many elements are there?\",\n"
    "    \"A number of blocks is whole: what happens to the rest of n / 256?\",\n"
    "    \"Launch (n + 255) / 256 blocks, and let a thread with i >= n do nothing.\",\n"
    "]\n"
    "\n"
    "# Where each element of the answer is a formula, write it, and take the # away: then\n"
    "# solution.cu need not compute what is right, and students can check at home.\n"
    "# [right]\n"
    "# y = \"factor * x\"\n"
    "\n"
    "# What it may cost, as the simulator counts it at the last size; leave out what you do not "
    "mind.\n"
    "[budget]\n"
    "launches = 1\n"
    "sectors = 1.0            # of global memory, over the fewest possible: 1.0 is coalesced\n"
    "global_bytes = \"2 * 4 * n\" # a formula of the sizes: one load and one store of each "
    "element\n"
    "\n"
    "# What you add to a sentence of gridstride's about a kind of mistake.\n"
    "[say]\n"
    "no-bounds-check = \"The stub of this exercise has a guard; did it get lost?\"\n";

static const char stub[] =
    "/*\n"
    " * Scale an array: y[i] = factor * x[i].\n"
    " *\n"
    " * What you find here compiles and runs, and is not right. A stub has to leave something to "
    "do.\n"
    " */\n"
    "#include \"@.h\"\n"
    "\n"
    "__global__ void scale(float *y, const float *x, float factor, size_t n)\n"
    "{\n"
    "    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        y[i] = factor * x[i];\n"
    "}\n"
    "\n"
    "void @(float *y, const float *x, float factor, size_t n)\n"
    "{\n"
    "    scale<<<(unsigned)(n / 256), 256>>>(y, x, factor, n);\n"
    "}\n";

static const char solution[] =
    "/* The solution, as you would show it. It also computes the right answers, in a process of "
    "its "
    "own. */\n"
    "#include \"@.h\"\n"
    "\n"
    "__global__ void scale(float *y, const float *x, float factor, size_t n)\n"
    "{\n"
    "    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        y[i] = factor * x[i];\n"
    "}\n"
    "\n"
    "void @(float *y, const float *x, float factor, size_t n)\n"
    "{\n"
    "    if (n > 0)\n"
    "        scale<<<(unsigned)((n + 255) / 256), 256>>>(y, x, factor, n);\n"
    "}\n";

static const char right[] =
    "/* Right in another way: a grid of any size, whose threads go on to further elements. */\n"
    "#include \"@.h\"\n"
    "\n"
    "__global__ void scale(float *y, const float *x, float factor, size_t n)\n"
    "{\n"
    "    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;\n"
    "         i += (size_t)gridDim.x * blockDim.x)\n"
    "        y[i] = factor * x[i];\n"
    "}\n"
    "\n"
    "void @(float *y, const float *x, float factor, size_t n)\n"
    "{\n"
    "    scale<<<64, 128>>>(y, x, factor, n);\n"
    "}\n";

static const char mutant[] =
    "/* says: no-bounds-check: did it get lost */\n"
    "#include \"@.h\"\n"
    "\n"
    "/* A mistake that students make. The first line says how it is told, and a comment names the "
    "line. */\n"
    "__global__ void scale(float *y, const float *x, float factor)\n"
    "{\n"
    "    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    y[i] = factor * x[i]; /* here */\n"
    "}\n"
    "\n"
    "void @(float *y, const float *x, float factor, size_t n)\n"
    "{\n"
    "    if (n > 0)\n"
    "        scale<<<(unsigned)((n + 255) / 256), 256>>>(y, x, factor);\n"
    "}\n";

static const struct gs_new_text files[] = {{GS_EXERCISE_TOML, toml},
                                           {"stub.cu", stub},
                                           {"solution.cu", solution},
                                           {"right/grid_stride.cu", right},
                                           {"mutants/no_bounds_check.cu", mutant}};

enum gs_status gs_teach_new(const char *path, struct gs_error *error)
{
    const char *slash = strrchr(path, '/');
    if (!gs_data_name_fits(slash != NULL ? slash + 1 : path))
        return gs_fail(
            error, GS_USAGE,
            "new: \"%.200s\" is no name for an exercise; it is also its function's: a-z, "
            "0-9 and _, with a letter first",
            path);
    return gs_new_folder(path, files, sizeof files / sizeof files[0], error);
}
