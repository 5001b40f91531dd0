#include "launch.h"

#include <string.h>

#define LAMBDA_ATTRIBUTE " __attribute__((flatten)) "

/* One launch, as token indices. */
struct launch {
    size_t kernel;      /* first token of the kernel expression, which ends before `open` */
    size_t open, close; /* first tokens of <<< and >>> */
    size_t arguments;   /* the parenthesis that opens the argument list */
    size_t end;         /* the one that closes it */
    bool outside;       /* of functions: lambdas there capture nothing */
};

static bool three_of(const struct simt_source *source, size_t index, const char *word)
{
    return simt_token_is(source, index, word) && simt_token_is(source, index + 1, word) &&
           simt_token_is(source, index + 2, word);
}

bool simt_launch_opens(const struct simt_source *source, size_t index)
{
    /* `operator<<<int>(…)` names a template of operator<<. */
    return three_of(source, index, "<") &&
           !(index > 0 && simt_token_is(source, index - 1, "operator"));
}

/* An identifier that can be (the last part of) a name in an expression. */
static bool is_name(const struct simt_source *source, size_t index)
{
    static const char *const keywords[] = {
        "return", "else",      "do",       "case",     "throw", "if",  "for", "while", "switch",
        "catch",  "co_return", "co_yield", "co_await", "new",   "not", "and", "or",    NULL};
    return simt_token_is_identifier(source, index) && !simt_token_is_among(source, index, keywords);
}

/* The `<` that opens the template argument list which ends with the `>` at `close`, or
 * SIMT_NO_MATCH. */
static size_t angle_open(const struct simt_source *source, size_t close)
{
    size_t depth = 0;
    for (size_t i = close;; i--) {
        const struct simt_token *token = &source->tokens[i];
        if (simt_token_is(source, i, ">"))
            depth++;
        else if (simt_token_is(source, i, "<") && --depth == 0)
            return i > 0 && simt_token_is_identifier(source, i - 1) ? i : SIMT_NO_MATCH;
        else if (simt_token_is(source, i, ";") || strchr("([{", source->text[token->start]) != NULL)
            return SIMT_NO_MATCH;
        else if (token->match != SIMT_NO_MATCH)
            i = token->match;
        if (i == 0)
            return SIMT_NO_MATCH;
    }
}

/* Whether the bracket group that opens at `open` continues an expression before it: a call or a
 * subscript. */
static bool group_continues(const struct simt_source *source, size_t open)
{
    if (open == 0)
        return false;
    size_t before = open - 1;
    if (is_name(source, before) || simt_token_is(source, before, "]"))
        return true;
    if (simt_token_is(source, before, ">"))
        return angle_open(source, before) != SIMT_NO_MATCH;
    if (!simt_token_is(source, before, ")"))
        return false;
    /* f(x)(kernel) is a call, if (x) (kernel) is not. */
    static const char *const controls[] = {"if", "for", "while", "switch", "constexpr", NULL};
    size_t condition = source->tokens[before].match;
    return condition != SIMT_NO_MATCH &&
           !(condition > 0 && simt_token_is_among(source, condition - 1, controls));
}

/* First token of the (qualified) name whose last identifier is at `index`; sets `*member` when `.`
 * or `->` precedes. */
static size_t name_begin(const struct simt_source *source, size_t index, bool *member)
{
    *member = false;
    while (index > 0) {
        size_t before = index - 1;
        if (simt_token_is(source, before, "template") && before > 0)
            before--;
        if (simt_token_is_any(source, before, ".", "->")) {
            *member = true;
            return before;
        }
        if (!simt_token_is(source, before, "::"))
            return index;
        size_t scope = before > 0 && simt_token_is(source, before - 1, ">")
                           ? angle_open(source, before - 1)
                           : before;
        if (scope == SIMT_NO_MATCH || scope == 0 || !is_name(source, scope - 1))
            return before; /* ::name */
        index = scope - 1;
    }
    return index;
}

