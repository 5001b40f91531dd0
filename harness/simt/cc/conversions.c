#include "conversions.h"

#include <stdlib.h>
#include <string.h>

/* ---- types ----------------------------------------------------------------------------------- */

static const char *const integer_words[] = {"char",   "short",    "int", "long",
                                            "signed", "unsigned", NULL};
static const char *const integer_types[] = {
    "size_t",  "ssize_t", "ptrdiff_t", "int8_t",    "int16_t",  "int32_t",
    "int64_t", "uint8_t", "uint16_t",  "uint32_t",  "uint64_t", "uint",
    "ushort",  "ulong",   "intptr_t",  "uintptr_t", NULL};
static const char *const floating_types[] = {"float",   "double",  "float2",  "float3", "float4",
                                             "double2", "double3", "double4", NULL};

/* The token behind the integer type at `index`; `index`: there is none. */
static size_t skip_integer_type(const struct simt_source *source, size_t index)
{
    size_t i = index;
    bool found = false;
    for (;; i++) {
        if (simt_token_is_among(source, i, integer_words))
            found = true;
        else if (!simt_token_is_any(source, i, "const", "volatile"))
            break;
    }
    if (found)
        return simt_token_is(source, i, "double") ? index : i;
    if (simt_token_is(source, i, "std") && simt_token_is(source, i + 1, "::"))
        i += 2;
    return simt_token_is_among(source, i, integer_types) ? i + 1 : index;
}

/* Whether all tokens [first, end) are words and marks of types: `const float *`. */
static bool is_type(const struct simt_source *source, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        bool word = simt_token_is_among(source, i, integer_words) ||
                    simt_token_is_among(source, i, integer_types) ||
                    simt_token_is_among(source, i, floating_types) ||
                    simt_token_is_any(source, i, "const", "volatile", "bool", "std", "::", "*");
        if (!word)
            return false;
    }
    return end > first && !simt_token_is(source, first, "*");
}

static bool is_listed(const struct simt_source *source, const struct simt_name_list *list,
                      size_t index)
{
    for (size_t i = 0; i < list->count; i++) {
        if (simt_tokens_are_equal(source, list->tokens[i], index))
            return true;
    }
    return false;
}

/* ---- names ----------------------------------------------------------------------------------- */

static void add_name(const struct simt_source *source, struct simt_number_names *names,
                     struct simt_name_list *list, size_t token)
{
    if (!simt_token_is_identifier(source, token) || is_listed(source, list, token))
        return;
    size_t *tokens = simt_grow(list->tokens, list->count, &list->capacity, sizeof *tokens);
    names->failed |= tokens == NULL;
    if (tokens == NULL)
        return;
    list->tokens = tokens;
    tokens[list->count++] = token;
}

/* The names of the declarators from `index` on, behind a type: `*a, b[3], c = 2`. */
static void add_declarators(const struct simt_source *source, size_t index,
                            struct simt_number_names *names, struct simt_name_list *list)
{
    for (size_t i = index; i < source->token_count; i++) {
        while (simt_token_is_any(source, i, "*", "&", "const", "__restrict__", "__restrict", "...",
                                 "volatile", "]", ">"))
            i++;
        if (!simt_token_is_identifier(source, i) ||
            !simt_token_is_any(source, i + 1, "=", ",", ";", ")", "[", "(", "{", ":", "::"))
            return;
        add_name(source, names, list, i);
        while (i < source->token_count && !simt_token_is_any(source, i, ",", ";", ")", "}", ">"))
            i = simt_skip_group(source, i) + 1;
        if (!simt_token_is(source, i, ","))
            return;
    }
}

