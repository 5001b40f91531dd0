/* What a right answer cost on the simulator, held against the exercise's budget. */
#include "explain.h"

#include "drawing.h"
#include "exercise_tools.h"
#include "numbers.h"
#include "source_audit.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct costs {
    const struct gs_case_run *run;
    const json_t *report;
    json_t *rows;
    struct gs_saying first; /* of the first that is over; kind "" before */
    char *drawing;          /* of it */
};

static long long total(const struct costs *costs, const char *name)
{
    return gs_inspected_total(costs->report, name);
}

/* Adds a row; true: it is the first that is over, and a sentence is wanted. */
static bool add(struct costs *costs, const char *key, const char *what, long long used,
                long long allowed)
{
    bool good = used <= allowed;
    json_array_append_new(costs->rows, json_pack("{s:s, s:s, s:I, s:I, s:b}", "key", key, "what",
                                                 what, "used", (json_int_t)used, "allowed",
                                                 (json_int_t)allowed, "good", good));
    return !good && costs->first.kind[0] == '\0';
}

/* A compiler that joins stores of several lines leaves one that is of none of them. */
static bool is_of_student(const struct costs *costs, const json_t *access)
{
    char name[80];
    snprintf(name, sizeof name, "%s.cu", costs->run->exercise->name);
    return gs_is_in_file(access, name);
}

static void set_line(struct costs *costs, const json_t *place)
{
    costs->first.line = is_of_student(costs, place) ? gs_line_of(place) : 0;
}

/* The line of a kernel that asks for most beyond what it must, of sectors, or wavefronts: one of
 * the student's, where there is such a line. */
static const json_t *worst_access(const struct costs *costs, const char *used, const char *ideal)
{
    const json_t *accesses = gs_inspected_counts(costs->report, "accesses");
    const json_t *worst = NULL;
    long long most = 0;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        const bool better = worst != NULL && is_of_student(costs, worst);
        const bool own = is_of_student(costs, access);
        long long excess = gs_get_number(access, used) - gs_get_number(access, ideal);
        if (excess > 0 && (own == better ? excess > most : own)) {
            most = excess;
            worst = access;
        }
    }
    return worst;
}

/* What the inspector remarked of a line, the first of it. */
static const char *note_of(const json_t *access)
{
    const char *note = json_string_value(json_array_get(json_object_get(access, "notes"), 0));
    return note != NULL ? note : "";
}

static double ratio(const json_t *access, const char *used, const char *ideal)
{
    long long least = gs_get_number(access, ideal);
    return least > 0 ? (double)gs_get_number(access, used) / (double)least : 0;
}

/* Neighbours are neighbours, and yet the pieces that warps fetch begin anywhere. */
static void say_cut_warps(struct costs *costs, const char *times)
{
    const json_t *launch = gs_inspected_largest_launch(costs->report);
    const size_t block = gs_block_threads(launch);
    if (block % 32 != 0)
        gs_say(&costs->first, "uncoalesced",
               "The launch in line %d has %zu threads a block, which is no multiple of 32, so the "
               "warps fetch %s times the memory they need. In <<<grid, block>>> the number of "
               "blocks comes first.",
               gs_line_of(launch), block, times);
    else
        gs_say(&costs->first, "uncoalesced",
               "Neighbouring threads take neighbouring elements, and yet the warps fetch %s times "
               "the memory they need: does each of them begin at a multiple of 8 elements?",
               times);
}

/* Lanes of a warp store to one array in different lines, as the branches of an `if`: each line
 * moves sectors of its own. */
static bool say_split_stores(struct costs *costs, const json_t *worst)
{
    const json_t *accesses = gs_inspected_counts(costs->report, "accesses");
    const char *array = gs_get_text(worst, "array");
    if (!gs_has_text(worst, "kind", "store") || gs_get_number(worst, "idle_lanes") == 0)
        return false;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *other = json_array_get(accesses, i);
        if (array[0] != '\0' && gs_has_text(other, "array", array) &&
            gs_has_text(other, "kind", "store") && gs_line_of(other) != gs_line_of(worst) &&
            gs_has_text(other, "kernel", gs_get_text(worst, "kernel")))
            return gs_say(&costs->first, "uncoalesced",
                          "Some threads of a warp store to %s in this line, and others in another "
                          "line: each line moves its own pieces of memory. Find the value first, "
                          "and store it in one line that all threads come to.",
                          array);
    }
    return false;
}

