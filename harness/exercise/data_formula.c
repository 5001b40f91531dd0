#include "data_formula.h"

#include "dtype.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 200, MOST_DEPTH = 40, MOST_ARGUMENTS = 3, MOST_LOOPS = 4 };

enum op {
    OP_NUMBER,
    OP_ELEMENT,    /* of a parameter, at i */
    OP_ELEMENT_AT, /* at the first argument */
    OP_ANSWER,     /* as these two, of an array that is answered */
    OP_ANSWER_AT,
    OP_ONE_NUMBER, /* a parameter that is no array */
    OP_INDEX,      /* of a loop, which `parameter` counts from the outermost one */
    OP_I,
    OP_N,
    OP_M,
    OP_RANDOM,
    OP_NORMAL,
    OP_GOT,
    OP_RIGHT,
    OP_THREADS,
    OP_ATOMIC,
    OP_FIRST,
    OP_WRONG,
    OP_FINDING_INDEX,
    OP_ELEMENTS,
    OP_X,
    OP_READS,
    OP_WRITES,
    OP_CHOOSE,
    OP_SUM_OVER, /* over the index of loop `parameter`: from, up to, and of what */
    OP_MIN_OVER,
    OP_MAX_OVER,
    OP_OR,
    OP_AND,
    OP_NOT,
    OP_MINUS,
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_REMAINDER,
    OP_LESS,
    OP_AT_MOST,
    OP_GREATER,
    OP_AT_LEAST,
    OP_SAME,
    OP_OTHER,
    OP_ABS,
    OP_COS,
    OP_EXP,
    OP_F32,
    OP_FLOOR,
    OP_HYPOT,
    OP_ISINF,
    OP_ISNAN,
    OP_LOG,
    OP_MAX,
    OP_MIN,
    OP_SIN,
    OP_SQRT,
    OP_TANH,
};

struct node {
    enum op op;
    unsigned parameter;
    long double number;
    unsigned arguments[MOST_ARGUMENTS];
};

/* A node follows its arguments. */
struct gs_formula {
    unsigned count;
    struct node nodes[MOST_NODES];
};

/* ---- reading --------------------------------------------------------------------------------- */

struct reading {
    const char *at;
    const struct gs_formula_names *names;
    struct gs_formula *formula;
    char *why; /* "": nothing is wrong so far */
    size_t size;
    int depth;
    unsigned loops; /* around what is read */
    struct {
        const char *name;
        size_t length;
    } indices[MOST_LOOPS];
};

static unsigned choice(struct reading *r);

static unsigned wrong(struct reading *r, const char *before, const char *quoted, size_t length,
                      const char *after)
{
    if (r->why[0] == '\0')
        (void)snprintf(r->why, r->size, "%s%.*s%s", before, (int)(length < 40 ? length : 40),
                       quoted, after);
    r->at += strlen(r->at); /* nothing is read any more */
    return 0;
}

static unsigned add(struct reading *r, struct node node)
{
    if (r->formula->count == MOST_NODES)
        return wrong(r, "is too long", "", 0, "");
    r->formula->nodes[r->formula->count] = node;
    return r->formula->count++;
}

static bool take(struct reading *r, const char *sign)
{
    r->at += strspn(r->at, " \t\n");
    const size_t length = strlen(sign);
    if (strncmp(r->at, sign, length) != 0)
        return false;
    /* "<" is not the beginning of "<=". */
    if (length == 1 && strchr("<>!", sign[0]) != NULL && r->at[1] == '=')
        return false;
    r->at += length;
    return true;
}

static const struct {
    const char *name;
    enum op op;
    unsigned arguments;
} functions[] = {
    {"abs", OP_ABS, 1},     {"cos", OP_COS, 1},     {"exp", OP_EXP, 1},     {"f32", OP_F32, 1},
    {"floor", OP_FLOOR, 1}, {"hypot", OP_HYPOT, 2}, {"isinf", OP_ISINF, 1}, {"isnan", OP_ISNAN, 1},
    {"log", OP_LOG, 1},     {"max", OP_MAX, 2},     {"min", OP_MIN, 2},     {"sin", OP_SIN, 1},
    {"sqrt", OP_SQRT, 1},   {"tanh", OP_TANH, 1},
};