/* First token of the postfix expression that ends right before `end`, or SIMT_NO_MATCH when there
 * is none. */
static size_t postfix_begin(const struct simt_source *source, size_t end)
{
    while (end > 0) {
        size_t last = end - 1;
        bool member = false;
        if (simt_token_is_any(source, last, ")", "]")) {
            size_t group = source->tokens[last].match;
            if (group == SIMT_NO_MATCH)
                return SIMT_NO_MATCH;
            if (!group_continues(source, group))
                return simt_token_is(source, last, ")") ? group : SIMT_NO_MATCH;
            end = group;
            continue;
        }
        size_t name = last;
        if (simt_token_is(source, last, ">")) {
            name = angle_open(source, last);
            if (name == SIMT_NO_MATCH)
                return SIMT_NO_MATCH;
            name--;
        }
        if (!is_name(source, name))
            return SIMT_NO_MATCH;
        end = name_begin(source, name, &member);
        if (!member)
            return end;
    }
    return SIMT_NO_MATCH;
}

/* Number of `>` tokens in a row from `index` on. */
static size_t angle_run(const struct simt_source *source, size_t index)
{
    size_t count = 0;
    while (simt_token_is(source, index + count, ">"))
        count++;
    return count;
}

/* The `>>>` that ends the configuration: three `>` outside all brackets, followed by the argument
 * list. Where more than three stand together, the first ones close templates. Where several runs
 * qualify (`k<<<f<g<h<int>>>(1), 2>>>(x)`), a run that open templates can use up whole is theirs,
 * unless it is the last. */
static size_t find_close(const struct simt_source *source, size_t open)
{
    size_t templates = 0, found = SIMT_NO_MATCH;
    for (size_t i = open + 3; i < source->token_count; i++) {
        const struct simt_token *token = &source->tokens[i];
        char c = source->text[token->start];
        if (token->kind != SIMT_TOKEN_PUNCTUATOR)
            continue;
        if (c == ';' || c == ')' || c == ']' || c == '}' || simt_launch_opens(source, i))
            break;
        if (c == '(' || c == '[' || c == '{') {
            if (token->match == SIMT_NO_MATCH)
                break;
            i = token->match;
        } else if (simt_token_is(source, i, "<")) {
            templates += simt_token_is_identifier(source, i - 1);
        } else if (simt_token_is(source, i, ">")) {
            size_t run = angle_run(source, i);
            if (run >= 3 && simt_token_is(source, i + run, "(")) {
                found = i + run - 3;
                if (templates < run)
                    return found;
            }
            templates -= run < templates ? run : templates;
            i += run - 1;
        }
    }
    return found;
}

/* The token after the template argument list that opens at `open` and ends before `end`, if that is
 * what it is; else `open` + 1. */
static size_t skip_template_arguments(const struct simt_source *source, size_t open, size_t end)
{
    enum { LONGEST = 1000 }; /* tokens; a bound on the work for odd inputs */
    size_t depth = 0;
    for (size_t i = open; i < end && i - open < LONGEST; i++) {
        const struct simt_token *token = &source->tokens[i];
        if (simt_token_is(source, i, "<")) {
            depth++;
        } else if (simt_token_is(source, i, ">")) {
            if (--depth > 0)
                continue;
            bool operand =
                i + 1 < source->token_count && source->tokens[i + 1].kind != SIMT_TOKEN_PUNCTUATOR;
            return operand ? open + 1 : i + 1;
        } else if (token->match != SIMT_NO_MATCH && token->match > i) {
            i = token->match;
        } else if (token->kind == SIMT_TOKEN_PUNCTUATOR &&
                   strchr(";)]}", source->text[token->start]) != NULL) {
            break;
        }
    }
    return open + 1;
}

/* The token that ends the list element which begins at `index`: a comma outside brackets and
 * templates, or `end`. */