static void check_sectors(struct costs *costs, double most)
{
    long long ideal = total(costs, "ideal_global_sectors");
    if (most <= 0 || !add(costs, "global_sectors", "sectors of global memory (32 bytes each)",
                          total(costs, "global_sectors"), (long long)((double)ideal * most)))
        return;
    const json_t *worst = worst_access(costs, "sectors", "ideal_sectors");
    set_line(costs, worst);
    costs->drawing = gs_draw_access(worst, "uncoalesced");
    long long stride = gs_get_number(worst, "stride_bytes");
    struct gs_decimal fetched = gs_decimal(ratio(worst, "sectors", "ideal_sectors"), 3);
    const char *note = note_of(worst);
    if (say_split_stores(costs, worst))
        return;
    if (stride > 0 && stride == gs_get_number(worst, "lane_bytes"))
        say_cut_warps(costs, fetched.text);
    else if (stride > 0)
        gs_say(&costs->first, "uncoalesced",
               "Neighbouring threads touch addresses %lld bytes apart: each warp fetches %s "
               "times the memory it needs. Let neighbouring threads take neighbouring elements.",
               stride, fetched.text);
    else
        gs_say(&costs->first, "uncoalesced",
               "Neighbouring threads do not touch neighbouring addresses: each warp fetches %s "
               "times the memory it needs%s%s%s.",
               fetched.text, note[0] != '\0' ? " (" : "", note, note[0] != '\0' ? ")" : "");
}

static void check_wavefronts(struct costs *costs, double most)
{
    long long ideal = total(costs, "ideal_shared_wavefronts");
    if (most <= 0 || !add(costs, "shared_wavefronts", "passes through the banks of shared memory",
                          total(costs, "shared_wavefronts"), (long long)((double)ideal * most)))
        return;
    const json_t *worst = worst_access(costs, "wavefronts", "ideal_wavefronts");
    set_line(costs, worst);
    costs->drawing = gs_draw_access(worst, "bank-conflict");
    struct gs_decimal turns = gs_decimal(ratio(worst, "wavefronts", "ideal_wavefronts"), 3);
    gs_say(&costs->first, "bank-conflict",
           "%s threads of a warp hit different words of one bank: the access takes %s turns on "
           "average (%s).",
           turns.text, turns.text, note_of(worst));
}

/* The copies of one line that moved most often. */
static const json_t *busiest_copy(const struct costs *costs, const char *by)
{
    const json_t *copies = gs_inspected_counts(costs->report, "copies");
    const json_t *busiest = NULL;
    for (size_t i = 0; i < json_array_size(copies); i++) {
        const json_t *copy = json_array_get(copies, i);
        if (busiest == NULL || gs_get_number(copy, by) > gs_get_number(busiest, by))
            busiest = copy;
    }
    return busiest;
}

static void say_copies(struct costs *costs, const char *more)
{
    const json_t *redundant = busiest_copy(costs, "redundant");
    if (redundant == NULL || gs_get_number(redundant, "redundant") == 0)
        redundant = busiest_copy(costs, "copies");
    set_line(costs, redundant);
    if (gs_get_number(redundant, "redundant") > 0)
        gs_say(&costs->first, "copies-in-loop",
               "What this copy brings was there already: copy once and keep it on the device. %s",
               more);
    else if (gs_get_number(redundant, "copies") > 1)
        gs_say(&costs->first, "copies-in-loop",
               "This line copies %lld times, and that is more than it takes. %s",
               gs_get_number(redundant, "copies"), more);
    else
        gs_say(&costs->first, "needless-copy",
               "There are more copies than it takes: which of them brings what nobody reads, or "
               "what nobody changed? %s",
               more);
}

static void check_copies(struct costs *costs, const struct gs_budget *most)
{
    char more[160];
    long long copies = total(costs, "copies_in") + total(costs, "copies_out");
    snprintf(more, sizeof more, "(%lld copies between host and device, and %zu would do.)", copies,
             most->copies);
    if (most->copies > 0 &&
        add(costs, "copies", "copies between host and device", copies, (long long)most->copies))
        say_copies(costs, more);
    const struct {
        size_t most;
        const char *name, *what;
    } ways[] = {{most->bytes_in, "bytes_in", "bytes copied to the device"},
                {most->bytes_out, "bytes_out", "bytes copied to the host"}};
    for (size_t i = 0; i < 2; i++) {
        long long used = total(costs, ways[i].name);
        snprintf(more, sizeof more, "(%lld %s, and %zu would do.)", used, ways[i].what,
                 ways[i].most);
        if (ways[i].most > 0 &&
            add(costs, ways[i].name, ways[i].what, used, (long long)ways[i].most))
            say_copies(costs, more);
    }
}

