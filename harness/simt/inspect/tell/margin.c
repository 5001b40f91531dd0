#include "margin.h"

#include "counts.h"
#include "json_text.h"
#include "name.h"
#include "source.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

enum {
    LEAST_COLUMNS = 80,
    MOST_COLUMNS = 100,
    MARGIN = 32,    /* columns before the line's number */
    MOST_NOTES = 4, /* of one line and kind of access */
    NOTE_BYTES = 240,
    SEARCHED_LINES = 60, /* for the beginning or the end of a function */
    MOST_GAP = 10,       /* lines without accesses that are shown between two with some */
    TAB = 4,
};

/* Over this many times the ideal is worth a remark. */
static const double BAD_RATIO = 1.5;
/* A line with less of its kernel's requests is not. */
static const double SMALL_SHARE = 0.02;

/* ---- rows: accesses of one kind from one line of one kernel ---------------------------------- */

struct row {
    size_t kernel_order; /* of kernels, as they first ran */
    const char *kernel;
    struct simt_position position;
    enum simt_count_space space;
    enum simt_count_kind kind;
    bool also_store; /* loads and stores alike, in one row */
    struct simt_tally tally;
    const struct simt_first_request *first;
    double share; /* of its kernel's requests */
};

struct rows {
    struct row *all;
    size_t number;
};

static int compare_places(const struct row *a, const struct row *b)
{
    if (a->kernel_order != b->kernel_order)
        return a->kernel_order < b->kernel_order ? -1 : 1;
    int files = strcmp(a->position.file, b->position.file);
    if (files != 0)
        return files;
    return (a->position.line > b->position.line) - (a->position.line < b->position.line);
}

static int compare_rows(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int places = compare_places(a, b);
    if (places != 0)
        return places;
    if (a->space != b->space)
        return a->space < b->space ? -1 : 1;
    return (a->kind > b->kind) - (a->kind < b->kind);
}

/* All members are sums. */
static void add_tally(struct simt_tally *to, const struct simt_tally *from)
{
    uint64_t *sums = (uint64_t *)to;
    const uint64_t *more = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof(*to) / sizeof(*sums); i++)
        sums[i] += more[i];
}

static size_t kernel_order(const char *kernel)
{
    size_t i = 0;
    while (simt_counts_get(i)->kernel != kernel)
        i++;
    return i;
}

static void find_shares(struct rows *rows)
{
    for (size_t begin = 0, end; begin < rows->number; begin = end) {
        double requests = 0;
        for (end = begin; end < rows->number && rows->all[end].kernel == rows->all[begin].kernel;
             end++)
            requests += (double)rows->all[end].tally.requests;
        for (size_t i = begin; i < end; i++)
            rows->all[i].share = (double)rows->all[i].tally.requests / requests;
    }
}

/* All rows, by kernel, file, line. The caller frees .all; null also if there is no memory. */
static struct rows make_rows(void)
{
    size_t number = 0;
    while (simt_counts_get(number) != NULL)
        number++;
    struct rows rows = {.all = calloc(number + 1, sizeof(*rows.all))};
    if (rows.all == NULL)
        return rows;
    for (size_t i = 0; i < number; i++) {
        const struct simt_count *count = simt_counts_get(i);
        rows.all[i] = (struct row){
            .kernel_order = kernel_order(count->kernel),
            .kernel = count->kernel,
            .position = simt_source_find(count->site),
            .space = count->space,
            .kind = count->kind,
            .tally = count->tally,
            .first = &count->first,
        };
    }
    qsort(rows.all, number, sizeof(*rows.all), compare_rows);
    for (size_t i = 0; i < number; i++) {
        struct row *last = rows.number == 0 ? NULL : &rows.all[rows.number - 1];
        if (last != NULL && compare_rows(last, &rows.all[i]) == 0)
            add_tally(&last->tally, &rows.all[i].tally);
        else
            rows.all[rows.number++] = rows.all[i];
    }
    find_shares(&rows);
    return rows;
}

/* ---- what is wrong with a row ---------------------------------------------------------------- */

struct notes {
    char text[MOST_NOTES][NOTE_BYTES];
    unsigned number;
};

__attribute__((format(printf, 2, 3))) static void note(struct notes *notes, const char *format, ...)
{
    if (notes->number == MOST_NOTES)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(notes->text[notes->number++], NOTE_BYTES, format, arguments);
    va_end(arguments);
}