void simt_number_names_find(const struct simt_source *source, struct simt_number_names *names)
{
    for (size_t i = 0; i < source->token_count; i++) {
        size_t after;
        if (source->tokens[i].system)
            continue;
        bool floating =
            simt_token_is_among(source, i, floating_types) || is_listed(source, &names->types, i);
        if (floating)
            add_declarators(source, i + 1, names, &names->floating);
        else if (simt_token_is_any(source, i, "typename", "class") && i > 0 &&
                 simt_token_is_any(source, i - 1, "<", ",") &&
                 simt_token_is_any(source, i + 2, ",", ">", "="))
            add_name(source, names, &names->types, i + 1);
        else if ((after = skip_integer_type(source, i)) != i) {
            add_declarators(source, after, names, &names->integer);
            i = after - 1;
        }
    }
}

void simt_number_names_release(struct simt_number_names *names)
{
    free(names->floating.tokens);
    free(names->integer.tokens);
    free(names->types.tokens);
    *names = (struct simt_number_names){0};
}

/* ---- expressions ----------------------------------------------------------------------------- */

/* Whether the two tokens from `index` on are written together. */
static bool is_joined(const struct simt_source *source, size_t index)
{
    return index + 1 < source->token_count &&
           source->tokens[index].start + 1 == source->tokens[index + 1].start;
}

/* Whether an operand begins at `index`, and no operator that stands between two. */
static bool begins_operand(const struct simt_source *source, size_t index)
{
    return index < source->token_count && (source->tokens[index].kind != SIMT_TOKEN_PUNCTUATOR ||
                                           simt_token_is_any(source, index, "(", "~", "!", "::"));
}

/* Behind `<…>` at `index` where these are the arguments of a template; else `index`. */
static size_t skip_template_arguments(const struct simt_source *source, size_t index)
{
    size_t depth = 0;
    for (size_t i = index; i < source->token_count; i++) {
        if (simt_token_is(source, i, "<"))
            depth++;
        else if (simt_token_is(source, i, ">") && --depth == 0)
            return simt_token_is_any(source, i + 1, "(", "::", "{") ? i + 1 : index;
        else if (source->tokens[i].kind == SIMT_TOKEN_PUNCTUATOR &&
                 !simt_token_is_any(source, i, ">", ",", "::", "*", "&"))
            break;
    }
    return index;
}

/* Behind the calls, subscripts and members that follow an operand. */
static size_t skip_postfix(const struct simt_source *source, size_t index)
{
    size_t i = index;
    while (i < source->token_count) {
        if (simt_token_is_any(source, i, "(", "[")) {
            if (source->tokens[i].match == SIMT_NO_MATCH)
                break;
            i = simt_skip_group(source, i) + 1;
        } else if (simt_token_is_any(source, i, ".", "->", "::")) {
            i += simt_token_is(source, i + 1, "template") ? 3 : 2;
            if (simt_token_is(source, i, "<"))
                i = skip_template_arguments(source, i);
        } else if (simt_token_is_any(source, i, "+", "-") && is_joined(source, i) &&
                   simt_tokens_are_equal(source, i, i + 1)) {
            i += 2;
        } else {
            break;
        }
    }
    return i;
}

/* Behind the operand of a cast that begins at `index`; SIMT_NO_MATCH: not known. */
static size_t skip_operand(const struct simt_source *source, size_t index)
{
    size_t i = index;
    for (; i < source->token_count; i++) {
        if (simt_token_is(source, i, "(") && source->tokens[i].match != SIMT_NO_MATCH) {
            size_t close = source->tokens[i].match;
            bool cast = is_type(source, i + 1, close) || (begins_operand(source, close + 1) &&
                                                          !simt_token_is(source, close + 1, "("));
            if (!cast)
                return skip_postfix(source, i);
            i = close;
        } else if (!simt_token_is_any(source, i, "+", "-", "!", "~", "*", "&", "sizeof")) {
            break;
        }
    }
    if (i >= source->token_count)
        return SIMT_NO_MATCH;
    if (simt_token_is(source, i, "::"))
        i++;
    if (simt_token_is_identifier(source, i)) {
        i++;
        while (simt_token_is(source, i, "::") && simt_token_is_identifier(source, i + 1))
            i += 2;
        if (simt_token_is(source, i, "<"))
            i = skip_template_arguments(source, i);
        if (simt_token_is(source, i, "{") && source->tokens[i].match != SIMT_NO_MATCH)
            i = simt_skip_group(source, i) + 1;
        return skip_postfix(source, i);
    }
    bool value = source->tokens[i].kind == SIMT_TOKEN_NUMBER ||
                 source->tokens[i].kind == SIMT_TOKEN_CHARACTER;
    return value ? i + 1 : SIMT_NO_MATCH;
}