/* Of an exercise of the course that says nothing of them. A teacher's may need a launch a step. */
enum { MOST_LAUNCHES = 32 };

/* A launch of the line that launches most often. */
static const json_t *busiest_launch(const struct costs *costs)
{
    const json_t *operations = gs_inspected_operations(costs->report), *busiest = NULL;
    size_t most = 0;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *launch = json_array_get(operations, i);
        size_t same = 0;
        for (size_t k = i; k < json_array_size(operations); k++) {
            const json_t *other = json_array_get(operations, k);
            same += gs_has_text(other, "do", "launch") && gs_line_of(other) == gs_line_of(launch);
        }
        if (gs_has_text(launch, "do", "launch") && same > most) {
            most = same;
            busiest = launch;
        }
    }
    return busiest;
}

static void check_kernels(struct costs *costs, const struct gs_budget *most)
{
    long long launches = total(costs, "launches"), bytes = total(costs, "global_bytes");
    const bool is_said = most->launches > 0, is_data = costs->run->exercise->in_folder;
    const size_t enough = is_said ? most->launches : is_data ? SIZE_MAX : MOST_LAUNCHES;
    if ((is_said || (size_t)launches > enough) &&
        add(costs, "launches", "launches", launches, (long long)enough)) {
        set_line(costs, busiest_launch(costs));
        gs_say(&costs->first, "too-many-launches",
               "You make %lld launches, and %zu %s enough here. Each launch costs time: let one "
               "have as many blocks as the work needs.",
               launches, enough, enough == 1 ? "is" : "are");
    }
    if (most->global_bytes > 0 && add(costs, "global_bytes", "bytes that kernels load and store",
                                      bytes, (long long)most->global_bytes)) {
        set_line(costs, worst_access(costs, "bytes", "requests"));
        gs_say(&costs->first, "too-much-traffic",
               "Your kernels load and store %lld bytes of global memory, and %zu are enough: keep "
               "what you need again in a variable, or in shared memory.",
               bytes, most->global_bytes);
    }
}

static void check_divisions(struct costs *costs, const struct gs_budget *most,
                            const struct gs_source *source)
{
    int line = 0;
    if (!most->no_divisions || !add(costs, "divisions", "divisions and roots in the kernel",
                                    (long long)gs_count_divisions(source, &line), 0))
        return;
    costs->first.line = line;
    gs_say(
        &costs->first, "divided-by-each",
        "Every thread divides in line %d, or takes a root there, and a division takes many times "
        "as long as a multiplication. What it divides by is the same for all: compute the "
        "inverse once, on the host, and multiply in the kernel.",
        line);
}

static void check_root(struct costs *costs, const struct gs_budget *most,
                       const struct gs_source *source)
{
    const int line = most->root_by_one ? gs_line_of_root_by_all(source) : 0;
    if (line == 0 || !add(costs, "roots_by_all", "roots that all threads take", 1, 0))
        return;
    costs->first.line = line;
    gs_say(&costs->first, "work-by-all",
           "All threads come to line %d and take the root, and one result of it is used. Let the "
           "thread alone take it that stores the result: put it into the `if` around the store.",
           line);
}

/* Who prints an element to see it need not wonder. */
static void add_printing(struct gs_saying *said)
{
    size_t length = strlen(said->sentence);
    if (strcmp(said->kind, "too-much-traffic") == 0)
        snprintf(said->sentence + length, sizeof said->sentence - length,
                 " What a printf() in a kernel reads counts too: take it out when you are done.");
}

/* ---- what every exercise bounds -------------------------------------------------------------- */

/* A launch may have far more threads than elements, as a grid that fills a large GPU has for small
 * arrays, and yet be right. One thread may do more than its part, as the last step of a sum, where
 * there are fewer results than elements. */
enum {
    THREADS_AN_ELEMENT = 16,
    THREADS_MORE = 1 << 16,
    LEAST_PARTS = 16,
    MOST_PARTS = 64,
    FEW_BYTES = 4096,
    VERY_FEW_BYTES = 256,
    FEW_STEPS = 1024,
    IDLE_STEPS = 5, /* of a thread that finds nothing to do */
    MANY_ELEMENTS = 1024,
    WARP = 32,
    LEAST_THREADS = 128, /* four warps: one leaves nearly all of a multiprocessor idle */
    MUCH_WAITING = 8,    /* times the work that is done */
    STEPS_TO_WAIT = 128,
};

/* Of the lanes of the course's exercises. */
static const double IDLE_LANES = 0.45;