static double per_request(const struct row *row, uint64_t sum)
{
    return row->tally.requests == 0 ? 0 : (double)sum / (double)row->tally.requests;
}

static double cost(const struct row *row)
{
    bool is_global = row->space == SIMT_COUNT_GLOBAL;
    return per_request(row, is_global ? row->tally.sectors : row->tally.wavefronts);
}

static double ideal_cost(const struct row *row)
{
    bool is_global = row->space == SIMT_COUNT_GLOBAL;
    return per_request(row, is_global ? row->tally.ideal_sectors : row->tally.ideal_wavefronts);
}

/* "4", "4.5", "1234". */
static const char *short_number(double value, char text[16])
{
    bool is_whole = fabs(value - round(value)) < 0.05 || value >= 100;
    snprintf(text, 16, is_whole ? "%.0f" : "%.1f", value);
    return text;
}

/* Bytes from each lane of the first request to the next, where most of them agree; else 0. */
static int64_t usual_stride(const struct simt_first_request *first)
{
    int64_t stride = 0;
    unsigned pairs = 0, agree = 0;
    for (unsigned lane = 0; lane + 1 < SIMT_WARP_SIZE; lane++) {
        if ((first->active >> lane & 3) != 3)
            continue;
        int64_t step = (int64_t)(first->addresses[lane + 1] - first->addresses[lane]);
        if (pairs++ == 0)
            stride = step;
        agree += step == stride;
    }
    return 2 * agree > pairs ? stride : 0;
}

/* "floats", or "elements" of another size. */
static void element_words(const struct row *row, char *text, size_t size)
{
    const struct simt_first_request *first = row->first;
    bool is_known = first->type[0] != '\0' && first->element_bytes == first->bytes;
    snprintf(text, size, "%ss", is_known ? first->type : "element");
}

/* A struct, whole or a member of it, that the next thread's struct follows. */
static bool is_of_struct(const struct simt_first_request *first)
{
    bool is_whole = first->bytes > 16 || (first->bytes & (first->bytes - 1)) != 0;
    int64_t stride = usual_stride(first);
    return is_whole || (first->element_bytes > first->bytes && stride == first->element_bytes);
}

static void note_sectors(const struct row *row, struct notes *notes)
{
    static const char *const plurals[] = {"loads", "stores", "atomics"};
    static const char *const verbs[] = {"read", "write", "update"};
    const char *verb = row->also_store ? "use" : verbs[row->kind];
    const char *plural = row->also_store ? "accesses" : plurals[row->kind];
    char lanes[16], sectors[16], ideal[16], elements[48], advice[192];
    int64_t stride = llabs(usual_stride(row->first)), size = row->first->bytes;
    element_words(row, elements, sizeof(elements));
    if (is_of_struct(row->first))
        snprintf(advice, sizeof(advice),
                 "structs of %lld bytes lie side by side; keep each member in an array of its own",
                 (long long)stride);
    else if (size > 0 && stride % size == 0 && stride > size)
        snprintf(advice, sizeof(advice),
                 "they lie %lld %s apart; neighbouring threads should %s neighbouring %s",
                 (long long)(stride / size), elements, verb, elements);
    else
        snprintf(advice, sizeof(advice), "neighbouring threads should %s neighbouring %s", verb,
                 elements);
    note(notes, "each warp's %s %s touch %s sectors, %s would do: %s",
         short_number(per_request(row, row->tally.active_lanes), lanes), plural,
         short_number(cost(row), sectors), short_number(ideal_cost(row), ideal), advice);
}

static void note_conflicts(const struct row *row, struct notes *notes)
{
    char ways[16], elements[48];
    int64_t stride = usual_stride(row->first), size = row->first->bytes;
    int64_t step = size == 0 || stride % size != 0 ? 0 : llabs(stride) / size;
    short_number(cost(row) / ideal_cost(row), ways);
    element_words(row, elements, sizeof(elements));
    if (step >= 8)
        note(notes,
             "%s-way bank conflict: threads %lld %s apart share a bank; pad the row to %lld %s, or "
             "let each thread begin at another place of its row",
             ways, (long long)step, elements, (long long)step + 1, elements);
    else if (step >= 2)
        note(notes,
             "%s-way bank conflict: neighbouring threads use words %lld %s apart, let them use "
             "neighbouring ones",
             ways, (long long)step, elements);
    else
        note(notes, "%s-way bank conflict: lanes use different words of the same bank", ways);
}