/* Over a range of an index, in place of two numbers: sum(k, 0, n, a[k]). */
static const struct {
    const char *name;
    enum op op;
} ranges[] = {{"sum", OP_SUM_OVER}, {"min", OP_MIN_OVER}, {"max", OP_MAX_OVER}};

static bool is_word(const char *word, const char *begin, size_t length)
{
    return word != NULL && strlen(word) == length && strncmp(word, begin, length) == 0;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether what stands behind the function's name is the index of a range: "(k, 0, n, a[k])" has
 * four arguments, and max() of numbers has two. */
static bool begins_range(const char *at)
{
    int depth = 0, commas = 0;
    for (at += strspn(at, " \t\n"); *at != '\0'; at++) {
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        commas += *at == ',' && depth == 1;
        if (depth <= 0)
            break;
    }
    return commas == 3;
}

static unsigned range(struct reading *r, enum op op)
{
    struct node node = {.op = op, .parameter = r->loops};
    if (r->loops == MOST_LOOPS)
        return wrong(r, "has too many sums in each other", "", 0, "");
    if (!take(r, "("))
        return wrong(r, "wants four things in sum(k, 0, n, a[k])", "", 0, "");
    r->at += strspn(r->at, " \t\n");
    const char *name = r->at;
    while (is_name(*r->at))
        r->at++;
    const size_t length = (size_t)(r->at - name);
    if (length == 0 || !isalpha((unsigned char)*name))
        return wrong(r, "wants a name for the index, as k in sum(k, 0, n, a[k])", "", 0, "");
    for (unsigned k = 0; k < MOST_ARGUMENTS; k++) {
        if (!take(r, ","))
            return wrong(r, "wants four things in sum(k, 0, n, a[k])", "", 0, "");
        if (k == MOST_ARGUMENTS - 1) { /* the index is known in what is added up alone */
            r->indices[r->loops].name = name;
            r->indices[r->loops++].length = length;
        }
        node.arguments[k] = choice(r);
    }
    if (r->loops > node.parameter)
        r->loops = node.parameter;
    return take(r, ")") ? add(r, node) : wrong(r, "has a ( without its )", "", 0, "");
}

static unsigned call(struct reading *r, size_t which)
{
    struct node node = {.op = functions[which].op};
    if (!take(r, "("))
        return wrong(r, "wants a ( behind ", functions[which].name, strlen(functions[which].name),
                     "");
    for (unsigned k = 0; k < functions[which].arguments; k++) {
        if (k > 0 && !take(r, ","))
            return wrong(r, "wants two numbers in ", functions[which].name,
                         strlen(functions[which].name), "( , )");
        node.arguments[k] = choice(r);
    }
    return take(r, ")") ? add(r, node) : wrong(r, "has a ( without its )", "", 0, "");
}

static unsigned element(struct reading *r, unsigned parameter)
{
    const enum gs_role role = r->names->parameters[parameter].role;
    struct node node = {.op = role == GS_OUTPUT ? OP_ANSWER : OP_ELEMENT, .parameter = parameter};
    if (role == GS_NUMBER) {
        node.op = OP_ONE_NUMBER;
    } else if (role == GS_OUTPUT && parameter == r->names->made && *r->at != '[') {
        return wrong(r, "makes the element itself: write another one, as in ",
                     r->names->parameters[parameter].name,
                     strlen(r->names->parameters[parameter].name), "[i - 1]");
    } else if (take(r, "[")) {
        node.op = role == GS_OUTPUT ? OP_ANSWER_AT : OP_ELEMENT_AT;
        node.arguments[0] = choice(r);
        if (!take(r, "]"))
            return wrong(r, "has a [ without its ]", "", 0, "");
    }
    return add(r, node);
}

/* A name that stands for a number by itself; false: it is none. */
static bool is_leaf(const struct reading *r, const char *begin, size_t length, struct node *node)
{
    const struct gs_formula_names *names = r->names;
    const struct {
        const char *name;
        enum op op;
    } words[] = {
        {names->sizes.n, OP_N},
        {names->sizes.m, OP_M},
        {names->finding ? NULL : "i", OP_I},
        {names->random ? "random" : NULL, OP_RANDOM},
        {names->random ? "normal" : NULL, OP_NORMAL},
        {names->answer ? "got" : NULL, OP_GOT},
        {names->answer ? "right" : NULL, OP_RIGHT},
        {names->answer ? "threads" : NULL, OP_THREADS},
        {names->answer ? "atomic" : NULL, OP_ATOMIC},
        {names->answer ? "first" : NULL, OP_FIRST},
        {names->answer ? "wrong" : NULL, OP_WRONG},
        {names->finding ? "index" : NULL, OP_FINDING_INDEX},
        {names->finding ? "elements" : NULL, OP_ELEMENTS},
        {names->finding ? "x" : NULL, OP_X},
        {names->finding ? "reads" : NULL, OP_READS},
        {names->finding ? "writes" : NULL, OP_WRITES},
    };
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        if (is_word(words[k].name, begin, length)) {
            *node = (struct node){.op = words[k].op};
            return true;
        }
    }
    return false;
}