static size_t element_end(const struct simt_source *source, size_t index, size_t end)
{
    while (index < end && !simt_token_is(source, index, ",")) {
        const struct simt_token *token = &source->tokens[index];
        if (token->match != SIMT_NO_MATCH && token->match > index)
            index = token->match + 1;
        else if (simt_token_is(source, index, "<") && simt_token_is_identifier(source, index - 1))
            index = skip_template_arguments(source, index, end);
        else
            index++;
    }
    return index < end ? index : end;
}

/* Whether the tokens [first, end) are one literal, signed or not, or a list in braces, which has no
 * type of its own either. */
static bool is_literal(const struct simt_source *source, size_t first, size_t end)
{
    static const char *const words[] = {"nullptr", "__null", "NULL", "true", "false", NULL};
    if (simt_token_is(source, first, "{"))
        return source->tokens[first].match == end - 1;
    if (end - first == 2 && (simt_token_is_any(source, first, "-", "+")))
        first++;
    if (end - first != 1)
        return false;
    enum simt_token_kind kind = source->tokens[first].kind;
    return kind == SIMT_TOKEN_NUMBER || kind == SIMT_TOKEN_CHARACTER ||
           simt_token_is_among(source, first, words);
}

/* Whether [first, end) is a plain name, so that it is the same for every thread and may be an
 * overloaded function or a template: identifiers, `::` and template arguments, in any number of
 * parentheses, which are taken off. */
static bool strip_to_name(const struct simt_source *source, size_t *first, size_t *end)
{
    while (*end - *first > 2 && simt_token_is(source, *first, "(") &&
           source->tokens[*first].match == *end - 1) {
        ++*first;
        --*end;
    }
    size_t i = *first;
    while (i < *end) {
        if (simt_token_is(source, i, "<") && i > *first) {
            size_t after = skip_template_arguments(source, i, *end);
            if (after == i + 1)
                return false;
            i = after;
        } else if (simt_token_is_identifier(source, i) || simt_token_is(source, i, "::")) {
            i++;
        } else {
            return false;
        }
    }
    return i == *end;
}

/* The call in the lambda and its parameters. Literals are written into the call itself: there a 0
 * is still a null pointer, and a constant converts without a warning. All other arguments are
 * evaluated once, by the launch. */
static void write_call(const struct simt_source *source, const struct launch *launch,
                       struct simt_buffer *parameters, struct simt_buffer *call)
{
    size_t number = 0;
    bool literals = false;
    simt_buffer_add_string(parameters, "");
    simt_buffer_add_string(call, "");
    for (size_t i = launch->arguments + 1; i < launch->end; number++) {
        size_t end = element_end(source, i, launch->end);
        const char *comma = number > 0 ? ", " : "";
        if (is_literal(source, i, end)) {
            literals = true;
            simt_buffer_add_string(call, comma);
            simt_tokens_join(source, i, end - 1, call);
        } else {
            bool pack = end > i && simt_token_is(source, end - 1, "...");
            simt_buffer_format(parameters, "%sauto &&%ssimt_%zu",
                               parameters->length > 0 ? ", " : "", pack ? "..." : "", number);
            simt_buffer_format(call, "%ssimt_%zu%s", comma, number, pack ? "..." : "");
        }
        i = end + 1;
    }
    if (literals)
        return;
    parameters->length = call->length = 0;
    simt_buffer_add_string(parameters, "auto &&...simt_args");
    simt_buffer_add_string(call, "simt_args...");
}

/* The places of the arguments among the parameters, as "<0, 2>": of those after a literal, no
 * other. Arguments that stand for several have none that are known here. */
