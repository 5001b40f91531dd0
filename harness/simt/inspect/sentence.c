#include "sentence.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- threads ---- */

/* Writes "(3,4)" for a linear index in an extent. */
static void write_index(uint64_t index, const struct dim3 *extent, char *text, size_t size)
{
    uint64_t x = index % extent->x;
    uint64_t y = index / extent->x % extent->y;
    uint64_t z = index / extent->x / extent->y;
    if (extent->z > 1)
        (void)snprintf(text, size, "(%llu,%llu,%llu)", (unsigned long long)x, (unsigned long long)y,
                       (unsigned long long)z);
    else if (extent->y > 1)
        (void)snprintf(text, size, "(%llu,%llu)", (unsigned long long)x, (unsigned long long)y);
    else
        (void)snprintf(text, size, "(%llu)", (unsigned long long)x);
}

void simt_thread_words(const struct simt_launch_info *launch, struct simt_thread_id id, char *text,
                       size_t size)
{
    static const struct dim3 linear = {UINT32_MAX, 1, 1};
    char thread[48], block[72];
    bool known = launch != NULL && launch->grid.x > 0 && launch->grid.y > 0 &&
                 launch->block.x > 0 && launch->block.y > 0;
    write_index(id.thread, known ? &launch->block : &linear, thread, sizeof thread);
    write_index(id.block, known ? &launch->grid : &linear, block, sizeof block);
    (void)snprintf(text, size, "thread %s of block %s", thread, block);
}

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
    if (!compound) { /* the element must come again */
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

/* A race as its sentence needs it: the places by party and in the order of the source. Words are
 * "line 12", or "line 12 of a.cuh" where the files differ. */
struct race {
    const struct simt_finding *finding;
    struct simt_position low, high;
    char first_words[96], second_words[96];
    const char *low_words, *high_words;
    const char *reader_words, *writer_words;
    char both_words[208]; /* "line 12 and line 14", or "line 12" if they are one */
    bool same_line, same_block, same_warp;
    bool one_atomic; /* and the other access is none */
    bool both_write;
    bool update; /* one line that changes an element in place */
};

static void write_line(const struct simt_position *position, bool with_file, char *text,
                       size_t size)
{
    const char *slash = strrchr(position->file, '/');
    if (position->line == 0)
        (void)snprintf(text, size, "an unknown line");
    else if (with_file)
        (void)snprintf(text, size, "line %d of %.64s", position->line,
                       slash != NULL ? slash + 1 : position->file);
    else
        (void)snprintf(text, size, "line %d", position->line);
}

static void find_places(struct race *race)
{
    struct simt_position first = simt_source_find(race->finding->first.site);
    struct simt_position second = simt_source_find(race->finding->second.site);
    bool one_file = strcmp(first.file, second.file) == 0;
    bool first_is_low = one_file && first.line < second.line;
    bool first_writes = simt_access_writes(race->finding->first.access);
    race->low = first_is_low ? first : second;
    race->high = first_is_low ? second : first;
    race->same_line = simt_source_same_line(&first, &second);
    write_line(&first, !one_file, race->first_words, sizeof race->first_words);
    write_line(&second, !one_file, race->second_words, sizeof race->second_words);
    race->low_words = first_is_low ? race->first_words : race->second_words;
    race->high_words = first_is_low ? race->second_words : race->first_words;
    race->writer_words = race->same_line ? "the same line"
                         : first_writes  ? race->first_words
                                         : race->second_words;
    race->reader_words = first_writes ? race->second_words : race->first_words;
    if (first.line == 0 && second.line == 0)
        (void)snprintf(race->both_words, sizeof race->both_words, "the two accesses");
    else
        (void)snprintf(race->both_words, sizeof race->both_words, "%s%s%s", race->low_words,
                       race->same_line ? "" : " and ", race->same_line ? "" : race->high_words);
}

/* `race` must stay where it is: it points into itself. */
static void describe(const struct simt_finding *finding, struct race *race)
{
    const struct simt_party *first = &finding->first, *second = &finding->second;
    *race = (struct race){.finding = finding};
    race->same_block = first->thread.block == second->thread.block;
    race->same_warp = race->same_block && first->thread.thread / SIMT_WARP_SIZE ==
                                              second->thread.thread / SIMT_WARP_SIZE;
    race->one_atomic =
        (first->access == SIMT_ACCESS_ATOMIC) != (second->access == SIMT_ACCESS_ATOMIC);
    race->both_write = simt_access_writes(first->access) && simt_access_writes(second->access);
    find_places(race);
    const char *text = race->same_line ? simt_source_line(race->low.path, race->low.line) : NULL;
    race->update = text != NULL && is_update(text);
}

#define SAY(...) (void)snprintf(finding->sentence, sizeof finding->sentence, __VA_ARGS__)

/* What is the matter, for sentences that have said what is missing. */
static const char *conflict(const struct race *race)
{
    if (race->one_atomic)
        return "one thread uses an atomic function on what another accesses without";
    if (race->both_write)
        return "two threads write to one element, and which value stays is chance";
    return "one thread reads what another writes, and nothing says which comes first";
}

/* One line in which threads that a barrier could order get in each other's way. */
static void say_same_line(struct simt_finding *finding, const struct race *race,
                          const char *barrier)
{
    if (race->update)
        SAY("Several threads change one element in %s, and changes get lost: use an atomic "
            "function, as atomicAdd(), or let each thread change an element of its own.",
            race->low_words);
    else if (race->both_write)
        SAY("Two threads write to one element in %s, and which value stays is chance: let one "
            "thread write it, or give each thread an element of its own.",
            race->low_words);
    else
        SAY("In %s one thread reads what another writes: read into a variable of the thread, then "
            "%s, then write. In a loop, %s may be missing at the end of each turn.",
            race->low_words, barrier, barrier);
}

/* Between threads of one block, or lanes of one warp. */
static void say_barrier(struct simt_finding *finding, const struct race *race, bool warp)
{
    const char *barrier = warp ? "__syncwarp()" : "__syncthreads()";
    const char *advice = warp ? "; the lanes of a warp need not run in step" : "";
    bool in_loop = !race->same_line && strcmp(race->low.file, race->high.file) == 0 &&
                   has_barrier_between(race->low.path, race->low.line, race->high.line, warp);
    if (race->one_atomic && !in_loop)
        SAY("%s access one element in %s, one by an atomic function and one without: put a "
            "barrier between them, as %s, or, where either may come first, use an atomic function "
            "for both.",
            warp ? "Two lanes of a warp" : "Two threads", race->both_words, barrier);
    else if (race->same_line)
        say_same_line(finding, race, barrier);
    else if (in_loop)
        SAY("%s is missing between %s and the next turn of the loop, which comes to %s again: %s; "
            "the barrier between the two lines orders them within one turn only.",
            barrier, race->high_words, race->low_words, conflict(race));
    else
        SAY("%s is missing between %s: %s%s.", barrier, race->both_words, conflict(race), advice);
}

/* Between blocks, which nothing orders within a launch. */
static void say_blocks(struct simt_finding *finding, const struct race *race)
{
    if (race->one_atomic)
        SAY("Threads of different blocks access one element in %s, one by an atomic function and "
            "one without: use an atomic function for both, or read the result in a later kernel.",
            race->both_words);
    else if (race->update)
        SAY("Threads of different blocks change one element in %s, and changes get lost, for "
            "blocks run in any order and at the same time: use an atomic function, as atomicAdd(), "
            "or let each thread change an element of its own.",
            race->low_words);
    else if (race->both_write)
        SAY("Threads of different blocks write to one element in %s, and which value stays is "
            "chance, for blocks run in any order and at the same time: give each thread an element "
            "of its own, or let one thread write it.",
            race->both_words);
    else
        SAY("A thread of one block reads in %s what one of another block writes in %s, and which "
            "comes first is chance, for blocks run in any order and at the same time, and "
            "__syncthreads() does not reach beyond its block: write to another array, or make two "
            "kernels of this one.",
            race->reader_words, race->writer_words);
}

static void say_same_value(struct simt_finding *finding, const struct race *race, const char *value)
{
    char of_value[48] = "";
    if (value != NULL)
        (void)snprintf(of_value, sizeof of_value, " (%.40s)", value);
    if (race->same_block)
        SAY("Two threads write the same value%s to one element in %s: the result does not depend "
            "on which comes last, but it is a race all the same. Let one thread write it, as with "
            "if (threadIdx.x == 0), or use atomicExch().",
            of_value, race->both_words);
    else
        SAY("Threads of different blocks write the same value%s to one element in %s: the result "
            "does not depend on which comes last, but it is a race all the same. Let one thread "
            "write it, if (blockIdx.x == 0 && threadIdx.x == 0), or a launch before, or use "
            "atomicExch().",
            of_value, race->both_words);
}

static void say_fence(struct simt_finding *finding, const struct race *race,
                      enum simt_ordered order)
{
    const char *fence = race->same_block ? "__threadfence_block()" : "__threadfence()";
    if (order == SIMT_UNFENCED_READER)
        SAY("A flag or counter tells that %s is done, and the thread that came to %s has read it, "
            "but it may have accessed memory ahead of that: put %s, or a barrier, after the flag "
            "is read and before the memory is accessed.",
            race->second_words, race->first_words, fence);
    else
        SAY("A flag or counter tells that %s is done, but other threads may see the flag first and "
            "old memory in %s: put %s between the access and the write of the flag.",
            race->second_words, race->first_words, fence);
}

void simt_finding_race_sentence(struct simt_finding *finding, const struct simt_race_facts *facts)
{
    struct race race;
    describe(finding, &race);
    if (finding->kind == SIMT_FINDING_RACE_SAME_VALUE)
        say_same_value(finding, &race, facts->value);
    else if (finding->kind == SIMT_FINDING_MISSING_FENCE)
        say_fence(finding, &race, facts->order);
    else if (finding->kind == SIMT_FINDING_RACE_WARP || race.same_warp)
        say_barrier(finding, &race, true);
    else if (race.same_block)
        say_barrier(finding, &race, false);
    else
        say_blocks(finding, &race);
}