static void note_lanes(const struct row *row, struct notes *notes)
{
    double active = (double)row->tally.active_lanes, idle = (double)row->tally.idle_lanes;
    double waits = idle / (active + idle);
    char lanes[16], all[16];
    short_number(per_request(row, row->tally.idle_lanes), lanes);
    short_number(per_request(row, row->tally.active_lanes + row->tally.idle_lanes), all);
    if (waits > 0.45 && waits < 0.55)
        note(notes, "half of the lanes wait here: the branch splits warps");
    else
        note(notes, "%s of %s lanes wait here: the branch splits warps", lanes, all);
}

static void find_notes(const struct row *row, struct notes *notes)
{
    char lanes[16];
    notes->number = 0;
    if (row->space == SIMT_COUNT_NO_SPACE || row->share < SMALL_SHARE)
        return;
    if (cost(row) > BAD_RATIO * ideal_cost(row)) {
        if (row->space == SIMT_COUNT_GLOBAL)
            note_sectors(row, notes);
        else if (row->space == SIMT_COUNT_SHARED)
            note_conflicts(row, notes);
        else
            note(notes,
                 "each warp reads %s addresses, but constant memory gives one at a time: use "
                 "global or shared memory",
                 short_number(cost(row), lanes));
    }
    double serial = per_request(row, row->tally.atomic_serial);
    if (serial > BAD_RATIO)
        note(notes, "%s lanes update one address and take turns: combine in the warp first",
             short_number(serial, lanes));
    double active = (double)row->tally.active_lanes, idle = (double)row->tally.idle_lanes;
    if (active + idle > BAD_RATIO * active)
        note_lanes(row, notes);
}

/* ---- source text ----------------------------------------------------------------------------- */

/* Where the function that holds the line begins: its head, or shortly before the line. */
static int function_begin(const char *path, int line)
{
    for (int i = line; i > line - SEARCHED_LINES && i >= 1; i--) {
        const char *words = simt_source_whole_line(path, i);
        if (words == NULL || (i < line && words[0] == '}'))
            break;
        if (strstr(words, "__global__") != NULL || strstr(words, "__device__") != NULL)
            return i;
    }
    return line > 2 ? line - 2 : 1;
}

static int function_end(const char *path, int line)
{
    const char *words = "";
    for (int i = line; i < line + SEARCHED_LINES && words != NULL; i++) {
        words = simt_source_whole_line(path, i);
        if (words != NULL && words[0] == '}')
            return i;
    }
    return simt_source_whole_line(path, line + 2) != NULL ? line + 1 : line;
}

/* ---- printing -------------------------------------------------------------------------------- */

static int columns_of(FILE *stream)
{
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return MOST_COLUMNS;
    if (size.ws_col < LEAST_COLUMNS)
        return LEAST_COLUMNS;
    return size.ws_col > MOST_COLUMNS ? MOST_COLUMNS : size.ws_col;
}

/* The text, cut where it would pass the last column; its characters may have several bytes. */
static void print_cut(FILE *stream, const char *text, int column, int columns)
{
    int begin = column;
    for (; *text != '\0'; text++) {
        bool begins = ((unsigned char)*text & 0xc0) != 0x80;
        if (begins && column >= columns)
            break;
        if (*text == '\t') {
            int blanks = TAB - (column - begin) % TAB;
            fprintf(stream, "%*s", blanks, "");
            column += blanks;
        } else {
            fputc(*text, stream);
            column += begins;
        }
    }
    fputc('\n', stream);
}

/* The text in lines, broken at blanks, after a first mark. */
static void print_note(FILE *stream, const char *text, int columns)
{
    static const char *const indents[] = {"    ! ", "      "};
    for (bool more = false; *text != '\0'; more = true) {
        int room = columns - 6, length = (int)strlen(text);
        if (length > room) {
            for (length = room; length > 0 && text[length] != ' ';)
                length--;
            length = length == 0 ? room : length;
        }
        fprintf(stream, "%s%.*s\n", indents[more], length, text);
        text += length;
        text += *text == ' ';
    }
}

/* "32768", "1.05M". */
static const char *short_count(uint64_t value, char text[16])
{
    if (value < 1000000)
        snprintf(text, 16, "%u", (unsigned)value);
    else if (value < 1000000000)
        snprintf(text, 16, "%.2fM", (double)value / 1e6);
    else
        snprintf(text, 16, "%.2fG", (double)value / 1e9);
    return text;
}

