#include "bring_parts.h"

#include "dtype.h"
#include "numbers.h"
#include "occupancy.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PARAMETER_NAME = 32 };

/* What is wrong with a file, and near which word of it. */
struct where {
    const char *source, *text;
    struct gs_error *error;
};

__attribute__((format(printf, 3, 4))) static enum gs_status
wrong(const struct where *where, const char *word, const char *format, ...)
{
    char sentence[400];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return gs_fail(where->error, GS_USAGE, "%.200s:%u: %s", where->source,
                   gs_bring_line_of(where->text, word), sentence);
}

/* ---- counts ---------------------------------------------------------------------------------- */

static enum gs_status check_counts(const struct gs_kernel_file *file, const struct where *where)
{
    if (file->array_count == 0)
        return wrong(where, NULL,
                     "there is no array; name what the kernels read and write, as in "
                     "gs_input(\"x\"), gs_output(\"y\")");
    if (file->array_count > GS_MOST_ARRAYS)
        return wrong(where, NULL, "there are more than %d arrays", GS_MOST_ARRAYS);
    if (file->scalar_count > GS_MOST_SCALARS)
        return wrong(where, NULL, "there are more than %d scalars", GS_MOST_SCALARS);
    if (file->variant_count == 0)
        return wrong(where, NULL,
                     "there is no variant; name a function that launches a kernel, as in "
                     "gs_variant(launch_saxpy)");
    if (file->variant_count > GS_MOST_KERNEL_VARIANTS)
        return wrong(where, NULL, "there are more than %d variants", GS_MOST_KERNEL_VARIANTS);
    return GS_OK;
}

/* ---- entries that do not fit ----------------------------------------------------------------- */

