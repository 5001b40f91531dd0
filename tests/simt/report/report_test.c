/* report_test: what the JSON report of an inspected program tells a program that explains it. Runs
 * the cases of student.cu and reads their reports from a file in memory, which it hands over as
 * descriptor 5. */
#define _GNU_SOURCE
#include "../../unit/test.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { descriptor = 5, most_lines = 400 };

static char lines[most_lines][160]; /* of student.cu */

/* ---- running ---- */

/* Seconds for SIMT_TIMEOUT. With the first, the system ends a program after a second of CPU time.
 */
static const char system_first[] = "60", usual[] = "0.3", shortest[] = "0.008";

static void run_child(const char *program, const char *name, const char *timeout, int report)
{
    const struct rlimit limit = {1, 30};
    if (timeout == system_first)
        (void)setrlimit(RLIMIT_CPU, &limit);
    (void)setenv("SIMT_INSPECT_JSON", "/proc/self/fd/5", 1);
    (void)setenv("SIMT_TIMEOUT", timeout, 1);
    if (dup2(report, descriptor) < 0 || !freopen("/dev/null", "w", stdout) ||
        !freopen("/dev/null", "w", stderr))
        _exit(126);
    (void)execl(program, program, name, (char *)NULL);
    _exit(127);
}

/* The report of a case, the caller's, or null; *status as waitpid() gives it. */
static json_t *run(const char *program, const char *name, const char *timeout, int *status)
{
    static const char junk[1 << 16] = "this stood there before";
    int report = memfd_create("report", 0);
    assert_true(report >= 0);
    assert_int_equal(write(report, junk, sizeof junk), sizeof junk);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        run_child(program, name, timeout, report);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        continue;
    assert_int_equal(lseek(report, 0, SEEK_SET), 0);
    json_t *root = json_loadfd(report, 0, NULL);
    (void)close(report);
    return root;
}

/* A case that returns and has so many findings. */
static json_t *run_whole(const char *name, size_t findings)
{
    int status;
    json_t *root = run(HARNESS, name, usual, &status);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != (findings > 0))
        fail_msg("%s: wait status %#x", name, (unsigned)status);
    assert_non_null(root);
    if (json_array_size(json_object_get(root, "findings")) != findings)
        fail_msg("%s: %s", name, json_dumps(json_object_get(root, "findings"), JSON_INDENT(1)));
    return root;
}

static void read_lines(void)
{
    FILE *file = fopen(STUDENT, "r");
    assert_non_null(file);
    for (int i = 1; i < most_lines && fgets(lines[i], sizeof lines[i], file) != NULL; i++)
        continue;
    (void)fclose(file);
}

/* The line of student.cu that has the text. */
static int line_of(const char *text)
{
    for (int i = 1; i < most_lines; i++) {
        if (strstr(lines[i], text) != NULL)
            return i;
    }
    fail_msg("no line has '%s'", text);
    return 0;
}

static const json_t *finding_of(const json_t *root)
{
    return json_array_get(json_object_get(root, "findings"), 0);
}

static const char *word(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value != NULL ? value : "";
}

static json_int_t number(const json_t *object, const char *key)
{
    if (!json_is_integer(json_object_get(object, key)))
        fail_msg("no number '%s' in %s", key, json_dumps(object, 0));
    return json_integer_value(json_object_get(object, key));
}

static void assert_line(const json_t *object, const char *text)
{
    assert_contains(word(object, "file"), "student.cu");
    assert_int_equal(number(object, "line"), line_of(text));
}

/* ---- labels ---- */

static void labelled_arrays_have_their_names(void **state)
{
    (void)state;
    json_t *root = run_whole("past_the_end", 1);
    const json_t *finding = finding_of(root);
    assert_string_equal(word(finding, "kind"), "out-of-bounds");
    assert_string_equal(word(finding, "subject"), "c[100], just past the end of c (100 floats)");
    assert_string_equal(word(finding, "memory"), "device");
    assert_string_equal(word(finding, "array"), "c");
    assert_string_equal(word(finding, "element_type"), "float");
    assert_int_equal(number(finding, "element_bytes"), 4);
    assert_int_equal(number(finding, "elements"), 100);
    assert_int_equal(number(finding, "index"), 100);
    assert_int_equal(number(json_object_get(finding, "launch"), "line"),
                     line_of("// here: an index too many"));
    json_decref(root);

    root = run_whole("past_the_end_of_pinned", 1);
    finding = finding_of(root);
    assert_string_equal(word(finding, "memory"), "pinned");
    assert_string_equal(word(finding, "array"), "pinned");
    const json_t *totals = json_object_get(root, "totals");
    assert_true(number(totals, "global_host_bytes") > 0);
    assert_int_equal(number(totals, "global_host_bytes"), number(totals, "global_bytes"));
    json_decref(root);
}