/* An array or a number, which no size is called like. */
static unsigned parameter(struct reading *r, unsigned k, const char *begin, size_t length)
{
    const struct gs_formula_names *names = r->names;
    const bool known = (names->known >> k & 1) != 0;
    if (names->finding)
        return wrong(r, "has \"", begin, length, "\", whose values a finding does not know");
    if (names->parameters[k].role == GS_OUTPUT && (names->answers >> k & 1) == 0)
        return wrong(r, "has \"", begin, length, "\", which holds junk before the call");
    return known ? element(r, k) : wrong(r, "has \"", begin, length, "\", which is filled later");
}

static unsigned name(struct reading *r)
{
    const struct gs_formula_names *names = r->names;
    const char *begin = r->at;
    struct node leaf;
    while (is_name(*r->at))
        r->at++;
    const size_t length = (size_t)(r->at - begin);
    const bool is_size =
        is_word(names->sizes.n, begin, length) || is_word(names->sizes.m, begin, length);
    for (unsigned k = r->loops; k-- > 0;) {
        if (r->indices[k].length == length && strncmp(r->indices[k].name, begin, length) == 0)
            return add(r, (struct node){.op = OP_INDEX, .parameter = k});
    }
    for (unsigned k = 0; !is_size && names->parameters[k].name != NULL; k++) {
        if (is_word(names->parameters[k].name, begin, length))
            return parameter(r, k, begin, length);
    }
    if (is_leaf(r, begin, length, &leaf))
        return add(r, leaf);
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
        if (is_word(ranges[k].name, begin, length) && (k == 0 || begins_range(r->at)))
            return range(r, ranges[k].op);
    }
    for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
        if (is_word(functions[k].name, begin, length))
            return call(r, k);
    }
    return wrong(r, "has \"", begin, length,
                 "\", which is no array, number, size or function here");
}

static unsigned number(struct reading *r)
{
    char *end = NULL;
    const long double value = strtold(r->at, &end);
    const bool hexadecimal = r->at[0] == '0' && (r->at[1] == 'x' || r->at[1] == 'X');
    if (end == r->at || hexadecimal || !isfinite(value))
        return wrong(r, "has \"", r->at, 1, "\" where a number should be");
    r->at = end;
    return add(r, (struct node){.op = OP_NUMBER, .number = value});
}