static void write_places(const struct simt_source *source, const struct launch *launch,
                         struct simt_buffer *text)
{
    struct simt_buffer places = {0};
    size_t number = 0;
    bool literals = false, packs = false;
    simt_buffer_add_string(&places, "");
    for (size_t i = launch->arguments + 1; i < launch->end; number++) {
        size_t end = element_end(source, i, launch->end);
        packs |= end > i && simt_token_is(source, end - 1, "...");
        if (is_literal(source, i, end))
            literals = true;
        else
            simt_buffer_format(&places, "%s%zu", places.length > 0 ? ", " : "", number);
        i = end + 1;
    }
    text->failed |= places.failed;
    if (literals && !text->failed)
        simt_buffer_format(text, "<%s>", packs ? "~0ul" : places.text);
    simt_buffer_release(&places);
}

/* Whether literals stand among arguments whose places are known. No lists in braces: lambdas may be
 * in these, which C++17 has not in a type. */
static bool has_plain_literals(const struct simt_source *source, const struct launch *launch)
{
    bool literals = false, others = false;
    for (size_t i = launch->arguments + 1; i < launch->end;) {
        size_t end = element_end(source, i, launch->end);
        bool literal = is_literal(source, i, end);
        if (simt_token_is(source, literal ? i : end - 1, literal ? "{" : "..."))
            return false;
        literals |= literal;
        others |= !literal;
        i = end + 1;
    }
    return literals && others;
}

/* How a kernel that is called by the address of an object gets its literals. */
static void write_named_call(const struct simt_source *source, const struct launch *launch,
                             struct simt_buffer *text)
{
    struct simt_buffer parameters = {0}, call = {0};
    if (!has_plain_literals(source, launch))
        return;
    write_call(source, launch, &parameters, &call);
    text->failed |= parameters.failed || call.failed;
    if (!text->failed)
        simt_buffer_format(text,
                           ", [](auto simt_kernel, %s) -> decltype(simt_kernel(%s)) "
                           "{ simt_kernel(%s); }",
                           parameters.text, call.text, call.text);
    simt_buffer_release(&parameters);
    simt_buffer_release(&call);
}

/* What tells the launch which kernel it is and what its parameters are, if that is a plain name. */
static void write_named(const struct simt_source *source, const struct launch *launch,
                        struct simt_buffer *text)
{
    size_t first = launch->kernel, end = launch->open;
    if (!strip_to_name(source, &first, &end))
        return;
    const struct simt_token *last = &source->tokens[end - 1];
    const size_t start = source->tokens[first].start, length = last->start + last->length - start;
    simt_buffer_add_string(text, ".named");
    write_places(source, launch, text);
    simt_buffer_add_string(text, launch->outside ? "([](auto simt_of)" : "([&](auto simt_of)");
    simt_buffer_add_string(text, " -> decltype(simt_of(");
    simt_source_sync(source, start, text);
    simt_buffer_add(text, source->text + start, length);
    simt_buffer_add_string(text, ")) { return simt_of(");
    simt_buffer_add(text, source->text + start, length);
    simt_buffer_add_string(text, "); }");
    write_named_call(source, launch, text);
    simt_buffer_add_string(text, ")");
}

static void write_lambda(const struct simt_source *source, const struct launch *launch,
                         struct simt_buffer *text)
{
    struct simt_buffer parameters = {0}, call = {0};
    size_t first = launch->kernel, end = launch->open;
    bool name = strip_to_name(source, &first, &end);
    write_call(source, launch, &parameters, &call);
    text->failed |= parameters.failed || call.failed;
    if (!text->failed) {
        size_t start = source->tokens[first].start;
        const struct simt_token *last = &source->tokens[end - 1];
        if (name)
            simt_buffer_format(text, "[%s](%s)" LAMBDA_ATTRIBUTE "{ ", launch->outside ? "" : "=",
                               parameters.text);
        else
            simt_buffer_add_string(text, "[simt_kernel = (");
        simt_source_sync(source, start, text);
        simt_buffer_add(text, source->text + start, last->start + last->length - start);
        if (!name)
            simt_buffer_format(text, ")](%s)" LAMBDA_ATTRIBUTE "{ simt_kernel", parameters.text);
        simt_buffer_format(text, "(%s); }", call.text);
    }
    simt_buffer_release(&parameters);
    simt_buffer_release(&call);
}

