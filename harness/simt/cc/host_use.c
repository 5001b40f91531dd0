/*
 * What nvcc refuses in kernels: functions of the host, and the host's variables. What overloads and
 * templates come to is not known here, so that only names tell. Not looked at are functions that
 * are
 * __host__ as well: of those nvcc warns.
 */
#include "host_use.h"

#include <stdlib.h>
#include <string.h>

/* ---- the host's variables -------------------------------------------------------------------- */

static bool add_variable(struct simt_host_names *names, size_t token)
{
    size_t *variables =
        simt_grow(names->variables, names->count, &names->capacity, sizeof *variables);
    if (variables == NULL) {
        names->failed = true;
        return false;
    }
    names->variables = variables;
    variables[names->count++] = token;
    return true;
}

/* Words of declarations that are of no variable of the host's. */
static bool is_of_others(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "typedef", "using", "template", "friend",
                             "static_assert", "operator", "namespace", "asm", "__simt_device__",
                             "__simt_constant__", "__simt_managed__", "__simt_shared__",
                             "__simt_global__");
}

/* What has been read of one declaration. */
struct declaration {
    size_t name; /* the last identifier; SIMT_NO_MATCH: none */
    unsigned words;
    bool is_fixed; /* const or constexpr itself, and no pointer to what is */
    bool is_pointer;
    bool is_array; /* a std::array */
};

static void read_word(const struct simt_source *source, size_t index, struct declaration *d)
{
    if (simt_token_is_any(source, index, "const", "constexpr")) {
        d->is_fixed = true;
    } else if (simt_token_is(source, index, "array") && simt_token_is(source, index - 1, "::")) {
        d->is_array = true;
        d->words++;
    } else if (!simt_token_is_any(source, index, "static", "extern", "inline", "volatile",
                                  "thread_local", "alignas", "struct", "class", "union")) {
        d->words++;
        d->name = index;
    }
}

/* Whether the elements of what is declared lie somewhere: of an array, of a text. Without functions
 * of the host there is no way to those of a std::array. */
static bool lies_somewhere(const struct simt_source *source, size_t index,
                           const struct declaration *d, const struct simt_host_names *names)
{
    const bool is_text = d->is_pointer && simt_token_is(source, index, "=") &&
                         source->tokens[index + 1].kind == SIMT_TOKEN_STRING;
    return simt_token_is(source, index, "[") || is_text || (d->is_array && !names->relaxed);
}

/* Enters the declarator whose name was read, and returns the token that ends it. The value of a
 * constant is known in kernels. */
static size_t end_declarator(const struct simt_source *source, size_t index, size_t end,
                             struct declaration *d, struct simt_host_names *names)
{
    bool lies = lies_somewhere(source, index, d, names);
    if (d->name != SIMT_NO_MATCH && d->words > 1 && (lies || !d->is_fixed) &&
        !source->tokens[d->name].system && !simt_token_is(source, d->name - 1, "::"))
        (void)add_variable(names, d->name);
    d->name = SIMT_NO_MATCH;
    while (index < end && !simt_token_is(source, index, ","))
        index = simt_skip_group(source, index) + 1;
    return index;
}

/* The declaration of some variables from `first` to the semicolon at `end`, or of something else.
 */
static void read_declaration(const struct simt_source *source, size_t first, size_t end,
                             struct simt_host_names *names)
{
    struct declaration d = {.name = SIMT_NO_MATCH};
    unsigned templates = 0;
    for (size_t i = first; i <= end; i++) {
        bool at_top = templates == 0;
        if (is_of_others(source, i) || simt_token_is(source, i, "enum") ||
            (at_top && simt_token_is(source, i, "(") && !simt_opens_attribute(source, i)))
            return;
        if (at_top && simt_token_is(source, i, "{") && simt_token_is(source, first, "struct")) {
            d = (struct declaration){.name = SIMT_NO_MATCH, .words = 1};
            i = simt_skip_group(source, i);
        } else if (at_top && simt_token_is_any(source, i, "=", ";", "[", "{", ",")) {
            i = end_declarator(source, i, end, &d, names);
        } else if (simt_token_is(source, i, "<")) {
            templates++;
        } else if (simt_token_is(source, i, ">") && templates > 0) {
            templates--;
        } else if (at_top && simt_token_is(source, i, "*")) {
            d.is_fixed = false;
            d.is_pointer = true;
        } else if (at_top && simt_token_is_identifier(source, i)) {
            read_word(source, i, &d);
        } else {
            i = simt_skip_group(source, i);
        }
    }
}