static unsigned factor(struct reading *r)
{
    if (++r->depth > MOST_DEPTH)
        return wrong(r, "has too many brackets", "", 0, "");
    unsigned made = 0;
    r->at += strspn(r->at, " \t\n");
    if (*r->at == '\0') {
        made = wrong(r, "ends where a number should be", "", 0, "");
    } else if (take(r, "-")) {
        made = factor(r);
        made = add(r, (struct node){.op = OP_MINUS, .arguments = {made}});
    } else if (take(r, "!")) {
        made = factor(r);
        made = add(r, (struct node){.op = OP_NOT, .arguments = {made}});
    } else if (take(r, "(")) {
        made = choice(r);
        if (!take(r, ")"))
            made = wrong(r, "has a ( without its )", "", 0, "");
    } else {
        made = isalpha((unsigned char)*r->at) ? name(r) : number(r);
    }
    r->depth--;
    return made;
}

/* The operators of two numbers, by how tightly they bind. */
static const struct {
    const char *sign;
    enum op op;
    int level;
} operators[] = {
    {"||", OP_OR, 0},       {"&&", OP_AND, 1},      {"==", OP_SAME, 2},    {"!=", OP_OTHER, 2},
    {"<=", OP_AT_MOST, 3},  {">=", OP_AT_LEAST, 3}, {"<", OP_LESS, 3},     {">", OP_GREATER, 3},
    {"+", OP_ADD, 4},       {"-", OP_SUBTRACT, 4},  {"*", OP_MULTIPLY, 5}, {"/", OP_DIVIDE, 5},
    {"%", OP_REMAINDER, 5},
};
enum { LEVELS = 6 };

static unsigned binary(struct reading *r, int level)
{
    if (level == LEVELS)
        return factor(r);
    unsigned left = binary(r, level + 1);
    for (size_t k = 0; k < sizeof operators / sizeof operators[0]; k++) {
        if (operators[k].level != level || !take(r, operators[k].sign))
            continue;
        const unsigned right = binary(r, level + 1);
        left = add(r, (struct node){.op = operators[k].op, .arguments = {left, right}});
        k = SIZE_MAX; /* from the first one on */
    }
    return left;
}

static unsigned choice(struct reading *r)
{
    if (++r->depth > MOST_DEPTH)
        return wrong(r, "has too many brackets", "", 0, "");
    unsigned made = binary(r, 0);
    if (take(r, "?")) {
        const unsigned yes = choice(r);
        const unsigned no = take(r, ":") ? choice(r) : wrong(r, "has a ? without its :", "", 0, "");
        made = add(r, (struct node){.op = OP_CHOOSE, .arguments = {made, yes, no}});
    }
    r->depth--;
    return made;
}

struct gs_formula *gs_formula_read(const char *text, const struct gs_formula_names *names,
                                   char *why, size_t size)
{
    struct reading r = {.at = text, .names = names, .why = why, .size = size};
    why[0] = '\0';
    r.formula = calloc(1, sizeof *r.formula);
    if (r.formula == NULL || strlen(text) > GS_MOST_FORMULA) {
        (void)snprintf(why, size,
                       r.formula == NULL ? "finds no memory" : "is longer than 500 characters");
    } else {
        (void)choice(&r);
        r.at += strspn(r.at, " \t\n");
        if (*r.at != '\0')
            (void)wrong(&r, "has \"", r.at, 1, "\" where its end should be");
    }
    if (why[0] == '\0')
        return r.formula;
    free(r.formula);
    return NULL;
}

void gs_formula_release(struct gs_formula *formula)
{
    free(formula);
}

bool gs_formula_has_threads(const struct gs_formula *formula)
{
    for (unsigned k = 0; formula != NULL && k < formula->count; k++) {
        if (formula->nodes[k].op == OP_THREADS)
            return true;
    }
    return false;
}

bool gs_formula_gives_got(const struct gs_formula *formula)
{
    for (unsigned k = 0; formula != NULL && k < formula->count; k++) {
        const struct node *node = &formula->nodes[k];
        if (node->op != OP_SAME)
            continue;
        const enum op left = formula->nodes[node->arguments[0]].op;
        const enum op right = formula->nodes[node->arguments[1]].op;
        if ((left == OP_GOT && right != OP_NUMBER) || (right == OP_GOT && left != OP_NUMBER))
            return true;
    }
    return false;
}

/* ---- computing ------------------------------------------------------------------------------- */

