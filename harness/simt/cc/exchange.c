#include "exchange.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST_LOOP = 3,    /* loops in loops that are read twice, for what one turn leaves the next */
    MOST_ACCESSES = 4096 /* of a function between two barriers; a bound on the work */
};

/* An array, a pointer or a variable that several threads may see. */
struct cell {
    size_t name;
    bool is_scalar;
};

struct cells {
    struct cell *items;
    size_t count, capacity;
};

/* One access. The index is its tokens [first, end). */
struct access {
    size_t name, first, end;
    size_t guard;     /* the `if` that lets one thread alone come here; 0: none */
    size_t statement; /* counts statements, with each turn of a loop */
    bool writes;
};

/* What is known while one function is read. */
struct reading {
    const struct simt_source *source;
    const struct simt_declarations *declarations;
    struct cells shared;     /* of the whole file */
    struct cells here;       /* and of this function */
    struct cells hidden;     /* names that are a thread's own in this function */
    struct cells lanes;      /* names whose values are not those of the other lanes */
    struct access *accesses; /* since the latest barrier */
    size_t count, capacity;
    size_t done;  /* those before have been written in this statement or an earlier one */
    size_t guard; /* of what is being read */
    size_t statement;
    unsigned loops;
    size_t found;
};

/* ---- names ----------------------------------------------------------------------------------- */

static const struct cell *find_cell(const struct simt_source *source, const struct cells *cells,
                                    size_t name)
{
    for (size_t i = 0; i < cells->count; i++) {
        if (simt_tokens_are_equal(source, cells->items[i].name, name))
            return &cells->items[i];
    }
    return NULL;
}

static void add_cell(const struct simt_source *source, struct cells *cells, size_t name,
                     bool is_scalar)
{
    if (!simt_token_is_identifier(source, name) || find_cell(source, cells, name) != NULL)
        return;
    struct cell *items = simt_grow(cells->items, cells->count, &cells->capacity, sizeof *items);
    if (items == NULL)
        return; /* one place less to look at */
    cells->items = items;
    items[cells->count++] = (struct cell){name, is_scalar};
}

/* Adds what the declaration with the marker at `marker` declares: the names ahead of = [ , ; */
static void add_declared(const struct simt_source *source, struct cells *cells, size_t marker)
{
    for (size_t i = marker + 1; i + 1 < source->token_count; i++) {
        bool array = simt_token_is(source, i + 1, "[");
        if (simt_token_is_identifier(source, i) &&
            (array || simt_token_is_any(source, i + 1, ",", ";")))
            add_cell(source, cells, i, !array);
        if (simt_token_is_any(source, i, ";", "{", "}", ")"))
            return;
        if (array || simt_token_is_any(source, i, "(", "["))
            i = simt_skip_group(source, array ? i + 1 : i);
    }
}

static bool mentions_shared(const struct reading *reading, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (simt_token_is_identifier(reading->source, i) &&
            (simt_token_is(reading->source, i, "SharedMemory") ||
             find_cell(reading->source, &reading->shared, i) != NULL))
            return true;
    }
    return false;
}

static size_t statement_end(const struct simt_source *source, size_t index, size_t end)
{
    size_t i = index;
    while (i < end && !simt_token_is(source, i, ";"))
        i = simt_skip_group(source, i) + 1;
    return i;
}

/* `float *row = &tile[ty][0];` points to what is shared as well. */
static void add_pointers(struct reading *reading, const struct simt_declaration *d)
{
    const struct simt_source *source = reading->source;
    for (size_t i = d->body; i + 2 < d->last; i++) {
        bool pointer = simt_token_is(source, i, "*") && simt_token_is_identifier(source, i + 1) &&
                       simt_token_is(source, i + 2, "=") && i > 0 &&
                       simt_token_is_identifier(source, i - 1);
        if (pointer && mentions_shared(reading, i + 3, statement_end(source, i + 3, d->last)))
            add_cell(source, &reading->shared, i + 1, false);
    }
}