/* Of the brace at `index` in a declaration that begins at `first`. */
enum brace { OF_NAMESPACE, OF_FUNCTION, OF_DECLARATION };

static enum brace brace_of(const struct simt_source *source, size_t first, size_t index)
{
    bool has_parameters = false;
    for (size_t i = first; i < index; i = simt_skip_group(source, i) + 1) {
        if (simt_token_is(source, i, "namespace") ||
            (simt_token_is(source, i, "extern") && i + 2 == index))
            return OF_NAMESPACE;
        if (simt_token_is_any(source, i, "=", "class", "struct", "union", "enum"))
            return OF_DECLARATION;
        has_parameters |= simt_token_is(source, i, "(");
    }
    return has_parameters ? OF_FUNCTION : OF_DECLARATION;
}

void simt_host_names_find(const struct simt_source *source, struct simt_host_names *names)
{
    size_t first = 0;
    for (size_t i = 0; i < source->token_count && !names->failed; i++) {
        if (simt_token_is(source, i, "using") && !source->tokens[i].system &&
            simt_token_is_any(source, i + 1, "namespace", "std"))
            names->takes_std = true;
        if (simt_token_is(source, i, "{")) {
            enum brace brace = brace_of(source, first, i);
            if (brace != OF_NAMESPACE)
                i = simt_skip_group(source, i);
            if (brace != OF_DECLARATION)
                first = i + 1;
        } else if (simt_token_is(source, i, ";")) {
            read_declaration(source, first, i, names);
            first = i + 1;
        } else if (simt_token_is(source, i, "}")) {
            first = i + 1;
        }
    }
}

void simt_host_names_release(struct simt_host_names *names)
{
    free(names->variables);
}

/* ---- the program's own names ----------------------------------------------------------------- */

/* Whether a type may end with the token at `index`. */
static bool ends_type(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "*", "&", ">", "]", "[", "...") ||
           (simt_token_is_identifier(source, index) &&
            !simt_token_is_any(source, index, "return", "else", "do", "case", "goto", "throw",
                               "new", "delete", "sizeof", "and", "or", "not", "co_return"));
}

/* The first token of the statement, parameter or declarator that `index` is in. */
static size_t begin_of_part(const struct simt_source *source, size_t index)
{
    while (index > 0 && !simt_token_is_any(source, index - 1, ";", "{", "}", "(", ",", "="))
        index--;
    return index;
}

/* Whether the name at `index` is declared there: a type is before it, and nothing else. */
static bool is_first_declared(const struct simt_source *source, size_t index)
{
    size_t begin = begin_of_part(source, index);
    if (begin == index || !simt_token_is_identifier(source, begin) ||
        simt_token_is(source, begin, "return") || !ends_type(source, index - 1) ||
        !simt_token_is_any(source, index + 1, "=", ";", ",", ")", "[", "{", "(", ":", ">"))
        return false;
    for (size_t i = begin; i < index; i++) {
        if (!simt_token_is_identifier(source, i) &&
            !simt_token_is_any(source, i, "*", "&", "<", ">", "::", "[", "]", "..."))
            return false;
    }
    return true;
}

/* The same, also of `int (&a)[2]`, and behind the comma of `int a = 1, b` and `dim3 a(1), b(2)`. */
static bool is_declared(const struct simt_source *source, size_t index)
{
    size_t begin = index;
    bool in_brackets = index > 2 && simt_token_is_any(source, index - 1, "*", "&") &&
                       simt_token_is(source, index - 2, "(") &&
                       simt_token_is(source, index + 1, ")") &&
                       simt_token_is_any(source, index + 2, "[", "(");
    if (in_brackets || is_first_declared(source, index))
        return true;
    if (index == 0 || !simt_token_is_any(source, index - 1, ",", "*"))
        return false;
    while (begin > 0 && !simt_token_is_any(source, begin - 1, ";", "{", "}", "(")) {
        size_t open = source->tokens[begin - 1].match;
        begin = open != SIMT_NO_MATCH && open < begin - 1 ? open : begin - 1;
    }
    for (size_t i = begin + 1; i < index; i++) {
        if (simt_token_is_any(source, i, "=", ",", "[", "("))
            return is_first_declared(source, i - 1);
    }
    return false;
}

