#include "linkage.h"

#include <string.h>

/* Of these words, the first ones give the linkage or mean that it is no plain variable. */
static bool has_linkage_word(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "extern", "static", "inline", "constexpr", "template",
                             "friend", "using", "typedef", "operator", "namespace");
}

static bool is_marker(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "__simt_device__", "__simt_constant__",
                             "__simt_managed__");
}

/* The words of has_linkage_word() that a variable of the device can have. */
static bool has_variable_word(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "extern", "static", "inline");
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
        /* `static` cannot stand in front of an alignas that follows the marker. */
        bool late_alignas = plain && i > marker && simt_token_is(source, i, "alignas");
        bool linkage = has_linkage_word(source, i) && (plain || !has_variable_word(source, i));
        if (linkage || late_alignas || (i < marker && is_marker(source, i)))
            return SIMT_NO_MATCH;
        composite |= simt_token_is_any(source, i, "struct", "union", "class", "enum");
        bool ends =
            simt_token_is_any(source, i, ";", "=", ",") ||
            (simt_token_is(source, i, "{") && !composite) ||
            (simt_token_is(source, i, "[") && i > marker && !simt_token_is(source, i + 1, "["));
        if (templates == 0 && ends)
            return i > marker ? name : SIMT_NO_MATCH;
        if (simt_token_is(source, i, "(") && templates == 0 && !simt_opens_attribute(source, i))
            return SIMT_NO_MATCH;
        if (simt_token_is(source, i, "<"))
            templates++;
        else if (simt_token_is(source, i, ">") && templates > 0)
            templates--;
        else if (templates == 0 && simt_token_is_identifier(source, i))
            name = i;
        else
            i = simt_skip_group(source, i);
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
    for (size_t i = 0; i < source->token_count; i++) {
        if (simt_tokens_are_equal(source, i, name) && is_extern(source, i))
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

/* The comma that ends the declarator of the name, or the semicolon. A `<` in the value may open a
 * list of arguments, whose commas end nothing: then it is the semicolon. */
static size_t declarator_end(const struct simt_source *source, size_t name)
{
    bool lists = false;
    for (size_t i = name; i < source->token_count; i = simt_skip_group(source, i) + 1) {
        lists |= simt_token_is(source, i, "<");
        if (simt_token_is(source, i, ";") || (simt_token_is(source, i, ",") && !lists))
            return i;
    }
    return SIMT_NO_MATCH;
}

size_t simt_next_variable(const struct simt_source *source, size_t name)
{
    size_t end = declarator_end(source, name);
    if (end == SIMT_NO_MATCH || simt_token_is(source, end, ";"))
        return SIMT_NO_MATCH;
    for (size_t i = end + 1; i + 1 < source->token_count; i++) {
        if (simt_token_is_identifier(source, i) &&
            simt_token_is_any(source, i + 1, ",", ";", "=", "[", "{"))
            return i;
        if (!simt_token_is_identifier(source, i) && !simt_token_is(source, i, "*"))
            return SIMT_NO_MATCH;
    }
    return SIMT_NO_MATCH;
}

size_t simt_declaration_end(const struct simt_source *source, size_t name)
{
    size_t end = declarator_end(source, name);
    while (end != SIMT_NO_MATCH && !simt_token_is(source, end, ";"))
        end = declarator_end(source, end + 1);
    return end;
}