/* The comma or the ) that ends the argument or parameter at `index`. */
static size_t argument_end(const struct simt_source *source, size_t index, size_t close)
{
    size_t i = index;
    while (i < close && !simt_token_is(source, i, ","))
        i = simt_skip_group(source, i) + 1;
    return i < close ? i : close;
}

/* Whether the function is called anywhere with something shared as its argument number `number`. */
static bool is_given_shared(const struct reading *reading, const struct simt_declaration *d,
                            size_t number)
{
    const struct simt_source *source = reading->source;
    for (size_t i = 0; i + 1 < source->token_count; i++) {
        size_t open = i + 1;
        if (i == d->name || !simt_tokens_are_equal(source, i, d->name))
            continue;
        if (simt_token_is(source, open, "<"))
            open = simt_skip_template_header(source, i, source->token_count) + 1;
        if (!simt_token_is(source, open, "("))
            continue;
        size_t close = simt_skip_group(source, open), at = open + 1;
        for (size_t k = 0; k < number && at < close; k++)
            at = argument_end(source, at, close) + 1;
        if (at < close && mentions_shared(reading, at, argument_end(source, at, close)))
            return true;
    }
    return false;
}

static void add_parameters(struct reading *reading, const struct simt_declaration *d)
{
    const struct simt_source *source = reading->source;
    size_t close = simt_skip_group(source, d->parameters), number = 0;
    for (size_t i = d->parameters + 1; i < close; number++) {
        size_t end = argument_end(source, i, close), name = end - 1;
        bool pointer = false, is_volatile = false;
        for (size_t j = i; j < end; j++) {
            pointer |= simt_token_is_any(source, j, "*", "[");
            is_volatile |= simt_token_is(source, j, "volatile");
            if (simt_token_is(source, j, "["))
                name = j - 1 < name ? j - 1 : name;
        }
        bool given = pointer && !is_volatile && !d->global && is_given_shared(reading, d, number);
        add_cell(source, pointer && (is_volatile || given) ? &reading->here : &reading->hidden,
                 name, false);
        i = end + 1;
    }
}

/* `float s[4];` and `int *s = malloc(n);` in a function are a thread's own, whatever has that name
 * elsewhere. */
static void add_hidden(struct reading *reading, size_t index, bool *is_shared)
{
    const struct simt_source *source = reading->source;
    size_t end = statement_end(source, index, source->token_count);
    bool pointer =
        index > 1 && simt_token_is(source, index - 1, "*") &&
        simt_token_is(source, index + 1, "=") &&
        (simt_token_is_identifier(source, index - 2) || simt_token_is(source, index - 2, ",")) &&
        simt_token_is_identifier(source, index) && !mentions_shared(reading, index + 2, end);
    bool declared =
        simt_token_is_identifier(source, index) &&
        simt_token_is_any(source, index + 1, "[", ";", "=", ",") &&
        (simt_token_is_identifier(source, index - 1) || simt_token_is(source, index - 1, ">")) &&
        !simt_token_is_any(source, index - 1, "return", "else", "case", "goto");
    if (simt_token_is(source, index, "__simt_shared__"))
        *is_shared = true;
    else if (simt_token_is_any(source, index, ";", "{", "}"))
        *is_shared = false;
    else if ((declared || pointer) && !*is_shared)
        add_cell(source, &reading->hidden, index, false);
}

/* Whether something in [first, end) is not the same for all lanes of a warp. */
static bool differs_by_lane(const struct reading *reading, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (simt_token_is_any(reading->source, i, "threadIdx", "thread_rank") ||
            (simt_token_is_identifier(reading->source, i) &&
             find_cell(reading->source, &reading->lanes, i) != NULL))
            return true;
    }
    return false;
}