/* Of the largest array, or of the largest that is written; what n counts, where the course has no
 * array of so many. */
static size_t most_elements(const struct gs_case_run *run, bool written)
{
    const struct gs_exercise *exercise = run->exercise;
    size_t most = written || exercise->in_folder ? 0 : run->shape->n;
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        const enum gs_role role = exercise->parameters[k].role;
        size_t count = role != GS_NUMBER && !(written && role == GS_INPUT)
                           ? gs_exercise_count(exercise, run->shape, k)
                           : 0;
        most = count > most ? count : most;
    }
    return most;
}

static size_t count_launches(const struct costs *costs)
{
    const json_t *operations = gs_inspected_operations(costs->report);
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(operations); i++)
        count += gs_has_text(json_array_get(operations, i), "do", "launch");
    return count;
}

/* Each thread of a launch can have an element, but for those that its last block has too many. */
static void say_threads_with_elements(struct costs *costs, long long used, size_t allowed)
{
    const size_t launches = count_launches(costs);
    if (launches > 1)
        gs_say(&costs->first, "surplus-threads",
               "You launch %lld threads in %zu launches, and %zu may be launched here. Is some of "
               "the work done more than once? Fewer threads can also do the same work where each "
               "goes on to further elements, in a loop.",
               used, launches, allowed);
    else
        gs_say(&costs->first, "surplus-threads",
               "You launch %lld threads in all, and %zu may be launched here. Fewer threads can do "
               "the same work where each goes on to further elements, in a loop.",
               used, allowed);
}

static void check_threads(struct costs *costs, size_t most)
{
    enum { MOST_OF_BLOCK = 1024 };
    const json_t *largest = gs_inspected_largest_launch(costs->report);
    size_t elements = most_elements(costs->run, false);
    long long used = total(costs, "threads");
    size_t allowed = most > 0 ? most : THREADS_AN_ELEMENT * elements + THREADS_MORE;
    if (!add(costs, "threads", "threads launched", used, (long long)allowed))
        return;
    set_line(costs, largest);
    if (gs_launch_threads(largest) < elements + MOST_OF_BLOCK)
        say_threads_with_elements(costs, used, allowed);
    else
        gs_say(&costs->first, "surplus-threads",
               "You launch %lld threads, and %zu are more than enough here: nearly all of them "
               "find no element, and are started all the same. How many blocks does your launch "
               "come to?%s",
               used, allowed,
               (size_t)used > THREADS_AN_ELEMENT * elements ? " (`/` is done before `+` and `-`.)"
                                                            : "");
}

/* The launch of most blocks; NULL: there is none. */
static const json_t *launch_of_most_blocks(const struct costs *costs)
{
    const json_t *operations = gs_inspected_operations(costs->report), *found = NULL;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_has_text(operation, "do", "launch") &&
            (found == NULL || gs_launch_blocks(operation) > gs_launch_blocks(found)))
            found = operation;
    }
    return found;
}

/* Blocks that an exercise asks for, of a warp and more. */
static void check_asked_block(struct costs *costs, const json_t *launch, size_t least)
{
    const size_t block = gs_block_threads(launch), blocks = gs_launch_blocks(launch);
    if (!add(costs, "missing_threads_of_block", "threads that a block has too few",
             (long long)(least - block), 0))
        return;
    set_line(costs, launch);
    gs_say(&costs->first, "small-block",
           "This launch has %zu blocks of %zu thread%s, and a block is to have %zu or more here. "
           "Take larger blocks.",
           blocks, block, block == 1 ? "" : "s", least);
}

/* A warp is 32 threads, also where a block has fewer. */
static void check_block(struct costs *costs, size_t least)
{
    const json_t *launch = launch_of_most_blocks(costs);
    const size_t block = gs_block_threads(launch), blocks = gs_launch_blocks(launch);
    if (block == 0 || block >= least || blocks * block < LEAST_THREADS)
        return;
    if (least > WARP) {
        check_asked_block(costs, launch, least);
        return;
    }
    if (!add(costs, "idle_threads_of_warp", "threads that a warp lacks to be full",
             (long long)(WARP - block), (long long)(WARP - least)))
        return;
    set_line(costs, launch);
    gs_say(&costs->first, "small-block",
           "This launch has %zu blocks of %zu thread%s. The device works in warps of %d threads, "
           "and a warp never has threads of two blocks: %zu of %d places are empty. Take blocks of "
           "128 or 256 threads, and fewer of them.",
           blocks, block, block == 1 ? "" : "s", WARP, WARP - block, WARP);
}

