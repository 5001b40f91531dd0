/*
 * The journal of a run: what is appended is read again, wherever the file was cut off; what is not
 * ours is refused and left alone; and nobody else writes it meanwhile.
 */
#include "test.h"
#include "test_folder.h"

#include "journal.h"
#include "random.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];
static char path[128]; /* of the journal in it */
static struct gs_error said;

static int set_up(void **state)
{
    (void)state;
    said = (struct gs_error){0};
    strcpy(folder, "journal_test.XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/lesson3.unfinished.jsonl", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return gs_test_remove_folder(folder);
}

/* ---- entries of random content --------------------------------------------------------------- */

static uint64_t drawn; /* how many numbers so far */

static uint64_t draw(uint64_t below)
{
    return gs_random_bits(1, 0, drawn++) % below;
}

/* What seven digits hold, which is how a journal keeps numbers. */
static double draw_number(void)
{
    return (double)(1 + draw(999999)) / 1e9;
}

/* Text that JSON has to escape, or that is none of ASCII. */
static void draw_text(char *text, size_t size)
{
    static const char *const pieces[] = {"a", "Z", "_", " ", "\"", "\\", "{", "\xc3\xa9"};
    size_t used = 0, length = draw(size);
    text[0] = '\0';
    while (used + 3 < length) {
        const char *piece = pieces[draw(sizeof pieces / sizeof pieces[0])];
        used += (size_t)snprintf(text + used, size - used, "%s", piece);
    }
}

static void draw_time(struct gs_distribution *time)
{
    time->count = 1 + draw(6);
    time->samples = malloc(time->count * sizeof *time->samples);
    assert_non_null(time->samples);
    for (size_t i = 0; i < time->count; i++)
        time->samples[i] = draw_number();
    double *sorted = malloc(time->count * sizeof *sorted);
    assert_non_null(sorted);
    memcpy(sorted, time->samples, time->count * sizeof *sorted);
    time->median_s = gs_median(sorted, time->count); /* no reader believes another one */
    free(sorted);
    time->q1_s = draw_number();
    time->max_s = draw_number();
    time->cpu_time_s = draw_number();
    time->discarded = draw(3);
}

static struct gs_record draw_record(void)
{
    struct gs_record record = {.lesson = 3,
                               .workload = "vecadd",
                               .place = draw(2) == 0 ? GS_PLACE_CPU : GS_PLACE_DEVICE,
                               .dtype = GS_F32,
                               .n = 1 + draw(UINT32_MAX) * draw(1000),
                               .grid = (unsigned)draw(2) * 100,
                               .block = (unsigned)draw(1025),
                               .verdict = (enum gs_verdict)draw(GS_VERDICT_COUNT)};
    record.devices = record.place == GS_PLACE_CPU ? 0 : 1 + (unsigned)draw(3);
    snprintf(record.variant, sizeof record.variant, "variant_%u", (unsigned)draw(1000));
    draw_text(record.detail, sizeof record.detail);
    draw_text(record.values, sizeof record.values);
    draw_text(record.device, sizeof record.device);
    record.bytes = draw(1ull << 40);
    record.max_error = draw_number();
    record.lost = draw_number();
    record.simulated = draw(2) == 0;
    if (record.verdict == GS_RIGHT && !record.simulated)
        draw_time(&record.time);
    return record;
}

/* The line of an entry with up to three records. */
static char *draw_line(size_t point)
{
    struct gs_results results = {0};
    struct gs_journal_entry entry = {.process = (unsigned)draw(4),
                                     .point = point,
                                     .pinned = draw(2) == 0,
                                     .right = draw(2) == 0};
    for (size_t count = draw(4); count > 0; count--) {
        struct gs_record record = draw_record();
        assert_int_equal(gs_results_append(&results, &record, &said), GS_OK);
    }
    char *line = gs_journal_line(&entry, &results);
    assert_non_null(line);
    gs_results_release(&results);
    return line;
}

/* ---- a journal ------------------------------------------------------------------------------- */

enum { ENTRIES = 12, CUT_ENTRIES = 4 };

struct written {
    char *lines[ENTRIES]; /* as they were appended */
    char *text;           /* the whole file */
    size_t length;
    size_t head; /* bytes of the first line */
};

static json_t *context(void)
{
    return json_pack("{s:{s:s, s:[i,i]}, s:s}", "gridstride", "plan", "0123456789abcdef", "list", 1,
                     2, "host_name", "a \"host\"");
}

static struct gs_journal open_journal(void)
{
    struct gs_journal journal;
    if (gs_journal_open(&journal, folder, "lesson3", &said) != GS_OK)
        fail_msg("%s", said.text);
    return journal;
}

static bool begin(struct gs_journal *journal)
{
    bool kept = false;
    json_t *head = context();
    assert_int_equal(gs_journal_begin(journal, head, "0123456789abcdef", &kept, &said), GS_OK);
    json_decref(head);
    return kept;
}

static char *text_of(const char *name, size_t *length)
{
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    *length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

static void put(const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static struct written write_journal(void)
{
    struct written written;
    struct gs_journal journal = open_journal();
    assert_false(begin(&journal));
    for (size_t i = 0; i < ENTRIES; i++) {
        written.lines[i] = draw_line(i);
        assert_int_equal(gs_journal_append(&journal, written.lines[i], &said), GS_OK);
    }
    gs_journal_close(&journal, false);
    written.text = text_of(path, &written.length);
    written.head = (size_t)(strchr(written.text, '\n') + 1 - written.text);
    return written;
}

static void release(struct written *written)
{
    for (size_t i = 0; i < ENTRIES; i++)
        free(written->lines[i]);
    free(written->text);
}

/* What stands in the file is the context and these lines, in this order. */
static void assert_holds(char *const *lines, size_t count)
{
    struct gs_journal_content content;
    if (gs_journal_read(path, &content, &said) != GS_OK)
        fail_msg("%s", said.text);
    json_t *head = context();
    assert_true(json_equal(content.results.context, head));
    json_decref(head);
    assert_string_equal(content.plan, "0123456789abcdef");
    assert_int_equal(content.count, count);
    size_t record = 0;
    for (size_t i = 0; i < count; i++) {
        json_t *wanted = json_loads(lines[i], 0, NULL);
        size_t of_entry = json_array_size(json_object_get(wanted, "records"));
        json_decref(wanted);
        struct gs_results slice = {.records = content.results.records + record, .count = of_entry};
        assert_true(record + of_entry <= content.results.count);
        char *line = gs_journal_line(&content.entries[i], &slice);
        assert_string_equal(line, lines[i]);
        free(line);
        record += of_entry;
    }
    assert_int_equal(record, content.results.count);
    gs_journal_content_release(&content);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void what_is_appended_is_read_again(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        struct written written = write_journal();
        assert_holds(written.lines, ENTRIES);
        release(&written);
        assert_int_equal(unlink(path), 0);
    }
}

/*
 * Cut off anywhere in its first entries, it holds the lines that are whole, and goes on behind
 * them; only without its first line is it no journal.
 */
static void cut_off_anywhere_it_goes_on(void **state)
{
    (void)state;
    struct written written = write_journal();
    size_t whole = 0, end = written.head, last = written.head;
    for (size_t i = 0; i < CUT_ENTRIES; i++)
        last += strlen(written.lines[i]);
    for (size_t length = 0; length <= last; length++) {
        put(written.text, length);
        if (length < written.head) {
            struct gs_journal_content content;
            assert_int_equal(gs_journal_read(path, &content, &said), GS_USAGE);
            assert_contains(said.text, "lesson3.unfinished.jsonl:1: ");
            assert_one_line(said.text);
            gs_journal_content_release(&content);
            continue;
        }
        if (whole < ENTRIES && length == end + strlen(written.lines[whole]))
            end += strlen(written.lines[whole++]);
        assert_holds(written.lines, whole);
        /* Of those within a line, some are enough. */
        if (whole == CUT_ENTRIES || (length != end && length % 97 != 0))
            continue;
        struct gs_journal journal = open_journal();
        struct gs_journal_content content;
        assert_true(journal.exists);
        assert_int_equal(gs_journal_read(path, &content, &said), GS_OK);
        assert_int_equal(gs_journal_go_on(&journal, &content, &said), GS_OK);
        gs_journal_content_release(&content);
        assert_int_equal(gs_journal_append(&journal, written.lines[whole], &said), GS_OK);
        gs_journal_close(&journal, false);
        assert_holds(written.lines, whole + 1);
    }
    release(&written);
}

/* Other damage is an error that names the line, and the line alone. */
static void damage_is_named(void **state)
{
    (void)state;
    struct written written = write_journal();
    size_t begin_of_line = written.head;
    for (size_t i = 0; i < ENTRIES; i++) {
        char *text = strdup(written.text), wanted[64];
        assert_non_null(text);
        if (i % 2 == 0)
            text[begin_of_line] = '?';
        else
            text[begin_of_line + 2] = '?'; /* JSON still, with another name for its point */
        put(text, written.length);
        struct gs_journal_content content;
        assert_int_equal(gs_journal_read(path, &content, &said), GS_USAGE);
        snprintf(wanted, sizeof wanted, "lesson3.unfinished.jsonl:%zu: ", i + 2);
        assert_contains(said.text, wanted);
        assert_one_line(said.text);
        assert_int_equal(content.count, i);
        gs_journal_content_release(&content);
        free(text);
        begin_of_line += strlen(written.lines[i]);
    }
    release(&written);
}

/* Neither read nor moved nor changed. */
static void foreign_files_are_left_alone(void **state)
{
    (void)state;
    static const char *const foreign[] = {
        "my notes\n",
        "{}\n",
        "[]",
        "null\n",
        "\n",
        "{\"context\": {\"gridstride\": {}}}\n",
        "{\"gridstride_unfinished\": 1, \"context\": {\"gridstride\": {}}}\n",
        "{\"gridstride_unfinished\": \"0\", \"context\": {}}\n",
        "{\"gridstride_unfinished\": \"0\", \"context\": {\"gridstride\": []}}\n",
        "{\"gridstride_unfinished\": \"01234567890123456\", \"context\": {\"gridstride\": {}}}\n",
        "\177ELF\n\xff\xfe\n",
    };
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        put(foreign[i], strlen(foreign[i]));
        struct gs_journal journal = open_journal();
        json_t *head = context();
        bool kept;
        assert_true(journal.exists);
        assert_int_equal(gs_journal_begin(&journal, head, "0", &kept, &said), GS_USAGE);
        json_decref(head);
        assert_contains(said.text, "lesson3.unfinished.jsonl:1: ");
        assert_one_line(said.text);
        gs_journal_close(&journal, false);
        size_t length;
        char *text = text_of(path, &length);
        assert_string_equal(text, foreign[i]);
        free(text);
    }
}

/* Where a link stands in its place, what it points to is not written. */
static void a_link_is_no_journal(void **state)
{
    (void)state;
    struct gs_journal journal;
    assert_int_equal(symlink("elsewhere", path), 0);
    assert_int_equal(gs_journal_open(&journal, folder, "lesson3", &said), GS_USAGE);
    assert_contains(said.text, "lesson3.unfinished.jsonl");
    gs_journal_close(&journal, false);
}

/* Whether another process may open the journal. */
static bool is_free(void)
{
    int status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        struct gs_journal journal;
        enum gs_status opened = gs_journal_open(&journal, folder, "lesson3", &said);
        _exit(opened == GS_OK ? 0 : strstr(said.text, "another run is writing") != NULL ? 1 : 2);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
    return WEXITSTATUS(status) == 0;
}

static void an_abandoned_run_is_kept(void **state)
{
    (void)state;
    struct written written = write_journal();
    struct gs_journal journal = open_journal();
    assert_true(begin(&journal));
    assert_false(is_free()); /* the new file is locked as the old one was */
    gs_journal_close(&journal, false);
    assert_holds(NULL, 0);
    char aside[128];
    size_t length;
    snprintf(aside, sizeof aside, "%s/lesson3.abandoned.jsonl", folder);
    char *text = text_of(aside, &length);
    assert_int_equal(length, written.length);
    assert_memory_equal(text, written.text, length);
    free(text);
    release(&written);
}

static void one_process_writes_at_a_time(void **state)
{
    (void)state;
    struct gs_journal journal = open_journal();
    assert_false(journal.exists);
    assert_false(is_free());
    begin(&journal);
    assert_false(is_free());
    gs_journal_close(&journal, false);
    assert_true(is_free());
    pid_t pid = fork(); /* nor does a process that was killed keep it */
    if (pid == 0) {
        journal = open_journal();
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_true(is_free());
}

static void a_finished_run_leaves_none(void **state)
{
    (void)state;
    struct gs_journal journal = open_journal();
    begin(&journal);
    gs_journal_close(&journal, true);
    assert_int_equal(access(path, F_OK), -1);
    gs_journal_close(&journal, true); /* once more, and nothing happens */
}

/* In a child, whose files cannot grow over `bytes`: its exit status is how many lines went in. */
static void append_on_full_disk(char *const *lines, size_t bytes)
{
    struct rlimit limit = {bytes, bytes};
    struct gs_journal journal = open_journal();
    enum gs_status status = GS_OK;
    begin(&journal);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    int count = -1;
    while (status == GS_OK)
        status = gs_journal_append(&journal, lines[++count], &said);
    _exit(strstr(said.text, "free some space") != NULL ? count : ENTRIES);
}

/* What was appended before the disk was full is there, and the run goes on behind it. */
static void a_full_disk_costs_one_line(void **state)
{
    (void)state;
    struct written written = write_journal();
    size_t whole = 5, bytes = written.head;
    for (size_t i = 0; i < whole; i++)
        bytes += strlen(written.lines[i]);
    assert_int_equal(unlink(path), 0);
    int status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        append_on_full_disk(written.lines, bytes + strlen(written.lines[whole]) / 2);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), whole);
    assert_holds(written.lines, whole);
    release(&written);
}

/* A line that a worker sent is read on its own, and says what is wrong with it. */
static void a_worker_s_line_is_checked(void **state)
{
    (void)state;
    struct gs_journal_entry entry;
    struct gs_results results = {0};
    static const struct {
        const char *line, *says;
    } bad[] = {
        {"{\"point\": -1, \"pinned\": false, \"right\": true, \"records\": []}", "\"point\""},
        {"{\"point\": 1.5, \"pinned\": false, \"right\": true, \"records\": []}", "\"point\""},
        {"{\"point\": 1, \"pinned\": 0, \"right\": true, \"records\": []}", "\"pinned\""},
        {"{\"point\": 1, \"pinned\": false, \"records\": []}", "\"right\""},
        {"{\"point\": 1, \"pinned\": false, \"right\": true}", "\"records\""},
        {"{\"point\": 1, \"pinned\": false, \"right\": true, \"records\": [{}]}", "\"workload\""},
        {"{\"process\": 0, \"point\": 1, \"pinned\": false, \"right\": true, \"records\": []}",
         "\"process\""},
        {"{\"process\": 101, \"point\": 1, \"pinned\": false, \"right\": true, \"records\": []}",
         "\"process\""},
        {"[]", "\"point\""},
        {"", "a worker's record"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(gs_journal_parse(bad[i].line, &entry, &results, &said), GS_USAGE);
        assert_contains(said.text, bad[i].says);
        assert_one_line(said.text);
    }
    gs_results_release(&results); /* of a line with a bad record, those before it */
    char *line = draw_line(77);
    assert_int_equal(gs_journal_parse(line, &entry, &results, &said), GS_OK);
    assert_int_equal(entry.point, 77);
    char *again = gs_journal_line(&entry, &results);
    assert_string_equal(again, line);
    free(again);
    free(line);
    gs_results_release(&results);
}

/* Nothing of a time is lost on its way from the worker: seven digits of it. */
static void times_keep_their_digits(void **state)
{
    (void)state;
    struct gs_record record = draw_record();
    gs_distribution_release(&record.time);
    record.verdict = GS_RIGHT;
    record.simulated = false;
    draw_time(&record.time);
    struct gs_results results = {.records = &record, .count = 1}, read = {0};
    struct gs_journal_entry entry = {.point = 1};
    record.time.median_s = 1.234567e-6;
    for (size_t i = 0; i < record.time.count; i++)
        record.time.samples[i] = record.time.median_s;
    char *line = gs_journal_line(&entry, &results);
    assert_int_equal(gs_journal_parse(line, &entry, &read, &said), GS_OK);
    assert_int_equal(read.count, 1);
    assert_int_equal(read.records[0].time.count, record.time.count);
    assert_memory_equal(read.records[0].time.samples, record.time.samples,
                        record.time.count * sizeof(double));
    assert_memory_equal(&read.records[0].time.median_s, &record.time.median_s, sizeof(double));
    free(line);
    gs_results_release(&read);
    gs_distribution_release(&record.time);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_appended_is_read_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cut_off_anywhere_it_goes_on, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damage_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(foreign_files_are_left_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_link_is_no_journal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_abandoned_run_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_process_writes_at_a_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_finished_run_leaves_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_full_disk_costs_one_line, set_up, tear_down),
        cmocka_unit_test(a_worker_s_line_is_checked),
        cmocka_unit_test(times_keep_their_digits),
    };
    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