static void print_margin(FILE *stream, const struct row *row, bool is_bad)
{
    static const char *const kinds[] = {"ld", "st", "at", "bar", "warp"};
    static const char *const units[] = {"sec", "wf", "get", ""};
    char requests[16], value[16], ideal[16], price[48] = "", lanes[16];
    if (row->space != SIMT_COUNT_NO_SPACE)
        snprintf(price, sizeof(price), "%s (%s) %s", short_number(cost(row), value),
                 short_number(ideal_cost(row), ideal), units[row->space]);
    fprintf(stream, "%c%-5s %7s %12s %4s", is_bad ? '!' : ' ',
            row->also_store ? "ld+st" : kinds[row->kind],
            short_count(row->tally.requests, requests), price,
            short_number(per_request(row, row->tally.active_lanes), lanes));
}

static void print_source(FILE *stream, int line, const char *text, int columns)
{
    fprintf(stream, " |%4d|", line);
    if (text != NULL)
        fputc(' ', stream);
    print_cut(stream, text == NULL ? "" : text, MARGIN + 8, columns);
}

static bool are_alike(const struct row *a, const struct row *b)
{
    return fabs(cost(a) - cost(b)) < 0.01 && fabs(ideal_cost(a) - ideal_cost(b)) < 0.01 &&
           a->tally.requests == b->tally.requests &&
           a->tally.active_lanes == b->tally.active_lanes &&
           a->tally.idle_lanes == b->tally.idle_lanes;
}

/* Loads and stores that cost the same, as of x[i] += y, in one row. */
static struct row join_alike(const struct row *rows, size_t *used, size_t left)
{
    struct row row = rows[0];
    *used = 1;
    if (left > 1 && compare_places(&rows[0], &rows[1]) == 0 && rows[0].space == rows[1].space &&
        rows[0].kind == SIMT_COUNT_LOAD && rows[1].kind == SIMT_COUNT_STORE &&
        are_alike(&rows[0], &rows[1])) {
        add_tally(&row.tally, &rows[1].tally);
        row.share += rows[1].share;
        row.also_store = true;
        *used = 2;
    }
    return row;
}

/* One line of source with the rows of it, and their notes without those that came just before. */
static void print_line(FILE *stream, const struct row *rows, size_t number, const char *text,
                       struct notes *before, int columns)
{
    struct notes all = {0};
    for (size_t i = 0, used; i < number; i += used) {
        struct row row = join_alike(&rows[i], &used, number - i);
        struct notes notes;
        find_notes(&row, &notes);
        print_margin(stream, &row, notes.number > 0);
        if (i == 0)
            print_source(stream, row.position.line, text, columns);
        else
            fprintf(stream, " |    |\n");
        for (unsigned j = 0; j < notes.number; j++) {
            bool is_known = false;
            for (unsigned k = 0; k < before->number; k++)
                is_known |= strcmp(before->text[k], notes.text[j]) == 0;
            for (unsigned k = 0; k < all.number; k++)
                is_known |= strcmp(all.text[k], notes.text[j]) == 0;
            if (!is_known)
                note(&all, "%s", notes.text[j]);
        }
    }
    for (unsigned i = 0; i < all.number; i++)
        print_note(stream, all.text[i], columns);
    if (all.number > 0)
        *before = all;
}

/* The source from one line to another that has no accesses; the middle of much of it is left out.
 */
static void print_between(FILE *stream, const char *path, int begin, int end, int columns)
{
    for (int line = begin; line < end; line++) {
        if (end - begin > MOST_GAP && line == begin + 2) {
            fprintf(stream, "%*s |    | ...\n", MARGIN, "");
            line = end - 2;
        }
        const char *text = simt_source_whole_line(path, line);
        if (text != NULL) {
            fprintf(stream, "%*s", MARGIN, "");
            print_source(stream, line, text, columns);
        }
    }
}

static bool same_function(const struct row *a, const struct row *b)
{
    const char *one = a->position.function, *two = b->position.function;
    return one == two || (one != NULL && two != NULL && strcmp(one, two) == 0);
}