/* Takes the literals, which the lambda has now, out of the argument list; returns whether anything
 * is left in it. */
static bool remove_literals(const struct simt_source *source, const struct launch *launch,
                            struct simt_edits *edits)
{
    bool kept = false;
    for (size_t i = launch->arguments + 1; i < launch->end;) {
        size_t end = element_end(source, i, launch->end);
        bool literal = is_literal(source, i, end), first = i == launch->arguments + 1;
        if (!first && (literal || !kept))
            simt_edits_blank(edits, source, i - 1, i - 1);
        if (literal)
            simt_edits_blank(edits, source, i, end - 1);
        kept = kept || !literal;
        i = end + 1;
    }
    return kept;
}

static size_t count_elements(const struct simt_source *source, size_t first, size_t end)
{
    size_t count = 0;
    for (size_t i = first; i < end; i = element_end(source, i, end) + 1)
        count++;
    return count;
}

/* Finds the parts of the launch at `open`, or says what is missing. */
static bool read_launch(const struct simt_source *source, size_t open, struct launch *launch,
                        struct simt_buffer *error)
{
    const char *wrong = NULL;
    *launch = (struct launch){.open = open};
    launch->kernel = postfix_begin(source, open);
    launch->close = find_close(source, open);
    launch->arguments = launch->close + 3;
    if (launch->kernel == SIMT_NO_MATCH)
        wrong = "'<<<' is not preceded by the name of a kernel";
    else if (launch->close == SIMT_NO_MATCH)
        wrong =
            "a part of this launch is missing: it is written 'kernel<<<grid, block>>>(arguments)'";
    else if (source->tokens[launch->arguments].match == SIMT_NO_MATCH)
        wrong = "unterminated argument list of a kernel launch";
    else if (count_elements(source, open + 3, launch->close) > 4)
        wrong =
            "a launch takes at most four numbers: blocks, threads, bytes of shared memory and a "
            "stream";
    else if (count_elements(source, open + 3, launch->close) < 2)
        wrong = "a launch needs two numbers, how many blocks and how many threads in each: "
                "'kernel<<<grid, block>>>(arguments)'";
    if (wrong != NULL) {
        simt_source_error(source, source->tokens[open].start, error, "%s", wrong);
        return false;
    }
    launch->end = source->tokens[launch->arguments].match;
    return true;
}

bool simt_launch_rewrite(const struct simt_source *source, size_t open, bool outside,
                         struct simt_edits *edits, struct simt_buffer *error)
{
    struct launch launch;
    if (!read_launch(source, open, &launch, error))
        return false;
    launch.outside = outside;
    struct simt_buffer lambda = {0};
    simt_buffer_add_string(&lambda, ")");
    write_named(source, &launch, &lambda);
    simt_buffer_add_string(&lambda, ", ");
    write_lambda(source, &launch, &lambda);
    edits->failed |= lambda.failed;
    /* The blank keeps `a ? b :k<<<…>>>()` from reading `:::simt`. */
    simt_edits_replace(edits, source, launch.kernel, open - 1,
                       " ::simt_cpp::launch(::simt_cpp::config(");
    simt_edits_replace(edits, source, open, open + 2, "");
    simt_edits_sync(edits);
    if (!lambda.failed)
        simt_edits_replace(edits, source, launch.close, launch.close + 2, lambda.text);
    simt_buffer_release(&lambda);
    bool kept = remove_literals(source, &launch, edits);
    simt_edits_replace(edits, source, launch.arguments, launch.arguments, kept ? ", " : "");
    simt_edits_sync(edits);
    return true;
}