/* Whether one of the same name is declared from `first` to `end`. */
static bool is_declared_within(const struct simt_source *source, size_t name, size_t first,
                               size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (!source->tokens[i].system && simt_tokens_are_equal(source, i, name) &&
            is_declared(source, i))
            return true;
    }
    return false;
}

/* The end of the function or class that begins at `outer` and has the token at `index` in it. */
static size_t end_of(const struct simt_source *source, size_t outer, size_t index)
{
    for (size_t i = outer; i < index; i++) {
        size_t match = source->tokens[i].match;
        if (simt_token_is(source, i, "{") && match != SIMT_NO_MATCH && match > index)
            return match;
    }
    return index;
}

/* ---- the libraries' names -------------------------------------------------------------------- */

/* Of C's library, on memory and text, that no kernel can call. */
static bool is_of_strings(const struct simt_source *source, size_t index)
{
    static const char *const names[] = {
        "strcpy",        "strncpy",       "stpcpy",   "strnlen",   "strspn",   "strcspn",
        "strpbrk",       "strtok_r",      "memchr",   "rawmemchr", "mempcpy",  "bcmp",
        "aligned_alloc", "memalign",      "vsprintf", "vsnprintf", "lgamma_r", "lgammaf_r",
        "fesetround",    "feclearexcept", NULL};
    return simt_token_is_among(source, index, names);
}

/* Functions of C's library that no kernel can call; nvcc has the others for kernels too. */
static bool is_of_c(const struct simt_source *source, size_t index)
{
    static const char *const names[] = {
        "rand",      "srand",        "rand_r",        "random",
        "srandom",   "drand48",      "lrand48",       "atoi",
        "atol",      "atoll",        "atof",          "strtol",
        "strtoul",   "strtod",       "strtof",        "getenv",
        "setenv",    "system",       "exit",          "_exit",
        "_Exit",     "abort",        "atexit",        "quick_exit",
        "qsort",     "bsearch",      "div",           "ldiv",
        "time",      "difftime",     "mktime",        "localtime",
        "gmtime",    "strftime",     "sleep",         "usleep",
        "nanosleep", "gettimeofday", "fprintf",       "vfprintf",
        "sprintf",   "snprintf",     "fputs",         "fputc",
        "putc",      "puts",         "putchar",       "perror",
        "scanf",     "sscanf",       "fscanf",        "getchar",
        "fgets",     "fopen",        "fclose",        "fread",
        "fwrite",    "fflush",       "strcmp",        "strncmp",
        "strcat",    "strncat",      "strstr",        "strchr",
        "strrchr",   "strtok",       "strdup",        "strerror",
        "calloc",    "realloc",      "isalpha",       "isdigit",
        "toupper",   "tolower",      "clock_gettime", "cudaDeviceSynchronize",
        NULL};
    return simt_token_is_among(source, index, names) || is_of_strings(source, index);
}

/* What kernels have too of CUDA's library, around their launches: nvcc links it by -rdc=true alone.
 */
static bool is_of_both_runtimes(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "cudaFree", "cudaStreamCreateWithFlags",
                             "cudaStreamDestroy", "cudaGetLastError", "cudaPeekAtLastError",
                             "cudaGetErrorString", "cudaGetErrorName", "cudaGetDeviceCount");
}

/* Values, and the functions that nvcc takes in every kernel. */
static bool is_always_of_both(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "cudaStreamNonBlocking", "cudaStreamTailLaunch",
                             "cudaStreamFireAndForget", "cudaMalloc", "cudaGetDevice");
}

/* A function of CUDA's library for the host. What kernels copied and filled in streams would come
 * ahead of what they have launched there. */