struct computing {
    const struct gs_formula *formula;
    const struct gs_formula_at *at;
    long double indices[MOST_LOOPS];
    size_t terms; /* of all sums so far */
};

static long double value(struct computing *c, unsigned k);

static long double element_at(const struct gs_formula_at *at, unsigned parameter, long double index)
{
    const void *array = at->arrays[parameter];
    if (array == NULL || !(index >= 0) || !(index < (long double)at->counts[parameter]))
        return (long double)NAN;
    return gs_dtype_get(at->parameters[parameter].dtype, array, (size_t)index);
}

/* Of an array that is made, those before element i are there, and floats are doubles. */
static long double answer_at(const struct gs_formula_at *at, unsigned parameter, long double index)
{
    const void *array = at->answers != NULL ? at->answers[parameter] : NULL;
    const enum gs_dtype dtype = at->parameters[parameter].dtype;
    const size_t count = parameter == at->made ? at->i : at->counts[parameter];
    if (array == NULL || !(index >= 0) || !(index < (long double)count))
        return (long double)NAN;
    return gs_dtype_get(gs_dtype_is_float(dtype) ? GS_F64 : dtype, array, (size_t)index);
}

/* What is known of all elements, and what an inspector knows. */
static long double leaf_of_run(enum op op, const struct gs_formula_at *at)
{
    switch (op) {
    case OP_THREADS:
        return at->threads;
    case OP_ATOMIC:
        return at->atomic;
    case OP_FIRST:
        return at->first;
    case OP_WRONG:
        return at->wrong;
    case OP_FINDING_INDEX:
        return at->index;
    case OP_ELEMENTS:
        return at->elements;
    case OP_X:
        return at->x;
    case OP_READS:
        return at->reads;
    default:
        return at->writes;
    }
}

/* What stands for itself. */
static long double leaf(const struct node *node, const struct computing *c)
{
    const struct gs_formula_at *at = c->at;
    switch (node->op) {
    case OP_NUMBER:
        return node->number;
    case OP_ELEMENT:
        return element_at(at, node->parameter, (long double)at->i);
    case OP_ANSWER:
        return answer_at(at, node->parameter, (long double)at->i);
    case OP_ONE_NUMBER:
        return element_at(at, node->parameter, 0);
    case OP_INDEX:
        return c->indices[node->parameter];
    case OP_I:
        return (long double)at->i;
    case OP_N:
        return (long double)at->shape->n;
    case OP_M:
        return (long double)at->shape->m;
    case OP_RANDOM:
        return at->random;
    case OP_NORMAL:
        return at->normal;
    case OP_GOT:
        return at->got;
    case OP_RIGHT:
        return at->right;
    default:
        return leaf_of_run(node->op, at);
    }
}

/* Of whole numbers, as indices are, without the library's loop over bits. */
static long double remainder_of(long double x, long double y)
{
    const long double most = 0x1p62L;
    if (x >= 0 && x < most && y >= 1 && y < most) {
        const long long whole_x = (long long)x, whole_y = (long long)y;
        if ((long double)whole_x == x && (long double)whole_y == y)
            return (long double)(whole_x % whole_y);
    }
    return fmodl(x, y);
}

static long double of_two(enum op op, long double x, long double y)
{
    switch (op) {
    case OP_ADD:
        return x + y;
    case OP_SUBTRACT:
        return x - y;
    case OP_MULTIPLY:
        return x * y;
    case OP_DIVIDE:
        return x / y;
    case OP_REMAINDER:
        return remainder_of(x, y);
    case OP_LESS:
        return x < y;
    case OP_AT_MOST:
        return x <= y;
    case OP_GREATER:
        return x > y;
    case OP_AT_LEAST:
        return x >= y;
    case OP_SAME:
        return x == y;
    case OP_OTHER:
        return x != y;
    case OP_HYPOT:
        return hypotl(x, y);
    case OP_MAX:
        return fmaxl(x, y);
    default:
        return fminl(x, y);
    }
}