/* The token after `void *`, const or not, at `index`; else `index`. */
static size_t skip_void_pointer(const struct simt_source *source, size_t index)
{
    size_t i = index;
    bool is_void = false;
    while (simt_token_is_any(source, i, "const", "void"))
        is_void |= simt_token_is(source, i++, "void");
    return is_void && simt_token_is(source, i, "*") ? i + 1 : index;
}

static const char *const casts[] = {"reinterpret_cast", "static_cast", NULL};

/* Whether the first argument of a launch by its function begins at `first`. */
static bool is_launched_by_call(const struct simt_source *source, size_t first)
{
    static const char *const names[] = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel", NULL};
    return first >= 2 && simt_token_is(source, first - 1, "(") &&
           simt_token_is_among(source, first - 2, names);
}

/* Where the cast to a void pointer of what begins at `name` begins; SIMT_NO_MATCH: there is none.
 */
static size_t void_cast(const struct simt_source *source, size_t name)
{
    if (name < 4)
        return SIMT_NO_MATCH;
    size_t last = name - (simt_token_is(source, name - 1, "&") ? 2 : 1), open;
    bool named = simt_token_is(source, last, "(") && simt_token_is(source, last - 1, ">");
    if (named)
        last--;
    else if (!simt_token_is(source, last, ")"))
        return SIMT_NO_MATCH;
    for (open = last - 1; open > 0 && simt_token_is_any(source, open, "const", "void", "*"); open--)
        continue;
    if (skip_void_pointer(source, open + 1) != last)
        return SIMT_NO_MATCH;
    if (!named)
        return simt_token_is(source, open, "(") ? open : SIMT_NO_MATCH;
    return open > 0 && simt_token_is(source, open, "<") &&
                   simt_token_is_among(source, open - 1, casts)
               ? open - 1
               : SIMT_NO_MATCH;
}

/* The last token of the name at `index`, with its template arguments. */
static size_t name_end(const struct simt_source *source, size_t index)
{
    size_t depth = 0;
    if (!simt_token_is(source, index + 1, "<"))
        return index;
    for (size_t i = index + 1; i < source->token_count; i = simt_skip_group(source, i) + 1) {
        depth += simt_token_is(source, i, "<");
        depth -= simt_token_is(source, i, ">");
        if (depth == 0)
            return i;
        if (simt_token_is_any(source, i, ";", "{", "}"))
            break;
    }
    return index;
}

void simt_launch_take_address(const struct simt_source *source, size_t index,
                              struct simt_edits *edits)
{
    size_t first = index;
    while (first >= 2 && simt_token_is(source, first - 1, "::") &&
           simt_token_is_identifier(source, first - 2))
        first -= 2;
    size_t cast = void_cast(source, first), last = name_end(source, index);
    if (cast == SIMT_NO_MATCH || is_launched_by_call(source, cast) ||
        simt_token_is(source, last + 1, "("))
        return;
    struct simt_buffer call = {0};
    simt_buffer_add_string(&call, " ::simt_cpp::kernel_address(");
    simt_tokens_join(source, first, last, &call);
    simt_buffer_add_string(&call, ")");
    edits->failed |= call.failed;
    if (!call.failed && simt_token_is(source, first - 1, "&"))
        simt_edits_blank(edits, source, first - 1, first - 1);
    if (!call.failed)
        simt_edits_replace(edits, source, first, last, call.text);
    simt_buffer_release(&call);
}

void simt_launch_keep_type(const struct simt_source *source, size_t index, struct simt_edits *edits)
{
    size_t first = index + 2;
    if (!is_launched_by_call(source, first))
        return;
    size_t type = first + (simt_token_is_among(source, first, casts) ? 2 : 1);
    size_t end = skip_void_pointer(source, type);
    if (end != type && simt_token_is(source, type - 1, type == first + 1 ? "(" : "<") &&
        simt_token_is(source, end, type == first + 1 ? ")" : ">"))
        simt_edits_blank(edits, source, first, end);
}