static void add_lanes(struct reading *reading, const struct simt_declaration *d)
{
    const struct simt_source *source = reading->source;
    size_t close = simt_skip_group(source, d->parameters);
    for (size_t i = d->parameters; !d->global && i < close; i++) {
        if (simt_token_is_any(source, i + 1, ",", ")"))
            add_cell(source, &reading->lanes, i, true);
    }
    for (size_t i = d->body; i + 1 < d->last; i++) {
        size_t end = i + 2;
        if (!simt_token_is_identifier(source, i) || !simt_token_is(source, i + 1, "="))
            continue;
        while (end < d->last && !simt_token_is_any(source, end, ";", ","))
            end = simt_skip_group(source, end) + 1;
        if (differs_by_lane(reading, i + 2, end))
            add_cell(source, &reading->lanes, i, true);
    }
}

/* The names of the function's own: what is shared, pointers to what is volatile, and what hides
 * such names. */
static void add_names(struct reading *reading, const struct simt_declaration *d)
{
    const struct simt_source *source = reading->source;
    bool is_shared = false;
    add_parameters(reading, d);
    add_lanes(reading, d);
    add_lanes(reading, d); /* and what is made of these */
    for (size_t i = d->body; i + 1 < d->last; i++) {
        add_hidden(reading, i, &is_shared);
        if (!simt_token_is(source, i, "volatile"))
            continue;
        size_t j = i + 1;
        while (j < d->last &&
               (simt_token_is_identifier(source, j) || simt_token_is_any(source, j, "*", "::")))
            j++;
        if (simt_token_is(source, j, "=") && simt_token_is(source, j - 2, "*"))
            add_cell(source, &reading->here, j - 1, false);
    }
}

/* ---- accesses -------------------------------------------------------------------------------- */

static bool is_same_index(const struct simt_source *source, const struct access *a,
                          const struct access *b)
{
    if (a->end - a->first != b->end - b->first)
        return false;
    for (size_t i = 0; i < a->end - a->first; i++) {
        if (!simt_tokens_are_equal(source, a->first + i, b->first + i))
            return false;
    }
    return true;
}

/* Whether the thread itself writes the element that it reads, at any place between two barriers. */
static bool is_own(const struct reading *reading, const struct access *read)
{
    for (size_t i = 0; i < reading->count; i++) {
        const struct access *write = &reading->accesses[i];
        bool same = write->writes &&
                    simt_tokens_are_equal(reading->source, write->name, read->name) &&
                    is_same_index(reading->source, write, read);
        if (same && (write->guard == 0 || write->guard == read->guard))
            return true;
    }
    return false;
}

/* Whether the index of a read is that of a write with something added, `s[i - n]` for s[i]; sets
 * `*back` where what is added may lead to a lower element. */
static bool extends_index(const struct simt_source *source, const struct access *read,
                          const struct access *write, bool *back)
{
    size_t next = write->first;
    *back = false;
    for (size_t i = read->first; i < read->end; i++) {
        *back |= simt_token_is_any(source, i, "-", "^", "%", "&", "~");
        if (next < write->end && simt_tokens_are_equal(source, i, next))
            next++;
    }
    return next == write->end;
}

/* Whether threads that run in turn may find written already what they are to read first: s[i - 1]
 * where s[i] is written, or s[k] of an earlier statement. Halves of an array that take turns begin
 * with other words. */
static bool reads_behind(const struct simt_source *source, const struct access *read,
                         const struct access *write)
{
    bool back, extends = extends_index(source, read, write, &back);
    bool has_index = read->end > read->first + 1 && write->end > write->first + 1;
    if (!has_index || !simt_tokens_are_equal(source, read->first + 1, write->first + 1))
        return false;
    return extends ? back : read->statement != write->statement;
}

/* Whether it is the first element, which the first thread has written ahead of all others. */
static bool is_first(const struct simt_source *source, const struct access *read)
{
    for (size_t i = read->first; i < read->end; i++) {
        if (!simt_token_is_any(source, i, "[", "0", "]"))
            return false;
    }
    return read->end > read->first;
}

