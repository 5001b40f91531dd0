#include "refuse.h"

#include <string.h>

enum context {
    ANYWHERE,
    USED /* followed by `(` or `<`, and not declared by the user's own text */
};

/* Names ending in '*' stand for all that begin so. */
static const struct refused {
    const char *name;
    enum context context;
    const char *what;
} refused_names[] = {
    {"texture", USED, "texture references"},
    {"surface", USED, "surface references"},
    {"tex2Dgather", USED, "gathers of textures"},
    {"cudaBindTexture*", ANYWHERE, "texture references"},
    {"cudaBindSurface*", ANYWHERE, "surface references"},
    {"cudaMallocMipmappedArray", ANYWHERE, "mipmaps"},
    {"cudaMipmappedArray_t", ANYWHERE, "mipmaps"},
    {"cudaLaunchCooperativeKernelMultiDevice", ANYWHERE, "launches on several devices"},
    {"cudaLaunchKernelEx*", ANYWHERE, "launch attributes"},
    {"cudaLaunchConfig_t", ANYWHERE, "launch attributes"},
    {"cudaLaunchAttribute*", ANYWHERE, "launch attributes"},
    {"__simt_cluster_dims__", ANYWHERE, "thread block clusters"},
    {"__cluster_dims__", ANYWHERE, "thread block clusters"},
    {"cudaGraphics*", ANYWHERE, "OpenGL, Direct3D and Vulkan"},
    {"cudaGraphKernelNodeSetAttribute", ANYWHERE, "launch attributes"},
    {"cudaGraphKernelNodeGetAttribute", ANYWHERE, "launch attributes"},
    {"cudaGraphExternal*", ANYWHERE, "semaphores of other processes"},
    {"cudaGraphAddExternal*", ANYWHERE, "semaphores of other processes"},
    {"cudaGraphRetainUserObject", ANYWHERE, "user objects of graphs"},
    {"cudaUserObject*", ANYWHERE, "user objects of graphs"},
    {"cudaIpc*", ANYWHERE, "memory of other processes"},
    {"cudaMemPoolCreate", ANYWHERE, "memory pools of the program's own"},
    {"cudaMemPoolExport*", ANYWHERE, "memory of other processes"},
    {"cudaMemPoolImport*", ANYWHERE, "memory of other processes"},
    {"cudaMemPoolPtrExportData", ANYWHERE, "memory of other processes"},
};

static bool is_name(const struct simt_source *source, size_t index, const char *name)
{
    const struct simt_token *token = &source->tokens[index];
    size_t length = strlen(name);
    if (name[length - 1] != '*')
        return simt_token_is(source, index, name);
    return token->length >= length - 1 &&
           memcmp(source->text + token->start, name, length - 1) == 0;
}

/* Whether the identifier at `index` is declared here: it follows a type (`float tex2D(`, `int
 * *texture`) or `#`. */
static bool is_declaration(const struct simt_source *source, size_t index)
{
    if (index == 0)
        return false;
    if (simt_token_is_any(source, index - 1, "*", "&"))
        return index > 1 && simt_token_is_identifier(source, index - 2) &&
               !simt_token_is(source, index + 1, "(");
    return simt_token_is_identifier(source, index - 1) && !is_name(source, index - 1, "__simt_*") &&
           !simt_token_is_any(source, index - 1, "return", "else", "do", "case", "static", "extern",
                              "const");
}

static bool is_own(const struct simt_source *source, size_t index, const struct simt_own_names *own)
{
    for (size_t i = 0; i < own->count; i++) {
        if (simt_tokens_are_equal(source, own->items[i], index))
            return true;
    }
    return false;
}

/* Whether CUDA's meaning of the name at `index` is meant; remembers declarations of the user's own.
 */
static bool is_cuda_use(const struct simt_source *source, size_t index, struct simt_own_names *own)
{
    if (is_own(source, index, own))
        return false;
    if (is_declaration(source, index)) {
        size_t *items = simt_grow(own->items, own->count, &own->capacity, sizeof *items);
        if (items != NULL) {
            own->items = items;
            items[own->count++] = index;
        }
        return false;
    }
    bool member = index > 0 && (simt_token_is_any(source, index - 1, ".", "->") ||
                                (simt_token_is(source, index - 1, "::") && index > 1 &&
                                 simt_token_is_identifier(source, index - 2)));
    return !member && simt_token_is_any(source, index + 1, "(", "<");
}