/* Otherwise there may be nothing that every block loads or stores. */
static bool has_large_array(const struct gs_case_run *run)
{
    const struct gs_exercise *exercise = run->exercise;
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        if (exercise->parameters[k].role != GS_NUMBER &&
            gs_exercise_count(exercise, run->shape, k) >= MANY_ELEMENTS)
            return true;
    }
    return false;
}

/* Blocks that find nothing to do: they may add what they found, 0, to a result. A grid that is the
 * same for all sizes may have them, where it has more threads than there are elements. */
static void check_idle_blocks(struct costs *costs)
{
    const json_t *launch = launch_of_most_blocks(costs);
    const long long blocks = total(costs, "blocks"), idle = total(costs, "idle_blocks");
    const bool is_fixed = gs_launch_blocks(launch) == costs->run->blocks_before &&
                          total(costs, "threads") > (long long)most_elements(costs->run, false);
    if (launch == NULL || is_fixed || idle == blocks || idle <= blocks / 8 ||
        !has_large_array(costs->run) ||
        !add(costs, "idle_blocks", "blocks that touch no element", idle, blocks / 8))
        return;
    set_line(costs, launch);
    gs_say(
        &costs->first, "surplus-blocks",
        "%lld of the %lld blocks that you launch find no element: they are started, test their "
        "index, and end. How many blocks are needed? Divide the number of elements by how many a "
        "block computes, and round up: with an element a thread that is (n + block - 1) / "
        "block. Mind the brackets, and compute it of the elements and the block of this "
        "launch.",
        idle, blocks);
}

/* What the threads of a warp have joined one of them adds, by an atomic function. */
static bool is_of_one_lane(const json_t *access)
{
    return gs_has_text(access, "kind", "atomic") &&
           gs_get_number(access, "active_lanes") == gs_get_number(access, "requests");
}

/* Whether all that comes to global memory is so. */
static bool all_are_of_one_lane(const json_t *accesses)
{
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (gs_has_text(access, "space", "global") && !is_of_one_lane(access))
            return false;
    }
    return true;
}

/* The lanes of the warps that come to global memory, and those that do not come along: at most that
 * share of them. A teacher's exercise may have threads with more work than others: rows of a sparse
 * matrix, say; there it has to be asked for. */
static void check_lanes(struct costs *costs, double share)
{
    const bool in_folder = costs->run->exercise->in_folder;
    const double idle_share = share > 0 ? share : in_folder ? 1 : IDLE_LANES;
    const json_t *accesses = gs_inspected_counts(costs->report, "accesses"), *worst = NULL;
    const size_t block = gs_block_threads(gs_inspected_largest_launch(costs->report));
    const long long warp = block < WARP ? (long long)block : WARP;
    const long long elements = (long long)most_elements(costs->run, false);
    const bool joins = !all_are_of_one_lane(accesses);
    long long requests = 0, active = 0, most = 0;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        const long long lanes = gs_get_number(access, "active_lanes");
        const long long asked = gs_get_number(access, "requests");
        if (!gs_has_text(access, "space", "global") || (joins && is_of_one_lane(access)))
            continue;
        requests += asked;
        active += lanes;
        if (warp * asked - lanes > most) {
            most = warp * asked - lanes;
            worst = access;
        }
    }
    const long long idle = warp * requests - active;
    const long long allowed = (long long)(idle_share * (double)(warp * requests));
    if (elements < MANY_ELEMENTS || requests < elements / (WARP / 2) || idle <= allowed ||
        !add(costs, "idle_lanes", "lanes of warps that wait at accesses to global memory", idle,
             allowed))
        return;
    set_line(costs, worst);
    struct gs_decimal lanes = gs_decimal(ratio(worst, "active_lanes", "requests"), 2);
    gs_say(&costs->first, "idle-lanes",
           "Of the %lld threads of a warp %s %s to line %d on average, and the others have nothing "
           "to do there. A warp takes as long for one thread as for all of them: give each thread "
           "of the block elements of its own.",
           warp, lanes.text, strcmp(lanes.text, "1") == 0 ? "comes" : "come", costs->first.line);
}

/* A launch of few threads, or many such launches, which come one after the other. Of a single
 * thread check_busiest() tells. A thread for each result is enough, unless more are asked for. */