/* All rows of one file in one kernel. */
static void print_file(FILE *stream, const struct row *rows, size_t number, int columns)
{
    const char *path = rows[0].position.path;
    struct notes before = {0};
    unsigned launches = simt_counts_launches(rows[0].kernel);
    fprintf(stream, "%s, %u launch%s: %s\n", rows[0].kernel, launches, launches == 1 ? "" : "es",
            rows[0].position.file);
    fprintf(stream, "      requests  cost (ideal) lanes |line| source\n");
    int shown = 0;
    for (size_t i = 0, same; i < number; i += same) {
        int line = rows[i].position.line;
        for (same = 1; i + same < number && rows[i + same].position.line == line;)
            same++;
        int begin = shown + 1;
        if (i == 0 || !same_function(&rows[i], &rows[i - 1])) {
            begin = function_begin(path, line);
            if (i > 0) {
                int end = function_end(path, shown);
                end = end < line ? end : line - 1;
                print_between(stream, path, shown + 1, end + 1, columns);
                shown = end > shown ? end : shown;
                if (begin > shown + 1)
                    fprintf(stream, "%*s |    |\n", MARGIN, "");
            }
            begin = begin > shown ? begin : shown + 1;
        }
        print_between(stream, path, begin, line, columns);
        print_line(stream, &rows[i], same, simt_source_whole_line(path, line), &before, columns);
        shown = line;
    }
    if (simt_source_whole_line(path, 1) != NULL)
        print_between(stream, path, shown + 1, function_end(path, shown) + 1, columns);
    fputc('\n', stream);
}

static void print_copies(FILE *stream, int columns)
{
    if (simt_counts_get_copy(0) == NULL)
        return;
    fprintf(stream, "copies between host and device\n");
    fprintf(stream, "       copies     bytes     in vain |line| source\n");
    const struct simt_copy_count *count;
    for (size_t i = 0; (count = simt_counts_get_copy(i)) != NULL; i++) {
        struct simt_position position = simt_source_find(count->site);
        char copies[16], bytes[16], vain[16];
        fprintf(stream, "%c%-4s %7s %9s %9s", count->redundant > 0 ? '!' : ' ',
                count->to_device ? "in" : "out", short_count(count->copies, copies),
                short_count(count->bytes, bytes), short_count(count->redundant_bytes, vain));
        print_source(stream, position.line, simt_source_whole_line(position.path, position.line),
                     columns);
        if (count->redundant == 0)
            continue;
        char words[NOTE_BYTES], which[64] = "this copy";
        if (count->copies > 1)
            snprintf(which, sizeof(which), "%llu of these %llu copies",
                     (unsigned long long)count->redundant, (unsigned long long)count->copies);
        snprintf(words, sizeof(words), "%s %s what was already there", which,
                 count->to_device ? "took to the device" : "brought back");
        print_note(stream, words, columns);
    }
    fputc('\n', stream);
}

static void print_legend(FILE *stream)
{
    fputs("The cost of a request, one instruction of a warp (ld load, st store, at atomic), and\n"
          "the least it could be. sec: sectors of 32 bytes of global memory; wf: wavefronts,\n"
          "passes through the banks of shared memory; get: addresses in constant memory.\n"
          "lanes: that take part, of 32. !: it costs more than it must.\n\n",
          stream);
}

void simt_margin_print(FILE *stream, bool legend)
{
    struct rows rows = make_rows();
    int columns = columns_of(stream);
    if (rows.number > 0 && legend)
        print_legend(stream);
    for (size_t begin = 0, end; begin < rows.number; begin = end) {
        const struct row *first = &rows.all[begin];
        for (end = begin + 1; end < rows.number && rows.all[end].kernel == first->kernel &&
                              strcmp(rows.all[end].position.file, first->position.file) == 0;)
            end++;
        print_file(stream, first, end - begin, columns);
    }
    print_copies(stream, columns);
    free(rows.all);
}

/* ---- the summary ----------------------------------------------------------------------------- */

struct sums {
    size_t kernels, lines, bad_lines;
    uint64_t copies, copies_in_vain;
};

static struct sums sum_up(void)
{
    struct rows rows = make_rows();
    struct sums sums = {0};
    bool is_bad = false;
    for (size_t i = 0; i < rows.number; i++) {
        bool begins = i == 0 || compare_places(&rows.all[i - 1], &rows.all[i]) != 0;
        struct notes notes;
        find_notes(&rows.all[i], &notes);
        sums.kernels += i == 0 || rows.all[i - 1].kernel != rows.all[i].kernel;
        sums.lines += begins;
        is_bad = is_bad && !begins;
        sums.bad_lines += notes.number > 0 && !is_bad;
        is_bad |= notes.number > 0;
    }
    free(rows.all);
    const struct simt_copy_count *count;
    for (size_t i = 0; (count = simt_counts_get_copy(i)) != NULL; i++) {
        sums.copies += count->copies;
        sums.copies_in_vain += count->redundant;
    }
    return sums;
}