static bool is_of_runtime(const struct simt_source *source, size_t index)
{
    const struct simt_token *token = &source->tokens[index];
    const char *name = source->text + token->start;
    return token->length > 6 && memcmp(name, "cuda", 4) == 0 && name[4] >= 'A' && name[4] <= 'Z' &&
           memcmp(name + token->length - 2, "_t", 2) != 0 && !is_always_of_both(source, index) &&
           !simt_token_is(source, index, "cudaGraphSetConditional") &&
           !(source->relocatable && is_of_both_runtimes(source, index));
}

static bool ends_with(const struct simt_token *token, const char *text, const char *ending)
{
    size_t length = strlen(ending);
    return token->length > length &&
           memcmp(text + token->start + token->length - length, ending, length) == 0;
}

/* Of std:: that kernels can use: types, constants, mathematics, and what is no more than a cast.
 * The library ends the names of types by _t, and those of templates of constants by _v. */
static bool is_for_kernels(const struct simt_source *source, size_t index)
{
    static const char *const names[] = {"abs",
                                        "fabs",
                                        "sqrt",
                                        "cbrt",
                                        "pow",
                                        "exp",
                                        "exp2",
                                        "expm1",
                                        "log",
                                        "log2",
                                        "log10",
                                        "log1p",
                                        "sin",
                                        "cos",
                                        "tan",
                                        "asin",
                                        "acos",
                                        "atan",
                                        "atan2",
                                        "sinh",
                                        "cosh",
                                        "tanh",
                                        "asinh",
                                        "acosh",
                                        "atanh",
                                        "erf",
                                        "erfc",
                                        "tgamma",
                                        "lgamma",
                                        "ceil",
                                        "floor",
                                        "trunc",
                                        "round",
                                        "lround",
                                        "llround",
                                        "rint",
                                        "lrint",
                                        "llrint",
                                        "nearbyint",
                                        "fmod",
                                        "remainder",
                                        "remquo",
                                        "fma",
                                        "fmax",
                                        "fmin",
                                        "fdim",
                                        "hypot",
                                        "ldexp",
                                        "frexp",
                                        "modf",
                                        "scalbn",
                                        "scalbln",
                                        "logb",
                                        "ilogb",
                                        "nextafter",
                                        "copysign",
                                        "isnan",
                                        "isinf",
                                        "isfinite",
                                        "isnormal",
                                        "signbit",
                                        "nan",
                                        "labs",
                                        "llabs",
                                        "printf",
                                        "malloc",
                                        "free",
                                        "memcpy",
                                        "memset",
                                        "memmove",
                                        "memcmp",
                                        "strlen",
                                        "clock",
                                        "move",
                                        "forward",
                                        "declval",
                                        "byte",
                                        "integral_constant",
                                        "true_type",
                                        "false_type",
                                        "bool_constant",
                                        "index_sequence",
                                        "make_index_sequence",
                                        "integer_sequence",
                                        "index_sequence_for",
                                        "initializer_list",
                                        "endian",
                                        "numbers",
                                        "memory_order",
                                        "integral",
                                        "signed_integral",
                                        "unsigned_integral",
                                        "floating_point",
                                        "same_as",
                                        "derived_from",
                                        "convertible_to",
                                        "make_integer_sequence",
                                        "sqrtf",
                                        "powf",
                                        "expf",
                                        "logf",
                                        "sinf",
                                        "cosf",
                                        "tanhf",
                                        "fabsf",
                                        "fmaxf",
                                        "fminf",
                                        "floorf",
                                        "ceilf",
                                        "hypotf",
                                        "fmaf",
                                        "is_same",
                                        NULL};
    static const char *const beginnings[] = {"is_",   "enable_if",    "remove_",       "add_",
                                             "decay", "make_signed",  "make_unsigned", "int",
                                             "uint",  "memory_order_"};
    const struct simt_token *token = &source->tokens[index];
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        size_t length = strlen(beginnings[i]);
        if (token->length >= length &&
            memcmp(source->text + token->start, beginnings[i], length) == 0)
            return true;
    }
    return ends_with(token, source->text, "_t") || ends_with(token, source->text, "_v") ||
           simt_token_is_among(source, index, names);
}