/* Threads count down from a pointer into the array by unsigned numbers of 32 bits. */
static void wrapped_indices_have_their_arrays(void **state)
{
    (void)state;
    json_t *root = run_whole("wraps_from_the_middle", 1);
    const json_t *finding = finding_of(root);
    assert_string_equal(word(finding, "kind"), "index-overflow");
    assert_string_equal(word(finding, "array"), "both");
    assert_int_equal(number(finding, "index"), 4294967296 + 255);
    json_decref(root);
}

static void nothing_happens_without_an_inspector(void **state)
{
    (void)state;
    int status;
    json_t *root = run(PLAIN_HARNESS, "clocks", usual, &status);
    assert_null(root);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* ---- operations ---- */

/* Takes "file" and "line" out of all of them; both must be student.cu's. Of where copies lie on the
 * device it leaves how far that is behind the begin of c, if it is in c. */
static void take_places(json_t *operations, json_int_t c)
{
    size_t i;
    json_t *operation;
    json_array_foreach(operations, i, operation)
    {
        assert_contains(word(operation, "file"), "student.cu");
        assert_true(number(operation, "line") > 0);
        (void)json_object_del(operation, "file");
        (void)json_object_del(operation, "line");
        if (!json_is_integer(json_object_get(operation, "at")))
            continue;
        json_int_t at = number(operation, "at") - c;
        (void)json_object_set_new(
            operation, "at", at >= 0 && at < 400 ? json_integer(at) : json_string("elsewhere"));
    }
}

static const char *const expected_operations =
    "[{'do':'allocate','memory':'device','bytes':400},"
    "{'do':'fill','bytes':400,'stream':0,'async':false},"
    "{'do':'copy','to':'device','bytes':400,'stream':0,'async':false,'pinned':false,"
    "'at':0},"
    "{'do':'copy','to':'device','bytes':200,'stream':1,'async':true,'pinned':true,"
    "'at':'elsewhere'},"
    "{'do':'record','event':1,'stream':1,'pending':false,'moved':0},"
    "{'do':'wait-event','event':1,'stream':0},"
    "{'do':'launch','kernel':'copy','stream':0,'grid':[1,1,1],'block':[64,1,1],'ok':true},"
    "{'do':'copy','to':'device-device','bytes':80,'stream':0,'async':false,'pinned':false,"
    "'at':null},"
    "{'do':'launch','kernel':'copy','stream':0,'grid':[1,1,1],'block':[2048,1,1],'ok':false},"
    "{'do':'ask'},"
    "{'do':'wait','for':'stream','stream':1},"
    "{'do':'wait','for':'event','event':1},"
    "{'do':'query','for':'stream','stream':1},"
    "{'do':'copy','to':'host','bytes':100,'stream':0,'async':false,'pinned':false,'at':20},"
    "{'do':'free','memory':'device','bytes':400,'async':false},"
    "{'do':'wait','for':'device'}]";

static const char *const expected_totals =
    "{'copies_in':2,'bytes_in':600,'copies_out':1,'bytes_out':100,'launches':1,"
    "'threads':64,'busy_threads':64,'blocks':1,'idle_blocks':0,'busiest_thread_bytes':8,'busiest_"
    "device_bytes':512,'waits':0,'most_shared_places':0,'global_"
    "bytes':512,'constant_bytes':0,'global_host_bytes':0,'global_sectors':16,'ideal_global_"
    "sectors':16,"
    "'shared_wavefronts':0,'ideal_shared_wavefronts':0,'global_atomic_requests':0}";

/* JSON with its quotation marks written '. */
static json_t *read_expected(const char *text)
{
    char *copy = strdup(text);
    for (char *p = copy; *p != '\0'; p++)
        *p = *p == '\'' ? '"' : *p;
    json_t *value = json_loads(copy, 0, NULL);
    assert_non_null(value);
    free(copy);
    return value;
}

static void assert_json(const json_t *value, const char *text)
{
    json_t *expected = read_expected(text);
    if (!json_equal(value, expected))
        fail_msg("%s", json_dumps(value, JSON_COMPACT));
    json_decref(expected);
}

/* What a kernel launches, and what it hands over, is no choice of the host's. */
static void launches_of_kernels_are_not_the_hosts(void **state)
{
    (void)state;
    json_t *root = run_whole("kernels_launch", 0);
    const json_t *crossings = json_object_get(root, "crossings");
    const json_t *words = json_object_get(crossings, "words"), *word_of_host;
    bool has_hosts = false;
    size_t i;
    assert_int_equal(json_array_size(json_object_get(crossings, "choices")), 1);
    json_array_foreach(words, i, word_of_host)
    {
        const json_int_t value = json_integer_value(word_of_host);
        has_hosts |= value == 70000;
        assert_false(value >= 71000 && value < 71003);
    }
    assert_true(has_hosts);
    json_decref(root);
}

/* Each turn of its loop is a step at least; the others have next to nothing to do. */
static void steps_are_counted_of_each_thread(void **state)
{
    (void)state;
    json_t *root = run_whole("one_thread_loops", 0);
    const json_t *totals = json_object_get(root, "totals");
    assert_in_range(number(totals, "busiest_thread_steps"), 1000, 3100);
    assert_in_range(number(totals, "steps") - number(totals, "busiest_thread_steps"), 63, 63 * 20);
    assert_int_equal(number(totals, "block_steps"), 64 * number(totals, "busiest_thread_steps"));
    json_decref(root);
}

static void operations_are_told_in_order(void **state)
{
    (void)state;
    json_t *root = run_whole("asks_for_all", 1);
    json_t *operations = json_object_get(root, "operations");
    assert_line(json_array_get(operations, 1), "// here: a fill");
    assert_line(json_array_get(operations, 6), "// here: a launch");
    const json_t *to_c = json_array_get(operations, 2);
    take_places(operations, number(to_c, "at"));
    assert_json(operations, expected_operations);
    assert_int_equal(number(root, "operation_count"), json_array_size(operations));
    json_t *totals = json_object_get(root, "totals");
    assert_true(number(totals, "busiest_thread_steps") >= number(totals, "steps") / 64);
    (void)json_object_del(totals, "busiest_thread_steps"); /* the compiler's to choose */
    (void)json_object_del(totals, "steps");
    (void)json_object_del(totals, "block_steps");
    assert_json(totals, expected_totals);
    /* What the harness did is not counted. */
    const json_t *counts = json_object_get(root, "counts");
    assert_int_equal(json_array_size(json_object_get(counts, "copies")), 3);
    json_decref(root);
}

/* What a graph does says which graph it is, and in which of the launches it was. */
static void operations_of_graphs_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        json_int_t graph, launch;
    } expected[] = {{"launch", 0, 0}, {"launch", 2, 1}, {"fill", 2, 1}, {"launch", 1, 2},
                    {"fill", 1, 2},   {"launch", 2, 3}, {"fill", 2, 3}};
    json_t *root = run_whole("launches_graphs", 0);
    size_t i, work = 0;
    const json_t *operation;
    json_array_foreach(json_object_get(root, "operations"), i, operation)
    {
        if (strcmp(word(operation, "do"), "launch") != 0 &&
            strcmp(word(operation, "do"), "fill") != 0)
            continue;
        assert_in_range(work, 0, sizeof expected / sizeof expected[0] - 1);
        assert_string_equal(word(operation, "do"), expected[work].what);
        assert_int_equal(json_integer_value(json_object_get(operation, "graph")),
                         expected[work].graph);
        assert_int_equal(json_integer_value(json_object_get(operation, "graph_launch")),
                         expected[work].launch);
        work++;
    }
    assert_int_equal(work, sizeof expected / sizeof expected[0]);
    json_decref(root);
}