static bool is_floating_number(const struct simt_source *source, size_t index)
{
    const struct simt_token *token = &source->tokens[index];
    const char *text = source->text + token->start;
    bool hex = token->length > 1 && text[0] == '0' && strchr("xX", text[1]) != NULL;
    for (size_t i = 0; i < token->length; i++) {
        if (text[i] == '.' || strchr(hex ? "pP" : "eEfF", text[i]) != NULL)
            return true;
    }
    return false;
}

/* Whether the name is one of the mathematical functions that return a float or a double. */
static bool is_floating_function(const struct simt_source *source, size_t index)
{
    static const char *const stems[] = {
        "floor", "ceil",  "round", "rint",  "nearbyint", "trunc", "sqrt",  "rsqrt", "cbrt", "pow",
        "exp",   "exp2",  "exp10", "expm1", "log",       "log2",  "log10", "log1p", "sin",  "cos",
        "tan",   "atan2", "hypot", "fabs",  "fmin",      "fmax",  "fmod",  "fma",   "ldexp"};
    const struct simt_token *token = &source->tokens[index];
    const char *text = source->text + token->start;
    size_t length = token->length;
    if (!simt_token_is(source, index + 1, "("))
        return false;
    if (length > 2 && memcmp(text, "__", 2) == 0)
        text += 2, length -= 2;
    for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++) {
        size_t stem = strlen(stems[i]);
        if (length >= stem && memcmp(text, stems[i], stem) == 0 &&
            (length == stem || (length == stem + 1 && text[stem] == 'f')))
            return true;
    }
    return false;
}

/* Whether a floating value may come out of the tokens [first, end). */
static bool is_floating(const struct simt_source *source, size_t first, size_t end,
                        const struct simt_number_names *names)
{
    for (size_t i = first; i < end; i++) {
        if (source->tokens[i].kind == SIMT_TOKEN_NUMBER
                ? is_floating_number(source, i)
                : simt_token_is_identifier(source, i) &&
                      (simt_token_is_any(source, i, "float", "double") ||
                       is_floating_function(source, i) || is_listed(source, &names->floating, i)))
            return true;
    }
    return false;
}

/* Whether an operand may be floating for all that is known of its names: of a member, say, or of
 * what a function returns, nothing is. */
static bool may_be_floating(const struct simt_source *source, size_t first, size_t end,
                            const struct simt_number_names *names)
{
    for (size_t i = first; i < end; i++) {
        if (simt_token_is_any(source, i, "threadIdx", "blockIdx", "blockDim", "gridDim"))
            i += 2;
        else if (source->tokens[i].kind == SIMT_TOKEN_NUMBER
                     ? is_floating_number(source, i)
                     : simt_token_is_identifier(source, i) && !is_type(source, i, i + 1)) {
            bool integer = is_listed(source, &names->integer, i) &&
                           !is_listed(source, &names->floating, i) &&
                           !simt_token_is_any(source, i + 1, "(", ".", "->", "::");
            if (!integer)
                return true;
        }
    }
    return false;
}

/* ---- rewriting ------------------------------------------------------------------------------- */

static const char *function_for(bool both)
{
    return both ? "::simt_cpp::to_integer_there" : "::simt_cpp::to_integer";
}

/* Replaces tokens first … last by the conversion's name, with `type`, and its (. */
static void open_call(const struct simt_source *source, size_t first, size_t last, bool both,
                      const struct simt_buffer *type, struct simt_edits *edits)
{
    struct simt_buffer text = {0};
    simt_buffer_format(&text, "%s<%s>(", function_for(both), type->failed ? "" : type->text);
    edits->failed |= text.failed || type->failed;
    if (!edits->failed)
        simt_edits_replace(edits, source, first, last, text.text);
    simt_edits_sync(edits);
    simt_buffer_release(&text);
}