/* At a barrier: looks at what has been read and written since the one before. */
static void judge(struct reading *reading)
{
    for (size_t i = 0; i < reading->count && reading->found == SIMT_NO_MATCH; i++) {
        const struct access *read = &reading->accesses[i];
        if (read->writes || is_own(reading, read) || is_first(reading->source, read))
            continue;
        for (size_t j = 0; j < reading->count; j++) {
            const struct access *write = &reading->accesses[j];
            bool alone = write->guard != 0 && write->guard == read->guard;
            bool apart = write->guard != 0 || differs_by_lane(reading, write->first, write->end);
            if (write->writes && !alone && apart &&
                simt_tokens_are_equal(reading->source, write->name, read->name) &&
                (j < i || reads_behind(reading->source, read, write))) {
                reading->found = read->name;
                break;
            }
        }
    }
    reading->count = reading->done = 0;
}

static void add_access(struct reading *reading, struct access access)
{
    if (reading->count == MOST_ACCESSES)
        return;
    struct access *items =
        simt_grow(reading->accesses, reading->count, &reading->capacity, sizeof *items);
    if (items == NULL)
        return;
    reading->accesses = items;
    access.guard = reading->guard;
    access.statement = reading->statement;
    items[reading->count++] = access;
}

/* A statement's writes come after its reads. */
static void end_statement(struct reading *reading)
{
    size_t kept = reading->done;
    for (size_t i = reading->done; i < reading->count; i++) {
        struct access access = reading->accesses[i];
        if (access.writes)
            continue;
        memmove(&reading->accesses[kept + 1], &reading->accesses[kept], (i - kept) * sizeof access);
        reading->accesses[kept++] = access;
    }
    reading->done = reading->count;
    reading->statement++;
}

/* Whether the operator at `index` stands ahead of its operand, as * and & can. */
static bool is_prefix(const struct simt_source *source, size_t index)
{
    return index > 0 && !simt_token_is_any(source, index - 1, ")", "]") &&
           (source->tokens[index - 1].kind == SIMT_TOKEN_PUNCTUATOR ||
            simt_token_is_any(source, index - 1, "return"));
}

static bool is_step(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "+", "-") &&
           simt_tokens_are_equal(source, index, index + 1) &&
           source->tokens[index].start + 1 == source->tokens[index + 1].start;
}

/* Adds what is done to the element whose expression is [first, end), with its index in [index, …).
 */
static void add_element(struct reading *reading, size_t name, size_t first, size_t index,
                        size_t end)
{
    static const char *const changes[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", NULL};
    const struct simt_source *source = reading->source;
    struct access access = {.name = name, .first = index, .end = end};
    size_t next = end;
    if (first > 0 && simt_token_is(source, first - 1, "&") && is_prefix(source, first - 1))
        return; /* an address, for an atomic function as a rule */
    while (simt_token_is(source, next, ".") && simt_token_is_identifier(source, next + 1))
        next += 2;
    bool steps = is_step(source, next) || (first > 1 && is_step(source, first - 2));
    bool changed = steps || simt_token_is_among(source, next, changes) ||
                   (simt_token_is_any(source, next, "<", ">") &&
                    simt_token_is_any(source, next + 1, "<=", ">="));
    bool assigned = simt_token_is(source, next, "=");
    if (!assigned)
        add_access(reading, access);
    access.writes = true;
    if (assigned || changed)
        add_access(reading, access);
}

/* Reads the name at `index`, if it is one that threads share. The reads in its index follow. */
static void read_name(struct reading *reading, size_t index)
{
    const struct simt_source *source = reading->source;
    const struct cell *cell = find_cell(source, &reading->here, index);
    if (cell == NULL && find_cell(source, &reading->hidden, index) == NULL)
        cell = find_cell(source, &reading->shared, index);
    if (cell == NULL || (index > 0 && simt_token_is_any(source, index - 1, ".", "->", "::")))
        return;
    size_t first = index, subscripts = index + 1, end;
    if (simt_token_is(source, subscripts, ")") && source->tokens[subscripts].match < index) {
        first = source->tokens[subscripts].match; /* ((volatile float *)s)[i] */
        subscripts++;
    }
    for (end = subscripts; simt_token_is(source, end, "["); end++)
        end = simt_skip_group(source, end);
    if (end > subscripts) {
        add_element(reading, index, first, subscripts, end);
    } else if (cell->is_scalar) {
        add_element(reading, index, index, index + 1, index + 1);
    } else if (index > 0 && simt_token_is(source, index - 1, "*") && is_prefix(source, index - 1)) {
        add_element(reading, index, index - 1, index - 1, index + 1);
    } else if (index > 1 && simt_token_is(source, index - 1, "(") &&
               simt_token_is(source, index - 2, "*") && is_prefix(source, index - 2)) {
        end = simt_skip_group(source, index - 1) + 1; /* *(s + i) */
        add_element(reading, index, index - 2, index - 1, end);
    }
}

/* ---- statements ------------------------------------------------------------------------------ */

static bool contains(const struct simt_source *source, size_t index, const char *word)
{
    const struct simt_token *token = &source->tokens[index];
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= token->length; i++) {
        if (memcmp(source->text + token->start + i, word, length) == 0)
            return true;
    }
    return false;
}