/* The functions of a double are far quicker, and as exact as any answer is. */
static long double of_one(enum op op, long double x)
{
    switch (op) {
    case OP_NOT:
        return x == 0;
    case OP_MINUS:
        return -x;
    case OP_ABS:
        return fabsl(x);
    case OP_COS:
        return (long double)cos((double)x);
    case OP_EXP:
        return (long double)exp((double)x);
    case OP_F32:
        return (long double)(float)x;
    case OP_FLOOR:
        return floorl(x);
    case OP_ISINF:
        return isinf(x) != 0;
    case OP_ISNAN:
        return isnan(x) != 0;
    case OP_LOG:
        return (long double)log((double)x);
    case OP_SIN:
        return (long double)sin((double)x);
    case OP_SQRT:
        return sqrtl(x);
    default:
        return (long double)tanh((double)x);
    }
}

static bool is_of_one(enum op op)
{
    return op == OP_NOT || op == OP_MINUS ||
           (op >= OP_ABS && op != OP_HYPOT && op != OP_MAX && op != OP_MIN);
}

static const long double most_index = 0x1p53L;

/* For one element: so that no slip of a teacher's takes for ever. */
enum { MOST_TERMS = 1 << 24 };

/* What of a loop asks is the same in each turn: a number, or what is known of the element that is
 * computed. */
static bool is_the_same(enum op op)
{
    return op == OP_NUMBER || op == OP_ONE_NUMBER || op == OP_I || op == OP_N || op == OP_M;
}

/* Whole numbers from `low` to `high`, those that compare with a number so; false: they are not all
 * side by side. */
static bool range_of(enum op op, long double number, long double *low, long double *high)
{
    *low = INT32_MIN;
    *high = INT32_MAX;
    if (op == OP_SAME || op == OP_AT_LEAST)
        *low = ceill(number);
    if (op == OP_SAME || op == OP_AT_MOST)
        *high = floorl(number);
    if (op == OP_GREATER)
        *low = floorl(number) + 1;
    if (op == OP_LESS)
        *high = ceill(number) - 1;
    return op == OP_SAME || op == OP_AT_LEAST || op == OP_AT_MOST || op == OP_GREATER ||
           op == OP_LESS;
}

static size_t count_between(const int32_t *array, long long begin, long long end, long double low,
                            long double high)
{
    size_t count = 0;
    if (!(low <= INT32_MAX) || !(high >= INT32_MIN))
        return 0;
    const int32_t least = low > INT32_MIN ? (int32_t)low : INT32_MIN,
                  most = high < INT32_MAX ? (int32_t)high : INT32_MAX;
    for (long long k = begin; k < end; k++)
        count += array[k] >= least && array[k] <= most;
    return count;
}

/* `sum(k, begin, end, values[k] == i)` of an array of i32, which counts, and so with `<` and its
 * like: of all formulas the ones that take longest, for each element goes through an array. False:
 * it is another formula. */
static bool count_compared(const struct node *node, const struct computing *c, long long begin,
                           long long end, long double *result)
{
    const struct node *nodes = c->formula->nodes, *compare = &nodes[node->arguments[2]];
    long double low, high;
    if (node->op != OP_SUM_OVER || !range_of(compare->op, 0, &low, &high))
        return false;
    const struct node *element = &nodes[compare->arguments[0]],
                      *with = &nodes[compare->arguments[1]];
    const struct node *index = &nodes[element->arguments[0]];
    const int32_t *array = c->at->arrays[element->parameter];
    if (element->op != OP_ELEMENT_AT || index->op != OP_INDEX ||
        index->parameter != node->parameter || !is_the_same(with->op) || array == NULL ||
        c->at->parameters[element->parameter].dtype != GS_I32 || begin < 0 ||
        end > (long long)c->at->counts[element->parameter])
        return false;
    (void)range_of(compare->op, leaf(with, c), &low, &high);
    *result = (long double)count_between(array, begin, end, low, high);
    return true;
}