static void close_call(const struct simt_source *source, size_t last, struct simt_edits *edits)
{
    const struct simt_token *token = &source->tokens[last];
    simt_edits_replace_bytes(edits, token->start + token->length, 0, ")");
    simt_edits_sync(edits);
}

/* Puts tokens [first, end) into a call. */
static void wrap(const struct simt_source *source, size_t first, size_t end, bool both,
                 const struct simt_buffer *type, struct simt_edits *edits)
{
    struct simt_buffer text = {0};
    simt_buffer_format(&text, "%s<%s>(", function_for(both), type->failed ? "" : type->text);
    edits->failed |= text.failed || type->failed;
    if (!edits->failed) {
        simt_edits_replace_bytes(edits, source->tokens[first].start, 0, text.text);
        simt_edits_sync(edits);
        close_call(source, end - 1, edits);
    }
    simt_buffer_release(&text);
}

/* Whether a ( or a type's name behind the token before `index` stands within an expression. */
static bool is_in_expression(const struct simt_source *source, size_t index)
{
    if (index == 0 || (index > 1 && simt_token_is(source, index - 2, "operator")))
        return false;
    if (simt_token_is_identifier(source, index - 1))
        return simt_token_is_any(source, index - 1, "return", "case", "else", "do", "and", "or",
                                 "not");
    return source->tokens[index - 1].kind == SIMT_TOKEN_PUNCTUATOR &&
           !simt_token_is_any(source, index - 1, ")", "]", "::", ".", "->");
}

/* (int)x */
static void rewrite_cast(const struct simt_source *source, size_t open, bool both,
                         const struct simt_number_names *names, struct simt_edits *edits)
{
    size_t close = source->tokens[open].match, first = open + 1;
    if (close == SIMT_NO_MATCH || close < open || !is_in_expression(source, open))
        return;
    bool integer = skip_integer_type(source, first) == close;
    bool parameter = close == first + 1 && is_listed(source, &names->types, first);
    if ((!integer && !parameter) || close == first)
        return;
    bool sign = simt_token_is_any(source, close + 1, "+", "-", "*", "&");
    if (!begins_operand(source, close + 1) && !sign)
        return;
    size_t end = skip_operand(source, close + 1);
    if (end == SIMT_NO_MATCH || !may_be_floating(source, close + 1, end, names))
        return;
    struct simt_buffer type = {0};
    simt_tokens_join(source, first, close - 1, &type);
    open_call(source, open, close, both, &type, edits);
    close_call(source, end - 1, edits);
    simt_buffer_release(&type);
}

/* Whether there is more than one expression in the tokens [first, end), or none that is known. */
static bool has_several(const struct simt_source *source, size_t first, size_t end)
{
    for (size_t i = first; i < end; i = simt_skip_group(source, i) + 1) {
        if (simt_token_is_any(source, i, ",", "..."))
            return true;
    }
    return simt_token_is(source, first, "*");
}

/* int(x) and static_cast<int>(x), with the type at `first`. */
static bool rewrite_call(const struct simt_source *source, size_t index, bool both,
                         const struct simt_number_names *names, struct simt_edits *edits)
{
    bool keyword =
        simt_token_is(source, index, "static_cast") && simt_token_is(source, index + 1, "<");
    size_t first = keyword ? index + 2 : index, end = skip_integer_type(source, first);
    if (end == first && is_listed(source, &names->types, first))
        end = first + 1;
    size_t open = end + (keyword ? 1 : 0);
    if (end == first || (keyword && !simt_token_is(source, end, ">")) ||
        !simt_token_is(source, open, "("))
        return false;
    size_t close = simt_skip_group(source, open);
    bool called = keyword || (is_in_expression(source, index) &&
                              !simt_token_is_any(source, index - 1, ";", "{", "}", ":", "<"));
    if (!called || close <= open + 1 || is_type(source, open + 1, close) ||
        has_several(source, open + 1, close) || !may_be_floating(source, open + 1, close, names))
        return false;
    struct simt_buffer type = {0};
    simt_tokens_join(source, first, end - 1, &type);
    open_call(source, index, open, both, &type, edits);
    simt_buffer_release(&type);
    return true;
}

