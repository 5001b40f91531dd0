#include "linkage.h"

#include <string.h>

/* Of these words, the first ones give the linkage or mean that it is no plain variable. */
static bool has_linkage_word(const struct simt_source *source, size_t index)
{
    static const char *const words[] = {"extern", "static", "inline",  "constexpr", "template",
                                        "friend", "using",  "typedef", "operator",  "namespace"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (simt_token_is(source, index, words[i]))
            return true;
    }
    return false;
}

static bool is_marker(const struct simt_source *source, size_t index)
{
    return simt_token_is(source, index, "__simt_device__") ||
           simt_token_is(source, index, "__simt_constant__") ||
           simt_token_is(source, index, "__simt_managed__");
}

static bool is_attribute_group(const struct simt_source *source, size_t open)
{
    return simt_token_is(source, open - 1, "alignas") ||
           simt_token_is(source, open - 1, "__attribute__") ||
           simt_token_is(source, open - 1, "__attribute") ||
           simt_token_is(source, open - 1, "decltype");
}

/* The words of has_linkage_word() that a variable of the device can have. */
static bool has_variable_word(const struct simt_source *source, size_t index)
{
    return simt_token_is(source, index, "extern") || simt_token_is(source, index, "static") ||
           simt_token_is(source, index, "inline");
}

/* The name of the first variable that the declaration from `first` on declares, if its tokens up to
 * there are a variable's with `marker` among them; else SIMT_NO_MATCH. `plain`: one whose linkage
 * is not written. */
static size_t variable_name(const struct simt_source *source, size_t first, size_t marker,
                            bool plain)
{
    size_t name = SIMT_NO_MATCH, templates = 0;
    bool composite = false;
    for (size_t i = first; i < source->token_count; i++) {
        size_t match = source->tokens[i].match;
        /* `static` cannot stand in front of an alignas that follows the marker. */
        bool late_alignas = plain && i > marker && simt_token_is(source, i, "alignas");
        bool linkage = has_linkage_word(source, i) && (plain || !has_variable_word(source, i));
        if (linkage || late_alignas || (i < marker && is_marker(source, i)))
            return SIMT_NO_MATCH;
        composite |= simt_token_is(source, i, "struct") || simt_token_is(source, i, "union") ||
                     simt_token_is(source, i, "class") || simt_token_is(source, i, "enum");
        bool ends =
            simt_token_is(source, i, ";") || simt_token_is(source, i, "=") ||
            simt_token_is(source, i, ",") || (simt_token_is(source, i, "{") && !composite) ||
            (simt_token_is(source, i, "[") && i > marker && !simt_token_is(source, i + 1, "["));
        if (templates == 0 && ends)
            return i > marker ? name : SIMT_NO_MATCH;
        if (simt_token_is(source, i, "(") && templates == 0 && !is_attribute_group(source, i))
            return SIMT_NO_MATCH;
        if (simt_token_is(source, i, "<"))
            templates++;
        else if (simt_token_is(source, i, ">") && templates > 0)
            templates--;
        else if (match != SIMT_NO_MATCH && match > i)
            i = match;
        else if (templates == 0 && simt_token_is_identifier(source, i))
            name = i;
    }
    return SIMT_NO_MATCH;
}

/* Whether the occurrence of a name at `index` is in a declaration with `extern`. */
static bool is_extern(const struct simt_source *source, size_t index)
{
    for (size_t i = index; i-- > 0;) {
        if (simt_token_is(source, i, "extern"))
            return true;
        if (strchr(";{}=", source->text[source->tokens[i].start]) != NULL)
            return false;
    }
    return false;
}

bool simt_is_file_variable(const struct simt_source *source, size_t first, size_t marker)
{
    size_t name = variable_name(source, first, marker, true);
    if (name == SIMT_NO_MATCH || name < marker || simt_token_is(source, name - 1, "::"))
        return false;
    const struct simt_token *own = &source->tokens[name];
    for (size_t i = 0; i < source->token_count; i++) {
        const struct simt_token *token = &source->tokens[i];
        if (token->length == own->length &&
            memcmp(source->text + token->start, source->text + own->start, own->length) == 0 &&
            is_extern(source, i))
            return false;
    }
    return true;
}

size_t simt_device_variable(const struct simt_source *source, size_t first, size_t marker)
{
    size_t name = variable_name(source, first, marker, false);
    return name == SIMT_NO_MATCH || name < marker || simt_token_is(source, name - 1, "::")
               ? SIMT_NO_MATCH
               : name;
}