static void of_many_operations_the_first_are_told(void **state)
{
    (void)state;
    json_t *root = run_whole("copies_much", 0);
    assert_int_equal(json_array_size(json_object_get(root, "operations")), 2000);
    assert_int_equal(number(root, "operation_count"), 2500);
    const json_t *totals = json_object_get(root, "totals");
    assert_int_equal(number(totals, "copies_in"), 2500);
    assert_int_equal(number(totals, "bytes_in"), 10000);
    json_decref(root);
}

/* ---- clocks ---- */

/* The next line from *line on that looks at the clock. */
static const char *next_look(int *line)
{
    while (*line < most_lines && strstr(lines[*line], "look_at_clock();") == NULL)
        ++*line;
    assert_true(*line < most_lines);
    return lines[(*line)++];
}

/* Each note must be what the comment beside the call says. */
static void check_clocks(const char *name, size_t findings)
{
    char head[64];
    (void)snprintf(head, sizeof head, "void %s(", name);
    int line = line_of(head), looks = 0;
    json_t *root = run_whole(name, findings);
    size_t i;
    const json_t *operation;
    json_array_foreach(json_object_get(root, "operations"), i, operation)
    {
        if (strcmp(word(operation, "do"), "clock") != 0)
            continue;
        const char *text = next_look(&line);
        bool pending = strstr(text, "// pending") != NULL;
        if (json_is_true(json_object_get(operation, "pending")) != pending)
            fail_msg("%s:%d: not %s", STUDENT, line - 1, pending ? "pending" : "idle");
        assert_int_equal(number(operation, "line"), line - 1);
        looks++;
    }
    assert_true(looks > 3);
    json_decref(root);
}