static enum gs_status check_misfit(const struct gs_kernel_file *file, const struct where *where)
{
    static const char *const sentences[] = {
        [GS_MISFIT_OPTION] = "what stands behind the name is to be gs_length(...), gs_fill(...) or "
                             "gs_type(...)",
        [GS_MISFIT_LENGTH] = "gs_length takes a whole number, or a function size_t f(size_t n)",
        [GS_MISFIT_FILL] = "gs_fill takes a function double f(size_t i, size_t n, gs_random "
                           "random), which may return another number type",
        [GS_MISFIT_TYPE] = "gs_type takes float, double, and integers of 4 or 8 bytes; for smaller "
                           "elements take unsigned, and let the functions cast the pointer",
        [GS_MISFIT_SCALAR] = "gs_scalar takes a number, or a function double f(size_t n)",
        [GS_MISFIT_TRAFFIC] =
            "gs_traffic takes a function size_t f(size_t n, size_t element_bytes)",
    };
    char quoted[PARAMETER_NAME + 2] = "";
    if (file->misfit == GS_FITS)
        return GS_OK;
    if (file->misfit_name == NULL)
        return wrong(where, "gs_traffic", "%s", sentences[file->misfit]);
    (void)snprintf(quoted, sizeof quoted, "\"%s\"", file->misfit_name);
    return wrong(where, quoted, "%s: %s", quoted, sentences[file->misfit]);
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_name(const char *name, size_t most)
{
    size_t length = strlen(name);
    bool good = length > 0 && length < most && !isdigit((unsigned char)name[0]);
    for (; *name != '\0'; name++)
        good = good && (isalnum((unsigned char)*name) || *name == '_');
    return good;
}

static enum gs_status check_variant_names(const struct gs_kernel_file *file,
                                          const struct where *where)
{
    char name[GS_BRING_NAME], other[GS_BRING_NAME];
    for (size_t i = 0; i < file->variant_count; i++) {
        const char *written = file->variants[i].name;
        if (!gs_bring_variant_name(written, name))
            return wrong(where, written,
                         "\"%.60s\" is no name for a variant: results carry it; give it one of "
                         "letters, digits and _, as in gs_variant_named(\"tile_16\", %.60s)",
                         written, written);
        for (size_t k = 0; k < i; k++) {
            gs_bring_variant_name(file->variants[k].name, other);
            if (strcmp(other, name) == 0)
                return wrong(where, written,
                             "two variants have the name \"%s\"; give one of them another with "
                             "gs_variant_named(\"...\", function)",
                             name);
        }
    }
    return GS_OK;
}

static enum gs_status check_parameter_names(const struct gs_kernel_file *file,
                                            const struct where *where)
{
    for (size_t i = 0; i < file->parameter_count; i++) {
        const char *name = file->parameters[i];
        if (name == NULL || !is_name(name, PARAMETER_NAME))
            return wrong(where, name,
                         "\"%.60s\" is no name for an array or a scalar; take letters, digits "
                         "and _",
                         name != NULL ? name : "");
        for (size_t k = 0; k < i; k++) {
            if (strcmp(file->parameters[k], name) == 0)
                return wrong(where, name, "two arrays or scalars have the name \"%s\"", name);
        }
    }
    return GS_OK;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* The arguments that a function is called with: "float a, const float *x, float *y". */
static void write_arguments(const struct gs_kernel_file *file, enum gs_dtype dtype, bool reference,
                            char *out, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < file->parameter_count && used < size; i++) {
        const struct gs_array *array = NULL;
        bool typed = false;
        const char *name = file->parameters[i];
        for (size_t k = 0; k < file->array_count; k++) {
            if (strcmp(file->arrays[k].name, name) != 0)
                continue;
            array = &file->arrays[k];
            typed = file->workload.typed_arrays >> k & 1;
        }
        enum gs_dtype type = typed ? array->dtype : dtype;
        bool constant = array != NULL && (reference || array->role == GS_INPUT);
        bool seen = array == NULL || array->role == GS_INPUT || array->role == GS_UPDATED;
        if (seen || !reference)
            used +=
                (size_t)snprintf(out + used, size - used, ", %s%s %s%s", constant ? "const " : "",
                                 gs_dtype_c_name(type), array != NULL ? "*" : "", name);
    }
}

static enum gs_dtype first_of(unsigned dtypes)
{
    int dtype = 0;
    while (!(dtypes >> dtype & 1))
        dtype++;
    return (enum gs_dtype)dtype;
}

static enum gs_status check_functions(const struct gs_kernel_file *file, const struct where *where)
{
    char arguments[300] = "";
    unsigned dtypes = file->workload.dtypes;
    for (size_t i = 0; i < file->variant_count; i++) {
        unsigned missing = dtypes & ~file->variant_fits[i];
        bool device = file->variants[i].place == GS_DEVICE;
        if (missing == 0)
            continue;
        write_arguments(file, first_of(missing), false, arguments, sizeof arguments);
        return wrong(where, file->variants[i].name,
                     "the variant %s does not take what it is called with, or there is no such "
                     "function; its parameters are to be (%s%s)",
                     file->variants[i].name, device ? "gs_launch at" : "size_t n", arguments);
    }
    for (size_t i = 0; i < file->reference_count; i++) {
        unsigned missing = dtypes & ~file->reference_fits[i];
        if (missing == 0)
            continue;
        write_arguments(file, first_of(missing), true, arguments, sizeof arguments);
        return wrong(
            where, file->reference_names[i],
            "the reference %s does not take what it is called with, or returns no number, "
            "or there is no such function; its parameters are to be (size_t i, size_t n%s)",
            file->reference_names[i], arguments);
    }
    return GS_OK;
}

/* ---- the reference --------------------------------------------------------------------------- */

static enum gs_status check_reference(const struct gs_kernel_file *file, const struct where *where)
{
    size_t results = 0;
    for (size_t i = 0; i < file->array_count; i++)
        results += file->arrays[i].role == GS_OUTPUT || file->arrays[i].role == GS_UPDATED;
    if (results == 0)
        return wrong(where, NULL,
                     "no array is written; name one as gs_output(\"y\") or gs_updated(\"y\")");
    if (file->reference_variant != NULL && file->reference_count > 0)
        return wrong(where, "gs_reference_variant",
                     "there is a gs_reference and a gs_reference_variant; leave one out");
    if (file->reference_variant != NULL) {
        char wanted[GS_BRING_NAME], name[GS_BRING_NAME];
        gs_bring_variant_name(file->reference_variant, wanted);
        for (size_t i = 0; i < file->variant_count; i++) {
            gs_bring_variant_name(file->variants[i].name, name);
            if (strcmp(name, wanted) == 0)
                return GS_OK;
        }
        return wrong(where, "gs_reference_variant",
                     "gs_reference_variant: there is no variant \"%.60s\"",
                     file->reference_variant);
    }
    if (file->reference_count == 0)
        return wrong(where, NULL,
                     "the reference is missing; say what an element of the answer is to be, as in "
                     "gs_reference(saxpy)");
    if (file->reference_count != results)
        return wrong(where, "gs_reference",
                     "%zu arrays are written and there are %zu references; there is to be one "
                     "gs_reference for each, in their order",
                     results, file->reference_count);
    return GS_OK;
}

/* ---- numbers and texts ----------------------------------------------------------------------- */

static enum gs_status check_list(const char *macro, const char *list, size_t least, size_t most,
                                 const struct where *where)
{
    struct gs_sizes sizes;
    struct gs_error why;
    enum gs_status status = GS_OK;
    if (list == NULL)
        return GS_OK;
    if (gs_sizes_parse(macro, list, &sizes, &why) != GS_OK)
        return wrong(where, macro, "%.300s", why.text);
    for (size_t i = 0; status == GS_OK && i < sizes.count; i++) {
        if (sizes.values[i] < least || sizes.values[i] > most)
            status = wrong(where, macro, "%s has %zu; each is to be from %zu to %zu", macro,
                           sizes.values[i], least, most);
    }
    gs_sizes_release(&sizes);
    return status;
}

static enum gs_status check_numbers(const struct gs_kernel_file *file, const struct where *where)
{
    const struct gs_workload *workload = &file->workload;
    static const enum gs_dtype floats[] = {GS_F32, GS_F64};
    if (workload->block < 1 || workload->block > GS_MOST_BLOCK_THREADS)
        return wrong(where, "gs_blocks", "gs_blocks: a block has from 1 to %d threads",
                     (int)GS_MOST_BLOCK_THREADS);
    for (size_t i = 0; i < GS_COUNT(floats); i++) {
        double tolerance = workload->tolerance[floats[i]];
        if (!(tolerance >= 0 && tolerance < 1))
            return wrong(where, "gs_tolerance",
                         "gs_tolerance: write a number from 0 to less than 1, in place of %g",
                         tolerance);
    }
    enum gs_status status = check_list("gs_sizes", workload->sizes, 0, SIZE_MAX, where);
    return status == GS_OK ? check_list("gs_blocks", workload->blocks, 1, INT_MAX, where) : status;
}

/* It stands above tables, in pages and on plots. */
static enum gs_status check_title(const struct gs_kernel_file *file, const struct where *where)
{
    const char *title = file->title;
    if (gs_bring_is_line(title))
        return GS_OK;
    return wrong(where, NULL,
                 "the first entry of GRIDSTRIDE is to be one line of text, of at most %d bytes, "
                 "that says what is computed, as in \"y[i] = a x[i]\"",
                 (int)GS_BRING_LINE);
}

enum gs_status gs_bring_check(const struct gs_kernel_file *file, const char *source,
                              const char *text, struct gs_error *error)
{
    const struct where where = {source, text, error};
    if (file->version != GS_KERNEL_FILE_VERSION)
        return wrong(&where, NULL, "it was compiled for another version of gridstride");
    enum gs_status status = check_title(file, &where);
    if (status == GS_OK)
        status = check_counts(file, &where);
    if (status == GS_OK)
        status = check_parameter_names(file, &where);
    if (status == GS_OK)
        status = check_misfit(file, &where);
    if (status == GS_OK)
        status = check_variant_names(file, &where);
    if (status == GS_OK)
        status = check_reference(file, &where);
    if (status == GS_OK)
        status = check_functions(file, &where);
    return status == GS_OK ? check_numbers(file, &where) : status;
}
