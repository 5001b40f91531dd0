/* Where the two lines of a race stand in the source says which places for a barrier would end it:
 * those between the lines, and, if a loop goes round both, those in the rest of the loop. Of all
 * places, that which ends most races is taken for the one where a barrier is missing, and so on
 * with the races that are left. A race of which a barrier may not be what is missing, as a lost
 * update, stays a cause of its own. */
#include "causes.h"

#include "finding.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { most_races = 128, most_lines = 400, places_of_one = 3 };

/* A race, and the places that would end it. A place is a line that a barrier would stand before. */
struct race {
    const struct simt_finding_record *record;
    unsigned number;          /* of the finding */
    int low, high;            /* lines */
    bool straight;            /* a barrier between the lines ends it, */
    int loop_first, loop_end; /* or one in the rest of this loop; 0: there is none */
    bool is_told;             /* its cause is known */
};

static unsigned *cause_of; /* by finding; null: each is its own */
static unsigned n_known;

/* ---- loops, as the source shows them ---- */

static bool has_word(const char *text, const char *end, const char *word)
{
    const size_t length = strlen(word);

    for (const char *p = text; p + length <= end; p++) {
        bool starts = p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_');

        if (starts && !strncmp(p, word, length) &&
            !(isalnum((unsigned char)p[length]) || p[length] == '_'))
            return true;
    }
    return false;
}

/* Behind the code of a line, ahead of a comment. */
static const char *end_of_code(const char *text)
{
    const char *comment = strstr(text, "//");

    return comment ? comment : text + strlen(text);
}

static bool begins_loop(const char *path, int line, const char *text, const char *brace)
{
    while (brace > text && isspace((unsigned char)brace[-1]))
        brace--;
    if (brace == text) {
        text = simt_source_whole_line(path, line - 1);
        if (!text)
            return false;
        brace = end_of_code(text);
    }
    return has_word(text, brace, "for") || has_word(text, brace, "while") ||
           has_word(text, brace, "do");
}

/* The line of the brace that ends what begins in line `first`; 0: unknown. */
static int find_end(const char *path, int first)
{
    int depth = 0;

    for (int line = first; line < first + most_lines; line++) {
        const char *text = simt_source_whole_line(path, line);
        const char *end = text ? end_of_code(text) : NULL;

        for (const char *p = text; p < end; p++) {
            depth += (*p == '{') - (*p == '}');
            if (*p == '}' && depth == 0)
                return line;
        }
    }
    return 0;
}

/* The line in which the innermost loop around a line begins; 0: there is none. */
static int find_loop(const char *path, int inner)
{
    int depth = 0;

    for (int line = inner - 1; line > 0 && line > inner - most_lines; line--) {
        const char *text = simt_source_whole_line(path, line);

        for (const char *p = text ? end_of_code(text) : NULL; p > text; p--) {
            depth += (p[-1] == '}') - (p[-1] == '{');
            if (p[-1] == '{' && depth < 0) {
                if (begins_loop(path, line, text, p - 1))
                    return line;
                if (p - 1 == text) /* of a function */
                    return 0;
                depth = 0;
            }
        }
    }
    return 0;
}

/* The innermost loop around both lines. */
static void find_common_loop(const char *path, struct race *race)
{
    int first = find_loop(path, race->low), end = first ? find_end(path, first) : 0;

    while (first && end && end < race->high) {
        first = find_loop(path, first);
        end = first ? find_end(path, first) : 0;
    }
    race->loop_first = end ? first : 0;
    race->loop_end = end;
}

/* ---- races ---- */

static bool needs_barrier(const struct simt_finding_record *record)
{
    const bool one_line = simt_source_same_line(&record->first, &record->second);

    switch (record->finding.why) {
    case SIMT_WHY_NEXT_TURN:
    case SIMT_WHY_READ_AND_WRITE:
        return true;
    case SIMT_WHY_TWO_WRITES:
    case SIMT_WHY_ATOMIC_AND_PLAIN:
        return !one_line;
    default:
        return false;
    }
}

static bool is_within_block(const struct simt_finding_record *record)
{
    return record->finding.kind == SIMT_FINDING_RACE_SHARED ||
           record->finding.kind == SIMT_FINDING_RACE_WARP;
}

static bool is_same_text(const char *a, const char *b)
{
    return a && b && !strcmp(a, b);
}