static void clocks_know_whether_work_is_under_way(void **state)
{
    (void)state;
    check_clocks("clocks", 1);
    check_clocks("clocks_of_streams", 0);
    check_clocks("clocks_of_events", 0);
}

static void elapsed_time_can_be_asked_for_too_early(void **state)
{
    (void)state;
    json_t *root = run_whole("clocks_of_events", 0);
    int asked = 0;
    size_t i;
    const json_t *operation;
    json_array_foreach(json_object_get(root, "operations"), i, operation)
    {
        if (strcmp(word(operation, "do"), "elapsed") != 0)
            continue;
        assert_int_equal(number(operation, "start"), 1);
        assert_int_equal(number(operation, "event"), 2);
        assert_int_equal(json_is_true(json_object_get(operation, "pending")), asked == 0);
        asked++;
    }
    assert_int_equal(asked, 2);
    json_decref(root);
}

/* ---- findings and counts ---- */

/* The first entry of counts of that space and kind. */
static const json_t *access_of(const json_t *root, const char *space, const char *kind)
{
    size_t i;
    const json_t *access;
    json_array_foreach(json_object_get(json_object_get(root, "counts"), "accesses"), i, access)
    {
        if (strcmp(word(access, "space"), space) == 0 && strcmp(word(access, "kind"), kind) == 0)
            return access;
    }
    fail_msg("no %s %s", space, kind);
    return NULL;
}

static void counts_tell_strides_and_conflicts(void **state)
{
    (void)state;
    json_t *root = run_whole("conflicts", 0);
    const json_t *load = access_of(root, "global", "load");
    const json_t *store = access_of(root, "shared", "store");
    assert_line(load, "// here: strides");
    assert_string_equal(word(load, "array"), "c");
    assert_string_equal(word(load, "element_type"), "float");
    assert_int_equal(number(load, "lane_bytes"), 4);
    assert_int_equal(number(load, "stride_bytes"), 8);
    assert_true(json_is_null(json_object_get(load, "ways")));
    assert_string_equal(word(store, "array"), "tile");
    assert_int_equal(number(store, "stride_bytes"), 128);
    assert_true(json_real_value(json_object_get(store, "ways")) == 32);
    json_decref(root);
}

static void limits_are_told_with_their_numbers(void **state)
{
    (void)state;
    json_t *root = run_whole("too_large_a_block", 1);
    assert_string_equal(word(finding_of(root), "kind"), "invalid-launch");
    assert_string_equal(word(finding_of(root), "why"), "block");
    assert_int_equal(number(finding_of(root), "given"), 2048);
    assert_int_equal(number(finding_of(root), "most"), 1024);
    json_decref(root);

    root = run_whole("too_long_a_copy", 1);
    assert_string_equal(word(finding_of(root), "kind"), "out-of-bounds");
    assert_string_equal(word(finding_of(root), "why"), "copy");
    assert_int_equal(number(finding_of(root), "given"), 400);
    assert_int_equal(number(finding_of(root), "most"), 200);
    assert_string_equal(word(finding_of(root), "array"), "c");
    json_decref(root);
}

/* ---- ways to end ---- */

/* A case that ends by that signal (0: by exit(3)), with one finding of that kind. */
static json_t *run_to_end(const char *name, int signal, const char *kind)
{
    int status;
    json_t *root = run(HARNESS, name, signal == SIGXCPU ? system_first : usual, &status);
    bool good = signal != 0 ? WIFSIGNALED(status) && WTERMSIG(status) == signal
                            : WIFEXITED(status) && WEXITSTATUS(status) == 3;
    if (!good)
        fail_msg("%s: wait status %#x", name, (unsigned)status);
    if (root == NULL)
        fail_msg("%s: no report", name);
    assert_int_equal(json_array_size(json_object_get(root, "findings")), 1);
    assert_string_equal(word(finding_of(root), "kind"), kind);
    assert_non_null(json_object_get(root, "operation_count"));
    return root;
}

