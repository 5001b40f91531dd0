#include "race_why.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- what stands in a line of source ---- */

/* Where a word stands in the line's code, not in a comment to its end; null: nowhere. */
static const char *find_in_code(const char *line, const char *word)
{
    const char *found = strstr(line, word);
    const char *comment = strstr(line, "//");
    const char *block_comment = strstr(line, "/*");
    if (block_comment != NULL && (comment == NULL || block_comment < comment))
        comment = block_comment;
    return found != NULL && (comment == NULL || found < comment) ? found : NULL;
}

static const char *find_barrier(const char *line, bool warp)
{
    const char *found = find_in_code(line, "__syncthreads");
    if (found == NULL)
        found = find_in_code(line, ".sync()");
    if (found == NULL && warp)
        found = find_in_code(line, "__syncwarp");
    return found;
}

/* A barrier is written between two lines of a file: the two accesses can only meet in different
 * turns of a loop. */
static bool has_barrier_between(const char *path, int low, int high, bool warp)
{
    enum { FAR = 300 };
    if (high - low > FAR)
        return false;
    for (int number = low; number <= high; number++) {
        const char *line = simt_source_line(path, number);
        const char *barrier = line != NULL ? find_barrier(line, warp) : NULL;
        if (barrier == NULL)
            continue;
        /* On the lines themselves: behind the first access, before the second one. */
        if (number == low ? barrier > line : number < high || barrier == line)
            return true;
    }
    return false;
}