bool simt_refuse_name(const struct simt_source *source, size_t index, struct simt_own_names *own,
                      struct simt_buffer *error)
{
    const struct simt_token *token = &source->tokens[index];
    for (size_t i = 0; i < sizeof refused_names / sizeof refused_names[0]; i++) {
        const struct refused *entry = &refused_names[i];
        if (!is_name(source, index, entry->name))
            continue;
        bool here = entry->context == ANYWHERE ||
                    (entry->context == USED && is_cuda_use(source, index, own));
        if (!here)
            return false;
        const char *spelling = source->text + token->start;
        int length = (int)token->length;
        if (strncmp(spelling, "__simt_", 7) == 0) {
            spelling = entry->name + 7; /* the user wrote it without the marker's prefix */
            simt_source_error(source, token->start, error,
                              "'__%s': the simulator does not support %s", spelling, entry->what);
        } else {
            simt_source_error(source, token->start, error,
                              "'%.*s': the simulator does not support %s", length, spelling,
                              entry->what);
        }
        return true;
    }
    return false;
}

/* Words before a kernel's return type that say nothing about it. */
static bool is_specifier(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "static", "inline", "extern", "constexpr", "friend",
                             "typename") ||
           source->tokens[index].kind == SIMT_TOKEN_STRING || is_name(source, index, "__*");
}

/* The first token at or after `index` that belongs to the return type or the name. */
static size_t skip_specifiers(const struct simt_source *source, size_t index)
{
    while (index < source->token_count) {
        size_t group = source->tokens[index].match;
        if (is_specifier(source, index)) {
            index++;
            if (simt_token_is(source, index, "(") && source->tokens[index].match != SIMT_NO_MATCH)
                index = source->tokens[index].match + 1; /* __attribute__((…)) */
        } else if (simt_token_is(source, index, "[") && group != SIMT_NO_MATCH) {
            index = group + 1;
        } else if (simt_token_is(source, index, "template")) {
            index = simt_skip_template_header(source, index, source->token_count) + 1;
        } else {
            break;
        }
    }
    return index;
}

/* Whether the name at `index` is declared to be another one of `void`. */
static bool is_void_alias(const struct simt_source *source, size_t index)
{
    for (size_t i = 0; i + 3 < index; i++) {
        if ((simt_token_is(source, i, "using") && simt_tokens_are_equal(source, i + 1, index) &&
             simt_token_is(source, i + 3, "void")) ||
            (simt_token_is(source, i, "typedef") && simt_token_is(source, i + 1, "void") &&
             simt_tokens_are_equal(source, i + 2, index)))
            return true;
    }
    return false;
}

bool simt_check_kernel(const struct simt_source *source, size_t first, size_t marker, size_t *name,
                       struct simt_buffer *error)
{
    size_t type = skip_specifiers(source, first);
    size_t after = skip_specifiers(source, type + 1);
    size_t parenthesis = after;
    while (parenthesis < source->token_count &&
           !simt_token_is_any(source, parenthesis, "(", ";", "{", "="))
        parenthesis++;
    if (!simt_token_is(source, parenthesis, "(") || parenthesis == 0) {
        simt_source_error(source, source->tokens[marker].start, error,
                          "__global__ is for functions (kernels); a variable on the device is "
                          "__device__");
        return false;
    }
    bool returns_void =
        simt_token_is_any(source, type, "void", "auto") || is_void_alias(source, type);
    if (!returns_void || !simt_token_is_identifier(source, after)) {
        simt_source_error(source, source->tokens[marker].start, error,
                          "a kernel returns nothing: write '__global__ void'");
        return false;
    }
    *name = after;
    while (simt_token_is(source, *name + 1, "::") && simt_token_is_identifier(source, *name + 2))
        *name += 2;
    return true;
}