/* Of std:: what is no constexpr function, and so refused whatever the compiler is told; also where
 * it stands without std::. */
static bool is_of_std(const struct simt_source *source, size_t index)
{
    static const char *const objects[] = {
        "cout",     "cerr",        "clog", "cin",           "endl", "vector", "string",
        "function", "map",         "set",  "unordered_map", "list", "deque",  "mt19937",
        "chrono",   "this_thread", NULL};
    static const char *const functions[] = {
        "accumulate",  "reduce",      "inner_product", "partial_sum", "iota",
        "sort",        "stable_sort", "fill",          "fill_n",      "copy",
        "copy_n",      "transform",   "for_each",      "generate",    "find",
        "find_if",     "count_if",    "max_element",   "min_element", "reverse",
        "rotate",      "shuffle",     "lower_bound",   "upper_bound", "binary_search",
        "nth_element", "partition",   "to_string",     "getline",     NULL};
    return simt_token_is_among(source, index, objects) ||
           (simt_token_is_among(source, index, functions) &&
            simt_token_is_any(source, index + 1, "(", "<"));
}

/* What may stand in its place. */
static const char *in_place_of(const struct simt_source *source, size_t index)
{
    if (simt_token_is(source, index, "max") || simt_token_is(source, index, "min"))
        return "; 'min' and 'max' without std:: can be called";
    if (simt_token_is(source, index, "numeric_limits"))
        return "; write a constant such as FLT_MAX or INT_MAX, or compile with "
               "--expt-relaxed-constexpr";
    if (simt_token_is_any(source, index, "cout", "cerr", "clog", "puts", "putchar", "fprintf"))
        return "; kernels print by 'printf'";
    if (simt_token_is_any(source, index, "exit", "abort", "_exit"))
        return "; a thread ends by 'return'";
    if (simt_token_is_any(source, index, "time", "gettimeofday", "clock_gettime"))
        return "; kernels have 'clock64()'";
    if (is_of_both_runtimes(source, index))
        return "; compile with -rdc=true: then kernels have it too";
    return "";
}

static bool refuse_function(const struct simt_source *source, size_t index, const char *space,
                            struct simt_buffer *error)
{
    const struct simt_token *token = &source->tokens[index];
    simt_source_error(
        source, token->start, error,
        "'%s%.*s' is of the host, and a kernel or __device__ function cannot use it%s", space,
        (int)token->length, source->text + token->start, in_place_of(source, index));
    return true;
}

/* ---- uses ------------------------------------------------------------------------------------ */

static bool is_member(const struct simt_source *source, size_t index)
{
    return index > 0 && simt_token_is_any(source, index - 1, ".", "->");
}

/* The token ahead of what qualifies the name at `index`: of std in `std::max` and `::std::max`, or
 * of cuda in `cuda::std::max`. */
static bool is_in_std(const struct simt_source *source, size_t index)
{
    if (index < 2 || !simt_token_is(source, index - 1, "::") ||
        !simt_token_is(source, index - 2, "std"))
        return false;
    return index < 4 || !simt_token_is(source, index - 3, "::") ||
           !simt_token_is_identifier(source, index - 4);
}

/* By a class, or by a namespace of the program's. */
static bool is_qualified(const struct simt_source *source, size_t index)
{
    return index > 1 && simt_token_is(source, index - 1, "::") &&
           (simt_token_is_identifier(source, index - 2) || simt_token_is(source, index - 2, ">"));
}

static bool is_measured(const struct simt_source *source, size_t index)
{
    size_t before = index - 1;
    if (index > 1 && simt_token_is(source, before, "("))
        before--;
    return simt_token_is_any(source, before, "sizeof", "decltype", "alignof", "noexcept");
}

/* Whether a type or a constant of the class template at `index` is named, and nothing is called:
 * std::numeric_limits<T>::digits, std::aligned_storage<8, 8>::type. */