/* Copies the code of a line without blanks. */
static void squeeze(const char *line, char *code, size_t size)
{
    size_t length = 0;
    const char *comment = find_in_code(line, "//") != NULL ? strstr(line, "//") : NULL;
    for (const char *p = line; *p != '\0' && p != comment && length + 1 < size; p++) {
        if (!isspace((unsigned char)*p))
            code[length++] = *p;
    }
    code[length] = '\0';
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The start of the operand that ends before `end`: a name with its indices and members. */
static const char *operand_start(const char *code, const char *end)
{
    const char *p = end;
    int depth = 0;
    while (p > code) {
        depth += (p[-1] == ']') - (p[-1] == '[');
        bool arrow = p[-1] == '>' && p - 1 > code && p[-2] == '-';
        bool inside = depth > 0 || p[-1] == '[' || is_name(p[-1]) || p[-1] == '.' || arrow;
        if (!inside || depth < 0)
            break;
        p -= arrow ? 2 : 1;
    }
    return p;
}

static bool contains_name(const char *code, const char *name, size_t length)
{
    for (const char *p = code; *p != '\0'; p++) {
        bool starts = p == code || !is_name(p[-1]);
        if (starts && strncmp(p, name, length) == 0 && !is_name(p[length]))
            return true;
    }
    return false;
}

/* The first `=` that assigns; null: none. */
static const char *find_assignment(const char *code)
{
    for (const char *p = strchr(code, '='); p != NULL && p > code; p = strchr(p + 1, '=')) {
        if (p[1] == '=')
            p++;
        else if (strchr("!<>", p[-1]) == NULL)
            return p;
    }
    return NULL;
}

/* Behind the brackets of a `for` that the code begins with, whose `i++` is no update. */
static const char *skip_loop_head(const char *code)
{
    int depth = 0;
    if (strncmp(code, "for(", 4) != 0)
        return code;
    for (const char *p = code + 3; *p != '\0'; p++) {
        depth += (*p == '(') - (*p == ')');
        if (depth == 0)
            return p + 1;
    }
    return code + strlen(code);
}

/* An element that a line assigns to, as `bins[k]` of `bins[k] = old + 1`. */
struct assigned {
    const char *element, *value; /* in the code of the line */
    size_t length, name;         /* of the element, and of the name that it begins with */
    bool compound, points;       /* `+=`; `*total = ...` */
};

static bool find_assigned(const char *code, struct assigned *out)
{
    const char *equals = find_assignment(code);
    if (equals == NULL)
        return false;
    out->compound = equals > code && strchr("+-*/|&^", equals[-1]) != NULL;
    const char *end = out->compound ? equals - 1 : equals;
    out->element = operand_start(code, end);
    out->length = (size_t)(end - out->element);
    out->value = equals + 1;
    out->points = out->element > code && out->element[-1] == '*';
    out->name = 0;
    while (out->name < out->length && is_name(out->element[out->name]))
        out->name++;
    return out->name > 0;
}

/* The element itself in the value that it gets, as in `1 + bins[k]`; null: it is not there. */
static const char *find_again(const struct assigned *assigned)
{
    for (const char *p = assigned->value; *p != '\0'; p++) {
        const bool starts = !is_name(p[-1]) && p[-1] != '.' && p[-1] != '>';
        if (starts && strncmp(p, assigned->element, assigned->length) == 0 &&
            !is_name(p[assigned->length]) && p[assigned->length] != '[')
            return p;
    }
    return NULL;
}

/* True for lines as `bins[k]++`, `total += x` and `total = x + total`, in which an element is
 * changed and no other of its array is read: what atomic functions are for. */
static bool is_update(const char *line)
{
    char code[256] = "", rest[256];
    struct assigned assigned;
    squeeze(line, code, sizeof code);
    const char *statement = skip_loop_head(code);
    if (strstr(statement, "++") != NULL || strstr(statement, "--") != NULL)
        return true;
    if (!find_assigned(statement, &assigned))
        return false;
    snprintf(rest, sizeof rest, "%s", assigned.value);
    if (!assigned.compound) {
        const char *again = find_again(&assigned);
        if (again == NULL)
            return false;
        memset(rest + (again - assigned.value), ' ', assigned.length);
    }
    return !contains_name(rest, assigned.element, assigned.name);
}

/* The variable that a line as `int old = bins[k];` gives the value of that element; false: none. */
static bool find_copy(const char *line, const struct assigned *assigned, char *name, size_t size)
{
    char code[256];
    squeeze(line, code, sizeof code);
    const char *equals = find_assignment(code), *end = find_assignment(line);
    if (equals == NULL || end == NULL)
        return false;
    const char *value = equals + 1 + (assigned->points && equals[1] == '*');
    if (strncmp(value, assigned->element, assigned->length) != 0 || value[assigned->length] != ';')
        return false;
    while (end > line && isspace((unsigned char)end[-1]))
        end--;
    const char *start = end;
    while (start > line && is_name(start[-1]))
        start--;
    const size_t length = (size_t)(end - start);
    if (length == 0 || length >= size)
        return false;
    memcpy(name, start, length);
    name[length] = '\0';
    return true;
}

/* An update in two lines: one reads the element into a variable, and `line` stores there what it
 * makes of that variable. The number of the first; 0: it is not so. */
static int find_read_of_update(const char *path, int line)
{
    enum { NEAR = 8 };
    char code[256], name[64];
    struct assigned assigned;
    const char *text = simt_source_line(path, line);
    squeeze(text != NULL ? text : "", code, sizeof code);
    if (!find_assigned(code, &assigned) || assigned.compound)
        return 0;
    for (int before = line - 1; before > 0 && before >= line - NEAR; before--) {
        const char *other = simt_source_line(path, before);
        if (other != NULL && find_copy(other, &assigned, name, sizeof name) &&
            contains_name(assigned.value, name, strlen(name)))
            return before;
    }
    return 0;
}

/* ---- races ---- */

static bool is_atomic(const struct simt_party *party)
{
    return party->access == SIMT_ACCESS_ATOMIC;
}

/* The barrier between the lines orders them within one turn of a loop: they meet in different ones.
 */
static bool is_next_turn(const struct simt_position *a, const struct simt_position *b, bool warp)
{
    const struct simt_position *low = a->line < b->line ? a : b, *high = low == a ? b : a;
    return strcmp(a->file, b->file) == 0 &&
           has_barrier_between(low->path, low->line, high->line, warp);
}

bool simt_race_in_warp(const struct simt_finding *finding)
{
    const struct simt_thread_id *first = &finding->first.thread, *second = &finding->second.thread;
    return finding->kind == SIMT_FINDING_RACE_WARP ||
           (first->block == second->block &&
            first->thread / SIMT_WARP_SIZE == second->thread / SIMT_WARP_SIZE);
}

/* The two accesses are the two lines of one update, or both its second one. */
static bool is_update_in_two_lines(const struct simt_position *a, const struct simt_position *b)
{
    const struct simt_position *low = a->line < b->line ? a : b, *high = low == a ? b : a;
    const int read =
        strcmp(a->file, b->file) == 0 ? find_read_of_update(high->path, high->line) : 0;
    return read != 0 && (low->line == read || low->line == high->line);
}

enum simt_why simt_race_why(const struct simt_finding *finding, enum simt_ordered order)
{
    const struct simt_party *first = &finding->first, *second = &finding->second;
    struct simt_position here = simt_source_find(first->site);
    struct simt_position there = simt_source_find(second->site);
    bool same_line = simt_source_same_line(&here, &there);
    bool same_block = first->thread.block == second->thread.block;
    bool in_warp = simt_race_in_warp(finding);
    if (finding->kind == SIMT_FINDING_RACE_SAME_VALUE)
        return SIMT_WHY_NONE;
    if (finding->kind == SIMT_FINDING_MISSING_FENCE)
        return order == SIMT_UNFENCED_READER ? SIMT_WHY_AFTER_FLAG_IS_READ
                                             : SIMT_WHY_BEFORE_FLAG_IS_WRITTEN;
    const bool mixed = is_atomic(first) != is_atomic(second);
    if (!mixed && is_update_in_two_lines(&here, &there))
        return SIMT_WHY_LOST_UPDATE;
    if ((same_block || in_warp) && !same_line && is_next_turn(&here, &there, in_warp))
        return SIMT_WHY_NEXT_TURN;
    if (mixed)
        return SIMT_WHY_ATOMIC_AND_PLAIN;
    const char *text = same_line ? simt_source_line(here.path, here.line) : NULL;
    if (text != NULL && is_update(text))
        return SIMT_WHY_LOST_UPDATE;
    return simt_access_writes(first->access) && simt_access_writes(second->access)
               ? SIMT_WHY_TWO_WRITES
               : SIMT_WHY_READ_AND_WRITE;
}