/* Whether the call at `index` has the lanes of a warp wait for each other. */
static bool is_barrier(const struct simt_source *source, size_t index)
{
    return simt_token_is_identifier(source, index) && simt_token_is(source, index + 1, "(") &&
           (contains(source, index, "sync") || contains(source, index, "shfl") ||
            contains(source, index, "wait"));
}

/* Whether the function called at `index` is one of the program's with a barrier in it. */
static bool calls_barrier(const struct reading *reading, size_t index)
{
    const struct simt_source *source = reading->source;
    if (!simt_token_is_identifier(source, index) || !simt_token_is_any(source, index + 1, "(", "<"))
        return false;
    for (size_t i = 0; i < reading->declarations->count; i++) {
        const struct simt_declaration *d = &reading->declarations->items[i];
        if (d->kind != SIMT_DECLARES_FUNCTION || d->body == SIMT_NO_MATCH ||
            d->name == SIMT_NO_MATCH || !simt_tokens_are_equal(source, d->name, index))
            continue;
        for (size_t j = d->body; j < d->last; j++) {
            if (is_barrier(source, j))
                return true;
        }
    }
    return false;
}

/* Whether one thread alone meets the condition: `tid == 0`, `!threadIdx.x`. */
static bool is_for_one(const struct simt_source *source, size_t open)
{
    static const char *const words[] = {"threadIdx", "tid", "thid", "lane", "thread", "rank"};
    size_t close = simt_skip_group(source, open);
    bool one = simt_token_is(source, open + 1, "!"), thread = false;
    for (size_t i = open; i < close; i++) {
        one |= simt_token_is(source, i, "==");
        if (simt_token_is_any(source, i, "/", "%", ">", "<") ||
            (simt_token_is(source, i, "&") && !simt_token_is(source, i + 1, "&") &&
             !simt_token_is(source, i - 1, "&")))
            return false; /* a warp, or one thread of each */
        for (size_t j = 0; simt_token_is_identifier(source, i) && j < 6; j++)
            thread |= contains(source, i, words[j]);
    }
    return one && thread;
}

static void read_statement(struct reading *reading, size_t *index, size_t end);

static void read_expression(struct reading *reading, size_t first, size_t end)
{
    for (size_t i = first; i < end && reading->found == SIMT_NO_MATCH; i++) {
        if (is_barrier(reading->source, i) || calls_barrier(reading, i)) {
            end_statement(reading);
            judge(reading);
        } else if (simt_token_is_identifier(reading->source, i)) {
            read_name(reading, i);
        } else if (simt_token_is_any(reading->source, i, ";", "{", "}")) {
            end_statement(reading);
        }
    }
    end_statement(reading);
}