static bool names_member(const struct simt_source *source, size_t index)
{
    size_t end = source->token_count;
    size_t last = simt_skip_template_header(source, index, end);
    if (last == index || !simt_token_is(source, last + 1, "::"))
        return false;
    while (simt_token_is(source, last + 1, "::")) {
        bool is_template = simt_token_is(source, last + 2, "template");
        last += is_template ? 3 : 2;
        if (is_template)
            last = simt_skip_template_header(source, last, end);
    }
    last += simt_token_is(source, last + 1, ")"); /* (std::numeric_limits<T>::max)() */
    return !simt_token_is(source, last + 1, "(");
}

/* Whether the name at `index`, of std, is an argument of a type or constant of std itself:
 * std::tuple_size<std::tuple<int, int>>::value. */
static bool is_argument(const struct simt_source *source, size_t index)
{
    size_t last = simt_skip_template_header(source, index, source->token_count);
    if (simt_token_is(source, last + 1, "("))
        return false;
    for (size_t i = index; i-- > 0 && !simt_token_is_any(source, i, ";", "{", "}");) {
        if (simt_token_is(source, i, "<") && i > 0 && is_in_std(source, i - 1) &&
            simt_skip_template_header(source, i - 1, source->token_count) > index &&
            (is_for_kernels(source, i - 1) || names_member(source, i - 1)))
            return true;
    }
    return false;
}

/* std::pair<int, float> *p: its members are no functions. */
static bool is_pair_elsewhere(const struct simt_source *source, size_t index)
{
    size_t last = simt_skip_template_header(source, index, source->token_count);
    return simt_token_is(source, index, "pair") && last != index &&
           simt_token_is_any(source, last + 1, "*", "&");
}

/* Whether the name at `index`, of std, is used as a type or a constant, whatever functions it has.
 */
static bool is_only_named(const struct simt_source *source, size_t index)
{
    return is_measured(source, index - 2) || names_member(source, index) ||
           is_pair_elsewhere(source, index) || is_argument(source, index);
}

/* Whether the name at `index`, of std, is refused in kernels. */
static bool is_refused_of_std(const struct simt_source *source, size_t index, bool relaxed)
{
    bool host = relaxed ? is_of_std(source, index) : !is_for_kernels(source, index);
    return host && !is_only_named(source, index);
}

/* Whether the name at `index` is that of a variable of the host's. */
static bool is_host_variable(const struct simt_source *source, size_t index, size_t outer,
                             const struct simt_host_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        if (simt_tokens_are_equal(source, names->variables[i], index))
            return !is_member(source, index) && !is_qualified(source, index) &&
                   !is_measured(source, index) && !is_declared(source, index) &&
                   !is_declared_within(source, index, outer, end_of(source, outer, index));
    }
    return false;
}

bool simt_refuse_host_use(const struct simt_source *source, size_t index, size_t outer,
                          const struct simt_host_names *names, struct simt_buffer *error)
{
    if (is_in_std(source, index))
        return is_refused_of_std(source, index, names->relaxed) &&
               refuse_function(source, index, "std::", error);
    if (is_member(source, index) || is_qualified(source, index))
        return false;
    if (((is_of_c(source, index) || is_of_runtime(source, index)) &&
         simt_token_is(source, index + 1, "(")) ||
        (names->takes_std && is_of_std(source, index)))
        return !is_declared_within(source, index, 0, source->token_count) &&
               refuse_function(source, index, "", error);
    if (!is_host_variable(source, index, outer, names))
        return false;
    const struct simt_token *token = &source->tokens[index];
    simt_source_error(
        source, token->start, error,
        "'%.*s' is a variable of the host, and a kernel or __device__ function cannot "
        "see it: hand it over as an argument, or declare it '__device__'",
        (int)token->length, source->text + token->start);
    return true;
}

/* ---- what only kernels have ------------------------------------------------------------------ */