/* The end of the initialiser or value that begins at `index`: the next , or ; outside of brackets;
 * SIMT_NO_MATCH where < and , leave it open which one that is. */
static size_t value_end(const struct simt_source *source, size_t index)
{
    bool angle = false;
    for (size_t i = index; i < source->token_count; i = simt_skip_group(source, i) + 1) {
        if (simt_token_is_any(source, i, ";", "}"))
            return simt_token_is(source, i, ";") ? i : SIMT_NO_MATCH;
        if (simt_token_is(source, i, ","))
            return angle ? SIMT_NO_MATCH : i;
        if (simt_token_is(source, i, ")"))
            return i;
        angle |= simt_token_is(source, i, "<");
    }
    return SIMT_NO_MATCH;
}

/* `int a = x, b = y;` with the type at `index`. */
static void rewrite_declaration(const struct simt_source *source, size_t index, bool both,
                                const struct simt_number_names *names, struct simt_edits *edits)
{
    size_t i = skip_integer_type(source, index), end;
    bool first = index > 0 && simt_token_is_any(source, index - 1, ";", "{", "}", "(", ")", ":",
                                                "static", "constexpr", "else");
    if (i == index || !first)
        return;
    struct simt_buffer type = {0};
    simt_tokens_join(source, index, i - 1, &type);
    for (; simt_token_is_identifier(source, i) && simt_token_is_any(source, i + 1, "=", ",");
         i = end + 1) {
        end = i + 1;
        if (simt_token_is(source, i + 1, "=")) {
            end = value_end(source, i + 2);
            if (end == SIMT_NO_MATCH || end == i + 2 || simt_token_is(source, i + 2, "{"))
                break;
            if (is_floating(source, i + 2, end, names))
                wrap(source, i + 2, end, both, &type, edits);
        }
        if (!simt_token_is(source, end, ","))
            break;
    }
    simt_buffer_release(&type);
}

/* Whether a statement may begin behind the ): it is that of a condition. */
static bool ends_condition(const struct simt_source *source, size_t close)
{
    size_t open = simt_token_is(source, close, ")") ? source->tokens[close].match : 0;
    return open > 0 && open != SIMT_NO_MATCH &&
           simt_token_is_any(source, open - 1, "if", "for", "while", "switch", "constexpr");
}

/* `a[i] = x;` with the = at `index`. */
static void rewrite_assignment(const struct simt_source *source, size_t index, bool both,
                               const struct simt_number_names *names, struct simt_edits *edits)
{
    size_t first = index, end = value_end(source, index + 1), name = SIMT_NO_MATCH;
    while (first > 0 && !simt_token_is_any(source, first - 1, ";", "{", "}", "else", ")")) {
        size_t group = source->tokens[first - 1].match;
        first = group != SIMT_NO_MATCH && group < first ? group : first - 1;
        if (simt_token_is_identifier(source, first) && name == SIMT_NO_MATCH)
            name = first;
        if (!simt_token_is_identifier(source, first) &&
            !simt_token_is_any(source, first, "[", ".", "->", "*"))
            return;
        if (simt_token_is(source, first, "*") && first > 0 &&
            simt_token_is_identifier(source, first - 1))
            return; /* `T *p =` */
        if (first > 0 && simt_token_is_identifier(source, first) &&
            simt_token_is_identifier(source, first - 1) &&
            !simt_token_is(source, first - 1, "else"))
            return; /* a declaration */
    }
    if (first > 0 && simt_token_is(source, first - 1, ")") && !ends_condition(source, first - 1))
        return; /* a cast, as in `*(float *)p =`: the name's type is not what is assigned to */
    if (name == SIMT_NO_MATCH || first == index || end == SIMT_NO_MATCH || end == index + 1 ||
        simt_token_is(source, index + 1, "{") || !is_listed(source, &names->integer, name) ||
        !is_floating(source, index + 1, end, names))
        return;
    struct simt_buffer type = {0};
    simt_buffer_add_string(&type, "decltype(");
    simt_tokens_join(source, first, index - 1, &type);
    simt_buffer_add_string(&type, ")");
    wrap(source, index + 1, end, both, &type, edits);
    simt_buffer_release(&type);
}