void simt_margin_summary(FILE *stream)
{
    struct sums sums = sum_up();
    if (sums.bad_lines == 0 && sums.copies_in_vain == 0)
        return;
    fputs("simt-inspect: ", stream);
    if (sums.bad_lines > 0)
        fprintf(stream, "%zu of %zu line%s in %zu kernel%s %s must", sums.bad_lines, sums.lines,
                sums.lines == 1 ? "" : "s", sums.kernels, sums.kernels == 1 ? "" : "s",
                sums.bad_lines == 1 ? "costs more than it" : "cost more than they");
    if (sums.bad_lines > 0 && sums.copies_in_vain > 0)
        fputs("; ", stream);
    if (sums.copies_in_vain > 0)
        fprintf(stream, "%llu of %llu cop%s moved nothing new",
                (unsigned long long)sums.copies_in_vain, (unsigned long long)sums.copies,
                sums.copies == 1 ? "y" : "ies");
    fputc('\n', stream);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *text_or_null(const char *text)
{
    return simt_json_text(text[0] != '\0' ? text : NULL);
}

/* How its lanes lie in memory. */
static void add_layout(json_t *value, const struct row *row)
{
    const struct simt_first_request *first = row->first;
    bool has_ways = row->space != SIMT_COUNT_GLOBAL && ideal_cost(row) > 0;
    json_object_set_new(value, "array", text_or_null(simt_first_request_name(first)));
    json_object_set_new(value, "host", json_boolean(first->host));
    json_object_set_new(value, "element_type", text_or_null(first->type));
    json_object_set_new(value, "lane_bytes", json_integer(first->bytes));
    json_object_set_new(value, "stride_bytes", json_integer(usual_stride(first)));
    json_object_set_new(value, "ways",
                        has_ways ? json_real(cost(row) / ideal_cost(row)) : json_null());
}

static json_t *row_json(const struct row *row)
{
    const struct simt_tally *tally = &row->tally;
    struct notes notes;
    find_notes(row, &notes);
    json_t *words = json_array();
    for (unsigned i = 0; i < notes.number; i++)
        json_array_append_new(words, json_string(notes.text[i]));
    json_t *value = json_pack(
        "{so so si so ss? ss sI sI sI sI sI sI sI sI sI sI so}", "kernel",
        simt_json_text(row->kernel), "file", simt_json_text(row->position.file), "line",
        row->position.line, "function", simt_json_text(row->position.function), "space",
        row->space != SIMT_COUNT_NO_SPACE ? simt_count_space_name(row->space) : NULL, "kind",
        simt_count_kind_name(row->kind), "requests", (json_int_t)tally->requests, "active_lanes",
        (json_int_t)tally->active_lanes, "idle_lanes", (json_int_t)tally->idle_lanes, "bytes",
        (json_int_t)tally->bytes, "distinct_bytes", (json_int_t)tally->distinct_bytes, "sectors",
        (json_int_t)tally->sectors, "ideal_sectors", (json_int_t)tally->ideal_sectors, "wavefronts",
        (json_int_t)tally->wavefronts, "ideal_wavefronts", (json_int_t)tally->ideal_wavefronts,
        "atomic_serial", (json_int_t)tally->atomic_serial, "notes", words);
    if (row->space != SIMT_COUNT_NO_SPACE)
        add_layout(value, row);
    return value;
}

static json_t *copy_json(const struct simt_copy_count *count)
{
    struct simt_position position = simt_source_find(count->site);
    return json_pack("{so si ss sI sI sI sI}", "file", simt_json_text(position.file), "line",
                     position.line, "direction", count->to_device ? "to-device" : "to-host",
                     "copies", (json_int_t)count->copies, "bytes", (json_int_t)count->bytes,
                     "redundant", (json_int_t)count->redundant, "redundant_bytes",
                     (json_int_t)count->redundant_bytes);
}

json_t *simt_counts_json(void)
{
    struct rows rows = make_rows();
    json_t *accesses = json_array(), *copies = json_array();
    for (size_t i = 0; i < rows.number; i++)
        json_array_append_new(accesses, row_json(&rows.all[i]));
    const struct simt_copy_count *count;
    for (size_t i = 0; (count = simt_counts_get_copy(i)) != NULL; i++)
        json_array_append_new(copies, copy_json(count));
    free(rows.all);
    return json_pack("{so so}", "accesses", accesses, "copies", copies);
}
