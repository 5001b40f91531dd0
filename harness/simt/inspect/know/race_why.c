#include "race_why.h"

#include <ctype.h>
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

/* True for lines as `bins[k]++`, `total += x` and `total = total + x`, in which an element is
 * changed and no other of its array is read: what atomic functions are for. */
static bool is_update(const char *line)
{
    char code[256];
    squeeze(line, code, sizeof code);
    if (strncmp(code, "for(", 4) == 0)
        return false;
    if (strstr(code, "++") != NULL || strstr(code, "--") != NULL)
        return true;
    const char *equals = find_assignment(code);
    if (equals == NULL)
        return false;
    bool compound = strchr("+-*/|&^", equals[-1]) != NULL;
    const char *end = compound ? equals - 1 : equals;
    const char *start = operand_start(code, end);
    size_t length = (size_t)(end - start);
    const char *value = equals + 1;
    bool points = start > code && start[-1] == '*';
    if (!compound) { /* the element must come again, `total + x` or `*total + x` */
        value += points && *value == '*';
        if (strncmp(value, start, length) != 0 || is_name(value[length]) || length == 0)
            return false;
        value += length;
    }
    size_t name = 0;
    while (name < length && is_name(start[name]))
        name++;
    return name > 0 && !contains_name(value, start, name);
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
    if ((same_block || in_warp) && !same_line && is_next_turn(&here, &there, in_warp))
        return SIMT_WHY_NEXT_TURN;
    if (is_atomic(first) != is_atomic(second))
        return SIMT_WHY_ATOMIC_AND_PLAIN;
    const char *text = same_line ? simt_source_line(here.path, here.line) : NULL;
    if (text != NULL && is_update(text))
        return SIMT_WHY_LOST_UPDATE;
    return simt_access_writes(first->access) && simt_access_writes(second->access)
               ? SIMT_WHY_TWO_WRITES
               : SIMT_WHY_READ_AND_WRITE;
}