static void programs_that_die_report_before(void **state)
{
    (void)state;
    json_decref(run_to_end("aborts", SIGABRT, "out-of-bounds"));
    json_decref(run_to_end("leaves", 0, "out-of-bounds"));
#if !SANITIZED /* by which these signals are taken */
    json_decref(run_to_end("follows_null", SIGSEGV, "out-of-bounds"));
    json_decref(run_to_end("recurses", SIGSEGV, "out-of-bounds"));
#endif
}

static void kernels_that_never_end_are_told_at_any_limit(void **state)
{
    (void)state;
    const char *line = "// here: a kernel without an end";
    json_t *root = run_whole("endless_kernel", 1);
    assert_string_equal(word(finding_of(root), "kind"), "never-ends");
    assert_string_equal(word(finding_of(root), "why"), "kernel");
    assert_line(finding_of(root), line);
    json_decref(root);

    root = run_to_end("endless_kernel", SIGXCPU, "never-ends");
    assert_line(finding_of(root), line);
    assert_contains(word(finding_of(root), "sentence"), "32 threads come back to line");
    json_decref(root);
}

static void hosts_that_never_end_are_told(void **state)
{
    (void)state;
    json_t *root = run_to_end("endless_host", SIGXCPU, "never-ends");
    assert_line(finding_of(root), "// here: a loop of the host without an end");
    assert_string_equal(word(finding_of(root), "why"), "host");
    json_decref(root);

    root = run_to_end("endless_launches", SIGXCPU, "never-ends");
    assert_line(finding_of(root), "// here: launched for ever");
    assert_string_equal(word(finding_of(root), "why"), "host");
    json_decref(root);

    root = run_to_end("waits_for_ever", SIGTERM, "never-ends");
    assert_line(finding_of(root), "// here: the host waits");
    json_decref(root);
}

static json_int_t cause_of(const json_t *root, size_t index)
{
    return number(json_array_get(json_object_get(root, "findings"), index), "cause");
}

/* A missing barrier is one cause, of however many races, and two are two. */
static void findings_have_causes(void **state)
{
    (void)state;
    json_t *root = run_whole("misses_a_barrier", 2);
    const json_t *head =
        json_array_get(json_object_get(root, "findings"), (size_t)cause_of(root, 0));
    assert_int_equal(cause_of(root, 0), cause_of(root, 1));
    assert_string_equal(word(head, "kind"), "race-shared"); /* and not race-warp */
    assert_contains(word(head, "report"), "  the same barrier would order line ");
    json_decref(root);

    root = run_whole("misses_two_barriers", 2);
    assert_int_equal(cause_of(root, 0), 0);
    assert_int_equal(cause_of(root, 1), 1);
    assert_null(strstr(word(finding_of(root), "report"), "the same barrier"));
    json_decref(root);
}

/* The watchdog's signal comes each millisecond here, and so at all times of a launch. */
static void signals_do_not_disturb_launches(void **state)
{
    (void)state;
    int status;
    json_t *root = run(HARNESS, "many_launches", shortest, &status);
    assert_int_equal(status, 0);
    assert_int_equal(json_array_size(json_object_get(root, "findings")), 0);
    json_decref(root);
}

static void hosts_that_look_at_no_error_are_ended(void **state)
{
    (void)state;
    json_t *root = run_whole("asks_for_ever", 1);
    assert_string_equal(word(finding_of(root), "kind"), "out-of-bounds");
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labelled_arrays_have_their_names),
        cmocka_unit_test(wrapped_indices_have_their_arrays),
        cmocka_unit_test(nothing_happens_without_an_inspector),
        cmocka_unit_test(launches_of_kernels_are_not_the_hosts),
        cmocka_unit_test(steps_are_counted_of_each_thread),
        cmocka_unit_test(operations_are_told_in_order),
        cmocka_unit_test(operations_of_graphs_are_told_apart),
        cmocka_unit_test(of_many_operations_the_first_are_told),
        cmocka_unit_test(clocks_know_whether_work_is_under_way),
        cmocka_unit_test(elapsed_time_can_be_asked_for_too_early),
        cmocka_unit_test(counts_tell_strides_and_conflicts),
        cmocka_unit_test(limits_are_told_with_their_numbers),
        cmocka_unit_test(programs_that_die_report_before),
        cmocka_unit_test(kernels_that_never_end_are_told_at_any_limit),
        cmocka_unit_test(hosts_that_never_end_are_told),
        cmocka_unit_test(signals_do_not_disturb_launches),
        cmocka_unit_test(hosts_that_look_at_no_error_are_ended),
        cmocka_unit_test(findings_have_causes),
    };
    read_lines();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