static void check_fewest(struct costs *costs, size_t asked)
{
    const size_t least = asked > 0 ? asked : LEAST_THREADS;
    const size_t elements = most_elements(costs->run, false);
    const json_t *largest = gs_inspected_largest_launch(costs->report);
    const size_t threads = gs_launch_threads(largest);
    const bool each_has_a_result =
        asked == 0 && threads > WARP && threads >= most_elements(costs->run, true);
    if (elements < MANY_ELEMENTS || threads == 0 || threads >= least || each_has_a_result ||
        total(costs, "threads") == 1 ||
        !add(costs, "elements_per_thread", "elements for each thread of the largest launch",
             (long long)(elements / threads), (long long)(elements / least)))
        return;
    set_line(costs, largest);
    gs_say(&costs->first, "too-few-threads",
           "There are %zu elements, and your largest launch has %zu thread%s: the device has room "
           "for thousands, and nearly all of it is idle. Launch a thread for each element, or as "
           "many as fill some blocks.",
           elements, threads, threads == 1 ? "" : "s");
}

/* Where nothing tells what a block touched: blocks that grow with n, twice as many as it takes. */
static void check_surplus(struct costs *costs)
{
    const json_t *launch = launch_of_most_blocks(costs);
    const long long elements = (long long)most_elements(costs->run, false);
    const long long threads = total(costs, "threads");
    const long long allowed = 2 * elements + (long long)gs_block_threads(launch);
    if (costs->run->exercise->each_does_all || costs->run->exercise->in_folder ||
        elements < MANY_ELEMENTS || has_large_array(costs->run) || threads <= allowed ||
        gs_launch_blocks(launch) == costs->run->blocks_before ||
        !add(costs, "threads_for_elements", "threads, where each may have an element", threads,
             allowed))
        return;
    set_line(costs, launch);
    gs_say(&costs->first, "surplus-blocks",
           "You launch %lld threads for %lld elements: most of the blocks find none. How many "
           "blocks are needed? Divide the number of elements by the threads of a block, and round "
           "up: (n + block - 1) / block. Mind the brackets, and compute it of the elements and the "
           "block of this launch.",
           threads, elements);
}

/* The work is in so many parts at least: half of the results, each of which may be one thread's. */
static long long least_parts(size_t results)
{
    return (long long)(results / 2 < LEAST_PARTS  ? LEAST_PARTS
                       : results / 2 > MOST_PARTS ? MOST_PARTS
                                                  : results / 2);
}

/* `<<<256, blocks>>>`: as many threads as were meant, until a block has more than it can. Then the
 * threads of a block are what a division of the elements gives, and the blocks a round number. */
static void check_order(struct costs *costs)
{
    const json_t *launch = gs_inspected_largest_launch(costs->report);
    const size_t block = gs_block_threads(launch), elements = most_elements(costs->run, false);
    const size_t grid = block > 0 ? gs_launch_threads(launch) / block : 0;
    const size_t n = costs->run->shape->n;
    if (costs->first.kind[0] != '\0' || grid == 0 || grid % 32 != 0 || grid > 1024 ||
        block % 32 == 0 ||
        (block != (elements + grid - 1) / grid && block != (n + grid - 1) / grid))
        return;
    set_line(costs, launch);
    gs_say(&costs->first, "launch-swapped",
           "This launch has %zu blocks of %zu threads. In <<<blocks, threads>>> the number of "
           "blocks comes first: are the two swapped? A block has at most 1024 threads, so with "
           "more than %zu elements nothing runs.",
           grid, block, 1024 * grid);
}

/* In shared memory. 0: the exercise asks for no tree. A thread that adds what each warp, or each of
 * some groups of threads, has found comes to an eighth of the cells at most. */
static long long most_places(const struct costs *costs, bool tree)
{
    const long long block = (long long)gs_block_threads(gs_inspected_largest_launch(costs->report));
    long long levels = 0;
    while (block >> (levels + 1) > 0)
        levels++;
    return tree ? block / 8 + 2 * levels + 4 : 0;
}

/* The line whose loads of shared memory are most requests; NULL: there is none. */
static const json_t *busiest_shared_load(const struct costs *costs)
{
    const json_t *accesses = gs_inspected_counts(costs->report, "accesses"), *most = NULL;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (gs_has_text(access, "space", "shared") && gs_has_text(access, "kind", "load") &&
            (most == NULL || gs_get_number(access, "requests") > gs_get_number(most, "requests")))
            most = access;
    }
    return most;
}