/* Over nothing a sum is 0, and there is no least and no largest. */
static long double over_range(const struct node *node, struct computing *c)
{
    const long double begin = value(c, node->arguments[0]), end = value(c, node->arguments[1]);
    long double *index = &c->indices[node->parameter];
    long double result = node->op == OP_SUM_OVER ? 0 : (long double)NAN;
    if (!(fabsl(begin) <= most_index) || !(fabsl(end) <= most_index))
        return (long double)NAN;
    const long long first = (long long)ceill(begin), last = (long long)ceill(end);
    if (last > first && last - first <= MOST_TERMS - (long long)c->terms &&
        count_compared(node, c, first, last, &result)) {
        c->terms += (size_t)(last - first);
        return result;
    }
    for (long long k = first; k < last; k++) {
        if (++c->terms > MOST_TERMS)
            return (long double)NAN;
        *index = (long double)k;
        const long double term = value(c, node->arguments[2]);
        if (node->op == OP_SUM_OVER)
            result += term;
        else
            result = node->op == OP_MIN_OVER ? fminl(result, term) : fmaxl(result, term);
    }
    return result;
}

static long double value(struct computing *c, unsigned k)
{
    const struct node *node = &c->formula->nodes[k];
    const unsigned *arguments = node->arguments;
    switch (node->op) {
    case OP_ELEMENT_AT:
        return element_at(c->at, node->parameter, value(c, arguments[0]));
    case OP_ANSWER_AT:
        return answer_at(c->at, node->parameter, value(c, arguments[0]));
    case OP_CHOOSE:
        return value(c, arguments[value(c, arguments[0]) != 0 ? 1 : 2]);
    case OP_OR:
        return value(c, arguments[0]) != 0 || value(c, arguments[1]) != 0;
    case OP_AND:
        return value(c, arguments[0]) != 0 && value(c, arguments[1]) != 0;
    case OP_SUM_OVER:
    case OP_MIN_OVER:
    case OP_MAX_OVER:
        return over_range(node, c);
    default:
        break;
    }
    if (node->op < OP_CHOOSE)
        return leaf(node, c);
    const long double x = value(c, arguments[0]);
    return is_of_one(node->op) ? of_one(node->op, x) : of_two(node->op, x, value(c, arguments[1]));
}

/* Whether it is the same for all elements of an array. */
static bool is_of_size(const struct gs_formula *formula, unsigned k)
{
    const struct node *node = &formula->nodes[k];
    if (node->op == OP_NUMBER || node->op == OP_N || node->op == OP_M)
        return true;
    return node->op >= OP_LESS && node->op <= OP_OTHER && is_of_size(formula, node->arguments[0]) &&
           is_of_size(formula, node->arguments[1]);
}

static unsigned arguments_of(enum op op)
{
    if (op == OP_CHOOSE || op == OP_SUM_OVER || op == OP_MIN_OVER || op == OP_MAX_OVER)
        return 3;
    if (op < OP_CHOOSE)
        return op == OP_ELEMENT_AT || op == OP_ANSWER_AT;
    return is_of_one(op) ? 1 : 2;
}

/* Of two values that a condition chooses between by the size, one is never asked for. */
static bool draws_normal(struct computing *c, unsigned k)
{
    const struct node *node = &c->formula->nodes[k];
    const unsigned *arguments = node->arguments;
    const unsigned count = arguments_of(node->op);
    if (node->op == OP_CHOOSE && is_of_size(c->formula, arguments[0]))
        return draws_normal(c, arguments[value(c, arguments[0]) != 0 ? 1 : 2]);
    for (unsigned i = 0; i < count; i++) {
        if (draws_normal(c, arguments[i]))
            return true;
    }
    return node->op == OP_NORMAL;
}

bool gs_formula_draws_normal(const struct gs_formula *formula, const struct gs_formula_at *at)
{
    struct computing c = {.formula = formula, .at = at};
    return draws_normal(&c, formula->count - 1);
}

long double gs_formula_value(const struct gs_formula *formula, const struct gs_formula_at *at)
{
    struct computing c = {.formula = formula, .at = at};
    return value(&c, formula->count - 1);
}