/* False: it is not known what would end it. */
static bool make_race(unsigned number, struct race *race)
{
    const struct simt_finding_record *record = simt_finding_get(number);
    const struct simt_position *a = &record->first, *b = &record->second;

    if (!is_within_block(record) || !needs_barrier(record) || !is_same_text(a->path, b->path) ||
        !is_same_text(a->function, b->function))
        return false;
    *race = (struct race){.record = record,
                          .number = number,
                          .low = a->line < b->line ? a->line : b->line,
                          .high = a->line < b->line ? b->line : a->line};
    race->straight = race->low < race->high && record->finding.why != SIMT_WHY_NEXT_TURN;
    find_common_loop(a->path, race);
    return race->straight || race->loop_first;
}

static bool ends(int place, const struct race *race)
{
    if (race->straight && place > race->low && place <= race->high)
        return true;
    return race->loop_first && place > race->loop_first && place <= race->loop_end &&
           (place <= race->low || place > race->high);
}

static bool is_same_code(const struct race *a, const struct race *b)
{
    return is_same_text(a->record->launch.kernel, b->record->launch.kernel) &&
           is_same_text(a->record->first.path, b->record->first.path) &&
           is_same_text(a->record->first.function, b->record->first.function);
}

static bool joins(const struct race *race, const struct race *one, int place)
{
    return !race->is_told && is_same_code(race, one) && ends(place, race);
}

/* How well the words of a finding say that a barrier is missing, and for whom. */
static int rank(const struct race *race)
{
    const enum simt_why why = race->record->finding.why;

    return 4 * (race->record->finding.kind == SIMT_FINDING_RACE_SHARED) +
           2 * (race->low < race->high) +
           (why == SIMT_WHY_READ_AND_WRITE || why == SIMT_WHY_NEXT_TURN);
}

/* The place that ends most races with this one among them, and how many. */
static unsigned find_place(const struct race *races, unsigned n, const struct race *one, int *place)
{
    const int places[places_of_one] = {one->high, one->low, one->loop_end};
    unsigned most = 0;

    for (unsigned i = 0; i < places_of_one; i++) {
        unsigned count = 0;

        for (unsigned k = 0; ends(places[i], one) && k < n; k++)
            count += joins(&races[k], one, places[i]);
        if (count > most) {
            most = count;
            *place = places[i];
        }
    }
    return most;
}

static void tell_together(struct race *races, unsigned n, const struct race *one, int place)
{
    const struct race *head = one;

    for (unsigned i = 0; i < n; i++)
        if (joins(&races[i], one, place) && rank(&races[i]) > rank(head))
            head = &races[i];
    for (unsigned i = 0; i < n; i++) {
        if (!joins(&races[i], one, place))
            continue;
        cause_of[races[i].number] = head->number;
        races[i].is_told = true;
    }
}

static void find_causes(struct race *races, unsigned n)
{
    for (;;) {
        const struct race *best = NULL;
        unsigned most = 1;
        int best_place = 0;

        for (unsigned i = 0; i < n; i++) {
            int place = 0;
            unsigned count = races[i].is_told ? 0 : find_place(races, n, &races[i], &place);

            if (count > most) {
                most = count;
                best = &races[i];
                best_place = place;
            }
        }
        if (!best)
            return;
        tell_together(races, n, best, best_place);
    }
}

void simt_causes_find(void)
{
    struct race races[most_races];
    unsigned n = 0;

    free(cause_of);
    n_known = simt_finding_count();
    cause_of = calloc(n_known + 1, sizeof(*cause_of));
    for (unsigned i = 0; cause_of && i < n_known; i++) {
        cause_of[i] = i;
        if (n < most_races && make_race(i, &races[n]))
            n++;
    }
    if (cause_of)
        find_causes(races, n);
}

/* ---- questions ---- */

unsigned simt_cause_of(unsigned index)
{
    return cause_of && index < n_known ? cause_of[index] : index;
}

bool simt_cause_is_part(unsigned index)
{
    return simt_cause_of(index) != index;
}

unsigned simt_cause_count(void)
{
    unsigned count = 0;

    for (unsigned i = 0; i < simt_finding_count(); i++)
        count +=
            !simt_cause_is_part(i) && !simt_finding_is_remark(simt_finding_get(i)->finding.kind);
    return count;
}