static void check_tree(struct costs *costs, bool tree)
{
    const long long used = total(costs, "most_shared_places");
    const long long allowed = most_places(costs, tree);
    if (allowed == 0 || most_elements(costs->run, false) < MANY_ELEMENTS ||
        !add(costs, "cells_of_one_thread", "cells of shared memory that one thread goes through",
             used, allowed))
        return;
    const json_t *load = busiest_shared_load(costs);
    const bool alone = gs_get_number(load, "active_lanes") <= gs_get_number(load, "requests");
    set_line(costs, load);
    gs_say(&costs->first, "no-tree",
           "%s goes through %lld cells of shared memory, one after the other%s. In a tree the "
           "threads share the work, in levels: in the first level each thread of one half joins "
           "two cells into one, in the next level each of one quarter does, and so on.",
           alone ? "One thread of the block" : "Each thread", used,
           alone ? ", and the others wait for it" : ", and all of them do the same");
}

/* How often a block makes a tree: for each of its results, or for each element of a thread. */
static long long rounds_of(const struct costs *costs)
{
    const long long results = (long long)most_elements(costs->run, true);
    const long long all = results > 1 ? results : (long long)most_elements(costs->run, false);
    const long long parts = total(costs, results > 1 ? "blocks" : "threads");
    return parts > 0 && all > parts ? (all + parts - 1) / parts : 1;
}

/* The accesses of that kind in a line that are most requests; NULL: there are none. */
static const json_t *busiest_of(const struct costs *costs, const char *kind)
{
    const json_t *accesses = gs_inspected_counts(costs->report, "accesses"), *most = NULL;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (gs_has_text(access, "kind", kind) &&
            (most == NULL || gs_get_number(access, "requests") > gs_get_number(most, "requests")))
            most = access;
    }
    return most;
}

/* Barriers that a thread comes to, on average, those that a program makes of atomic functions
 * included; and where most of them are. */
static long long barriers_of_one_thread(const struct costs *costs, const json_t **busiest)
{
    const json_t *accesses = gs_inspected_counts(costs->report, "accesses");
    const long long threads = total(costs, "threads");
    long long lanes = total(costs, "waits");
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (gs_has_text(access, "kind", "barrier"))
            lanes += gs_get_number(access, "active_lanes");
    }
    *busiest = busiest_of(costs, "barrier");
    if (*busiest == NULL)
        *busiest = busiest_of(costs, "atomic");
    return threads > 0 ? lanes / threads : 0;
}

static const char barriers_key[] = "barriers_of_one_thread",
                  barriers_are[] = "barriers that a thread comes to";

static void check_barriers(struct costs *costs, size_t most)
{
    const json_t *busiest;
    const long long used = barriers_of_one_thread(costs, &busiest);
    if (most == 0 || !add(costs, barriers_key, barriers_are, used, (long long)most))
        return;
    set_line(costs, busiest);
    gs_say(&costs->first, "too-many-barriers",
           "Each thread waits at %lld barriers, and %zu would do. What does each of them keep "
           "apart, and could something else do so?",
           used, most);
}

/* Threads that add by turns, with a barrier after each. */
static void check_turns(struct costs *costs, bool tree)
{
    const json_t *busiest;
    const long long used = barriers_of_one_thread(costs, &busiest);
    if (!tree || most_elements(costs->run, false) < MANY_ELEMENTS ||
        !add(costs, barriers_key, barriers_are, used, most_places(costs, tree) * rounds_of(costs)))
        return;
    set_line(costs, busiest);
    gs_say(&costs->first, "no-tree",
           "Each thread comes to %lld barriers: the threads of a block work one after the other, "
           "by turns. In a tree the threads share the work, in levels, and there is one barrier "
           "for each level: in the first level each thread of one half joins two cells into one, "
           "in the next level each of one quarter does, and so on.",
           used);
}

/* Threads that wait for one thread of their block, which runs from branch to branch. A teacher's
 * exercise may have threads with more work than others. */
static void check_waiting(struct costs *costs)
{
    const long long steps = total(costs, "steps"), block_steps = total(costs, "block_steps");
    const long long threads = total(costs, "threads");
    if (costs->run->exercise->in_folder || threads == 0 ||
        most_elements(costs->run, false) < MANY_ELEMENTS ||
        block_steps <= STEPS_TO_WAIT * threads ||
        !add(costs, "block_steps", "steps, were each thread as busy as the busiest of its block",
             block_steps, MUCH_WAITING * steps))
        return;
    set_line(costs, gs_inspected_largest_launch(costs->report));
    gs_say(&costs->first, "serial-work",
           "In each block one thread runs %lld steps, from branch to branch, and the threads of "
           "the block run %lld on average: one works, and the others wait for it. Share its work "
           "out among the threads of the block.",
           block_steps / threads, steps / threads);
}