/* Functions; those ending in '*' stand for all that begin so. */
static bool is_device_function(const struct simt_source *source, size_t index)
{
    static const char *const names[] = {"__syncthreads*",
                                        "__syncwarp",
                                        "__shfl_*",
                                        "__ballot_sync",
                                        "__any_sync",
                                        "__all_sync",
                                        "__activemask",
                                        "__match_a*",
                                        "__reduce_*",
                                        "__threadfence*",
                                        "__nanosleep",
                                        "cudaGraphSetConditional",
                                        "__trap",
                                        "__ldg",
                                        "__ldca",
                                        "__ldcg",
                                        "__ldcs",
                                        "__ldcv",
                                        "__ldlu",
                                        "__stcg",
                                        "__stcs",
                                        "__stwb",
                                        "__stwt",
                                        "__popc*",
                                        "__clz*",
                                        "__ffs*",
                                        "__brev*",
                                        "__byte_perm",
                                        "__funnelshift_*",
                                        "__fns",
                                        "__saturatef",
                                        "__expf",
                                        "__exp10f",
                                        "__logf",
                                        "__log2f",
                                        "__log10f",
                                        "__powf",
                                        "__sinf",
                                        "__cosf",
                                        "__tanf",
                                        "__sincosf",
                                        "__fdividef",
                                        "__fadd_r*",
                                        "__fsub_r*",
                                        "__fmul_r*",
                                        "__fmaf_r*",
                                        "__fdiv_r*",
                                        "__frcp_r*",
                                        "__fsqrt_r*",
                                        "__frsqrt_rn",
                                        "__dadd_r*",
                                        "__dsub_r*",
                                        "__dmul_r*",
                                        "__ddiv_r*",
                                        "__drcp_r*",
                                        "__dsqrt_r*",
                                        "__float2int_*",
                                        "__float2uint_*",
                                        "__float2ll_*",
                                        "__float2ull_*",
                                        "__double2int_*",
                                        "__double2uint_*",
                                        "__double2ll_*",
                                        "__double2ull_*",
                                        "__double2float_*",
                                        "__double2hiint",
                                        "__double2loint",
                                        "__int2float_*",
                                        "__int2double_rn",
                                        "__uint2float_*",
                                        "__uint2double_rn",
                                        "__ll2float_*",
                                        "__ll2double_*",
                                        "__ull2float_*",
                                        "__ull2double_*",
                                        "__float_as_*",
                                        "__int_as_float",
                                        "__uint_as_float",
                                        "__double_as_longlong",
                                        "__longlong_as_double",
                                        "__hiloint2double",
                                        "__mul24",
                                        "__umul24",
                                        "__mulhi",
                                        "__umulhi",
                                        "__mul64hi",
                                        "__umul64hi",
                                        "__sad",
                                        "__usad",
                                        "atomicAdd*",
                                        "atomicSub*",
                                        "atomicExch*",
                                        "atomicMin*",
                                        "atomicMax*",
                                        "atomicInc*",
                                        "atomicDec*",
                                        "atomicCAS*",
                                        "atomicAnd*",
                                        "atomicOr*",
                                        "atomicXor*",
                                        "__nv_atomic_*",
                                        "clock64"};
    const struct simt_token *token = &source->tokens[index];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);
        bool family = names[i][length - 1] == '*';
        length -= family;
        if ((family ? token->length >= length : token->length == length) &&
            memcmp(source->text + token->start, names[i], length) == 0)
            return true;
    }
    return false;
}

bool simt_is_declared_near(const struct simt_source *source, size_t index, size_t outer)
{
    return is_declared(source, index) ||
           is_declared_within(source, index, outer, end_of(source, outer, index));
}

bool simt_refuse_device_use(const struct simt_source *source, size_t index, size_t outer, bool both,
                            struct simt_buffer *error)
{
    bool variable =
        !both && simt_token_is_any(source, index, "threadIdx", "blockIdx", "blockDim", "gridDim");
    bool function = simt_token_is(source, index + 1, "(") && is_device_function(source, index);
    if ((!variable && !function) || is_member(source, index) || is_qualified(source, index) ||
        is_measured(source, index) || simt_is_declared_near(source, index, outer) ||
        is_declared_within(source, index, 0, source->token_count))
        return false;
    const struct simt_token *token = &source->tokens[index];
    simt_source_error(source, token->start, error,
                      "only kernels and __device__ functions have '%.*s', and this is a function "
                      "of the host%s",
                      (int)token->length, source->text + token->start,
                      both ? " too" : ": is '__global__' or '__device__' missing?");
    return true;
}