/* The { around the token at `index`; SIMT_NO_MATCH: there is none. */
static size_t brace_around(const struct simt_source *source, size_t index)
{
    while (index > 0) {
        index--;
        size_t group = source->tokens[index].match;
        if (group != SIMT_NO_MATCH && group < index)
            index = group;
        else if (simt_token_is(source, index, "{"))
            return index;
    }
    return SIMT_NO_MATCH;
}

/* Whether the { is that of a statement within a function. */
static bool opens_statement(const struct simt_source *source, size_t brace)
{
    if (brace == 0 || simt_token_is_any(source, brace - 1, "else", "do", "{", "}", ";", ":"))
        return true;
    return ends_condition(source, brace - 1);
}

/* The first token of the integer type that ends before `end`; `end`: there is none. */
static size_t integer_type_before(const struct simt_source *source, size_t end)
{
    size_t first = end;
    while (first > 0 && skip_integer_type(source, first - 1) == end)
        first--;
    return first;
}

/* The integer type [*first, *end) that the function with that { returns. False: another type, or
 * one that does not stand there. */
static bool find_result(const struct simt_source *source, size_t brace, size_t *first, size_t *end)
{
    *end = brace;
    *first = integer_type_before(source, brace);
    if (*first != brace) /* (float x) -> int { */
        return *first > 0 && simt_token_is(source, *first - 1, "->");
    while (brace > 0 && simt_token_is_any(source, brace - 1, "const", "noexcept", "override"))
        brace--;
    size_t open = brace > 0 && simt_token_is(source, brace - 1, ")")
                      ? source->tokens[brace - 1].match
                      : SIMT_NO_MATCH;
    if (open == SIMT_NO_MATCH || open == 0 || !simt_token_is_identifier(source, open - 1))
        return false;
    *end = open - 1;
    *first = integer_type_before(source, *end);
    return *first != *end;
}

/* `return x;` */
static void rewrite_return(const struct simt_source *source, size_t index, bool both,
                           const struct simt_number_names *names, struct simt_edits *edits)
{
    size_t brace = brace_around(source, index), first, end;
    const size_t last = value_end(source, index + 1);
    if (last == SIMT_NO_MATCH || last == index + 1 || !simt_token_is(source, last, ";") ||
        simt_token_is(source, index + 1, "{") || !is_floating(source, index + 1, last, names))
        return;
    while (brace != SIMT_NO_MATCH && opens_statement(source, brace))
        brace = brace_around(source, brace);
    if (brace == SIMT_NO_MATCH || !find_result(source, brace, &first, &end))
        return;
    struct simt_buffer type = {0};
    simt_tokens_join(source, first, end - 1, &type);
    wrap(source, index + 1, last, both, &type, edits);
    simt_buffer_release(&type);
}

void simt_conversions_rewrite(const struct simt_source *source, size_t index, bool both,
                              bool unasked, const struct simt_number_names *names,
                              struct simt_edits *edits)
{
    if (simt_token_is(source, index, "("))
        rewrite_cast(source, index, both, names, edits);
    else if (unasked && simt_token_is(source, index, "="))
        rewrite_assignment(source, index, both, names, edits);
    else if (unasked && simt_token_is(source, index, "return"))
        rewrite_return(source, index, both, names, edits);
    else if (simt_token_is_identifier(source, index) &&
             !rewrite_call(source, index, both, names, edits) && unasked)
        rewrite_declaration(source, index, both, names, edits);
}