static void check_busiest(struct costs *costs)
{
    const long long bytes = total(costs, "global_bytes") + total(costs, "constant_bytes");
    const long long used = total(costs, "busiest_thread_bytes");
    const size_t results = most_elements(costs->run, true);
    const long long few = results < most_elements(costs->run, false) ? FEW_BYTES : VERY_FEW_BYTES;
    const long long part = bytes / least_parts(results);
    const long long allowed = part > few ? part : few;
    if (!add(costs, "busiest_thread_bytes", "bytes that the busiest thread loads and stores", used,
             allowed))
        return;
    set_line(costs, worst_access(costs, "bytes", "requests"));
    if (used < bytes)
        gs_say(&costs->first, "serial-work",
               "One thread loads and stores %lld of the %lld bytes that all threads move, far more "
               "than its part, and the others wait for it. Share the elements out among the "
               "threads of the grid.",
               used, bytes);
    else
        gs_say(&costs->first, "serial-work",
               "One thread loads and stores %lld of the %lld bytes that all threads move: it does "
               "the work alone, one step after the other. Share the elements out among the threads "
               "of the grid.",
               used, bytes);
}

/* Arithmetic that moves no memory. A step is what runs without a branch; what idle threads run is
 * no work. Of few results, a thread for each would be too few. */
static void check_steps(struct costs *costs)
{
    const long long used = total(costs, "busiest_thread_steps"), steps = total(costs, "steps");
    const long long threads = total(costs, "threads"), work = steps - IDLE_STEPS * threads;
    const size_t results = most_elements(costs->run, true);
    const long long part = work / (results > WARP ? least_parts(results) : MOST_PARTS);
    if (used <= FEW_STEPS || threads <= 0 ||
        !add(costs, "busiest_thread_steps", "steps that the busiest thread runs", used,
             part > FEW_STEPS ? part : FEW_STEPS))
        return;
    set_line(costs, gs_inspected_largest_launch(costs->report));
    gs_say(
        &costs->first, "serial-work",
        "One thread runs %lld steps, from branch to branch, and the threads of the grid run %lld "
        "on average: it does far more than its part, and the others wait for it. Share the work "
        "out among the threads of the grid.",
        used, steps / threads);
}

/* Where devices share the work, the busiest of them has at most half of what is not its part. */
static void check_devices(struct costs *costs, size_t devices)
{
    const long long used = total(costs, "busiest_device_bytes");
    const long long bytes = total(costs, "global_bytes") + total(costs, "constant_bytes");
    const long long allowed =
        devices > 0 ? bytes * (long long)(devices + 1) / (2 * (long long)devices) : 0;
    if (devices == 0 || !add(costs, "busiest_device_bytes",
                             "bytes that kernels of one device load and store", used, allowed))
        return;
    set_line(costs, gs_inspected_largest_launch(costs->report));
    gs_say(&costs->first, "one-device",
           "Kernels of one device load and store %lld of the %lld bytes that all kernels move, and "
           "%zu devices are to share the work. Choose each device in turn, with cudaSetDevice(), "
           "and launch its part there.",
           used, bytes, devices);
}

json_t *gs_explain_cost(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                        const struct gs_source *source, json_t *cost)
{
    struct gs_budget most = {0};
    struct costs costs = {.run = run, .report = outcome->report, .rows = cost};
    if (outcome->report == NULL)
        return NULL;
    gs_exercise_budget(run->exercise, run->shape, &most);
    check_threads(&costs, most.threads);
    check_fewest(&costs, most.least_threads);
    check_busiest(&costs);
    check_tree(&costs, most.tree); /* which one thread that adds up all fails, too */
    check_steps(&costs);
    check_devices(&costs, most.devices);
    check_barriers(&costs, most.barriers);
    check_turns(&costs, most.tree);
    check_waiting(&costs);
    check_order(&costs);
    check_copies(&costs, &most);
    check_kernels(&costs, &most);
    check_sectors(&costs, most.sectors);
    check_wavefronts(&costs, most.wavefronts);
    check_divisions(&costs, &most, source);
    check_root(&costs, &most, source);
    check_block(&costs, most.block > 0 ? most.block : WARP);
    check_idle_blocks(&costs);
    check_surplus(&costs);
    check_lanes(&costs, most.idle_lanes);
    if (costs.first.kind[0] == '\0')
        return NULL;
    if (outcome->printed != NULL)
        add_printing(&costs.first);
    char file[80];
    snprintf(file, sizeof file, "%s.cu", run->exercise->name);
    return gs_mistake(&costs.first, file, source->text, "", costs.drawing);
}