/* A loop: what is in [head, head_end), and the statement at *index. */
static void read_loop(struct reading *reading, size_t head, size_t head_end, size_t *index,
                      size_t end)
{
    unsigned turns = reading->loops < DEEPEST_LOOP ? 2 : 1;
    size_t begin = *index;
    reading->loops++;
    for (unsigned turn = 0; turn < turns; turn++) {
        *index = begin;
        read_expression(reading, head, head_end);
        read_statement(reading, index, end);
    }
    reading->loops--;
}

static void read_branch(struct reading *reading, size_t open, size_t *index, size_t end)
{
    size_t outer = reading->guard;
    read_expression(reading, open, simt_skip_group(reading->source, open));
    if (outer == 0 && is_for_one(reading->source, open))
        reading->guard = open;
    read_statement(reading, index, end);
    reading->guard = outer;
    if (simt_token_is(reading->source, *index, "else")) {
        ++*index;
        read_statement(reading, index, end);
    }
}

/* Reads the statement at `*index`, and moves behind it. */
static void read_statement(struct reading *reading, size_t *index, size_t end)
{
    const struct simt_source *source = reading->source;
    size_t first = *index, open = first + 1;
    if (first >= end)
        return;
    if (simt_token_is(source, first, "if") && simt_token_is(source, open, "constexpr"))
        open++;
    bool control = simt_token_is_any(source, first, "for", "while", "if", "switch") &&
                   simt_token_is(source, open, "(");
    if (simt_token_is(source, first, "{")) {
        size_t close = simt_skip_group(source, first);
        ++*index;
        while (*index < close && reading->found == SIMT_NO_MATCH)
            read_statement(reading, index, close);
        *index = close + 1;
    } else if (control) {
        *index = simt_skip_group(source, open) + 1;
        if (simt_token_is_any(source, first, "for", "while"))
            read_loop(reading, open, *index, index, end);
        else
            read_branch(reading, open, index, end);
    } else if (simt_token_is(source, first, "do")) {
        ++*index;
        read_loop(reading, first, first, index, end);
    } else {
        bool declares = false;
        *index = statement_end(source, first, end) + 1;
        for (size_t i = first; i < *index && i < end && !declares; i++)
            declares = simt_token_is(source, i, "__simt_shared__");
        if (!declares)
            read_expression(reading, first, *index < end ? *index : end);
    }
}

static void read_function(struct reading *reading, const struct simt_declaration *d)
{
    size_t index = d->body;
    reading->here.count = reading->hidden.count = reading->lanes.count = reading->count =
        reading->done = 0;
    reading->guard = reading->loops = 0;
    add_names(reading, d);
    if (reading->here.count == 0 && reading->shared.count == 0)
        return;
    read_statement(reading, &index, d->last + 1);
    judge(reading);
}

static bool is_device_function(const struct simt_declaration *d)
{
    return d->kind == SIMT_DECLARES_FUNCTION && d->body != SIMT_NO_MATCH &&
           d->parameters != SIMT_NO_MATCH && (d->device || d->global);
}

size_t simt_exchange_find(const struct simt_source *source,
                          const struct simt_declarations *declarations)
{
    struct reading reading = {
        .source = source, .declarations = declarations, .found = SIMT_NO_MATCH};
    for (size_t i = 0; i < source->token_count; i++) {
        if (simt_token_is(source, i, "__simt_shared__") && !source->tokens[i].system)
            add_declared(source, &reading.shared, i);
    }
    for (size_t i = 0; i < declarations->count; i++) {
        if (is_device_function(&declarations->items[i]))
            add_pointers(&reading, &declarations->items[i]);
    }
    for (size_t i = 0; i < declarations->count && reading.found == SIMT_NO_MATCH; i++) {
        if (is_device_function(&declarations->items[i]))
            read_function(&reading, &declarations->items[i]);
    }
    free(reading.shared.items);
    free(reading.here.items);
    free(reading.hidden.items);
    free(reading.lanes.items);
    free(reading.accesses);
    return reading.found;
}
