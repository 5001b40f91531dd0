/*
 * A whole run: what becomes of it when a variant crashes, hangs or loses the device, and when the
 * run itself is killed. The lesson is add_one.h's, with a variant that misbehaves as it is told.
 */
#include "test.h"
#include "test_folder.h"

#include "add_one.h"
#include "device.h"
#include "faults.h"
#include "journal.h"
#include "run.h"
#include "worker_process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZES = 5, VARIANTS = 3, POINTS = SIZES * VARIANTS };
static const char sizes[] = "10,20,30,40,50";

/* ---- the lesson ------------------------------------------------------------------------------ */

enum misdeed {
    NONE,
    DIES,
    EXITS,
    HANGS,
    TRAPS,
    WRONG,
    INTERRUPTS,
    KEEPS_INTERRUPTING,
    DIES_FILLING,
    DIES_BETWEEN,
    DIES_BEFORE_EACH_SIZE,
    DIES_TELLING
};

static enum misdeed misdeed;
static size_t misdeed_n; /* the size at which it happens; 0: at each */

/* Runs of any variant until one kills the whole run; shared with the processes of the run. */
static int *runs_left;

/* Deaths with no point to run that are still to come; shared likewise. */
static int *deaths_left;

/* What a worker wants to tell when it dies by DIES_TELLING. */
static enum gs_message_kind untold;

static bool happens(enum misdeed deed, size_t n)
{
    return misdeed == deed && (misdeed_n == 0 || misdeed_n == n);
}

static void count_down(pid_t supervisor)
{
    if (*runs_left > 0 && --*runs_left == 0) {
        kill(supervisor, SIGKILL);
        raise(SIGKILL);
    }
}

static int run_on_cpu(const struct gs_call *call)
{
    const int32_t *in = call->arrays[IN];
    int32_t *out = call->arrays[OUT];
    count_down(getppid());
    for (size_t i = 0; i < call->n; i++)
        out[i] = in[i] + 1;
    return 0;
}

static int run_on_device(const struct gs_call *call)
{
    count_down(getppid());
    return faulty_on_device(NO_FAULT)(call);
}

static int misbehave(const struct gs_call *call)
{
    count_down(getppid());
    if (happens(DIES, call->n))
        raise(SIGKILL);
    if (happens(EXITS, call->n))
        _exit(3);
    if (happens(HANGS, call->n))
        return spin_on_device(call);
    if (happens(INTERRUPTS, call->n))
        kill(getppid(), SIGINT);
    while (happens(KEEPS_INTERRUPTING, call->n))
        kill(getppid(), SIGINT);
    if (happens(TRAPS, call->n))
        return trap_on_device(call);
    return faulty_on_device(happens(WRONG, call->n) ? WRITES_ZERO : NO_FAULT)(call);
}

static void fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    if (happens(DIES_FILLING, data->n))
        raise(SIGKILL);
    add_one_fill(data, array, begin, end);
}

/* Asked before the arrays of a size are made, when no point is under way. */
static const char *refuse(const struct gs_variant *variant, size_t n, unsigned grid, unsigned block)
{
    (void)variant;
    (void)grid;
    (void)block;
    if (happens(DIES_BETWEEN, n) && (*deaths_left)-- > 0)
        raise(SIGKILL);
    if (happens(DIES_BEFORE_EACH_SIZE, n) && n / 10 > SIZES - (size_t)*deaths_left) {
        (*deaths_left)--;
        raise(SIGKILL);
    }
    return NULL;
}

bool __real_gs_supervisor_tell(const struct gs_supervisor *supervisor,
                               const struct gs_message *message, const void *payload, bool wait);
bool __wrap_gs_supervisor_tell(const struct gs_supervisor *supervisor,
                               const struct gs_message *message, const void *payload, bool wait);
bool __wrap_gs_supervisor_tell(const struct gs_supervisor *supervisor,
                               const struct gs_message *message, const void *payload, bool wait)
{
    if (misdeed == DIES_TELLING && message->kind == untold && (*deaths_left)-- > 0)
        raise(SIGKILL);
    return __real_gs_supervisor_tell(supervisor, message, payload, wait);
}

/* The one that misbehaves in the middle: something comes behind it. */
static const struct gs_variant variants[VARIANTS] = {
    {.name = "serial", .place = GS_CPU_SERIAL, .run = run_on_cpu},
    {.name = "villain", .place = GS_DEVICE, .run = misbehave},
    {.name = "kernel", .place = GS_DEVICE, .run = run_on_device},
};

static const struct gs_workload workload = {.name = "add_one",
                                            .arrays = add_one_arrays,
                                            .array_count = GS_COUNT(add_one_arrays),
                                            .dtypes = GS_DTYPE_BIT(GS_I32),
                                            .fill = fill,
                                            .refuse = refuse,
                                            .compare = add_one_compare,
                                            .traffic = add_one_traffic,
                                            .sizes = sizes,
                                            .block = 64,
                                            .variants = variants,
                                            .variant_count = VARIANTS};
static const struct gs_lesson lesson = {
    .number = 9, .slug = "test", .title = "test", .workloads = &workload, .workload_count = 1};

/* ---- running it ------------------------------------------------------------------------------ */

static char folder[64];      /* of the results */
static char machine[256];    /* the one folder in it, once there is one */
static struct gs_error said; /* of the last run */

static int set_up(void **state)
{
    (void)state;
    misdeed = NONE;
    misdeed_n = 0;
    *runs_left = 0;
    machine[0] = '\0';
    strcpy(folder, "run_test.XXXXXX");
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    return gs_test_remove_folder(folder);
}

static struct gs_run_options options(void)
{
    return (struct gs_run_options){.selection.lesson = &lesson,
                                   .out = folder,
                                   .seed = 1,
                                   .verify_only = true,
                                   .quiet = true,
                                   .time_limit_s = 5,
                                   .command_line = "gridstride run 9"};
}

static enum gs_status run(struct gs_run_options with)
{
    said = (struct gs_error){0};
    return gs_run(&with, &said);
}

static void find_machine(void)
{
    char command[128];
    snprintf(command, sizeof command, "echo %s/*", folder);
    FILE *shell = popen(command, "r");
    assert_non_null(shell);
    assert_int_equal(fscanf(shell, "%255s", machine), 1);
    pclose(shell);
}

static const char *path_of(const char *name)
{
    static char path[400];
    find_machine();
    snprintf(path, sizeof path, "%s/%s", machine, name);
    return path;
}

static bool exists(const char *name)
{
    return access(path_of(name), F_OK) == 0;
}

static struct gs_results load(void)
{
    struct gs_results results;
    struct gs_error error = {0};
    if (gs_results_load(path_of("verify9.json"), &results, &error) != GS_OK)
        fail_msg("%s", error.text);
    return results;
}

/* Each point has one record, in the plan's order. */
static void assert_all_there(const struct gs_results *results)
{
    assert_int_equal(results->count, POINTS);
    for (size_t i = 0; i < results->count; i++) {
        assert_int_equal(results->records[i].n, 10 * (i / VARIANTS + 1));
        assert_string_equal(results->records[i].variant, variants[i % VARIANTS].name);
    }
}

/* All are right but the villain's, of which there are so many with this verdict and these words. */
static void assert_villain(size_t count, enum gs_verdict verdict, const char *words)
{
    struct gs_results results = load();
    size_t found = 0;
    for (size_t i = 0; i < results.count; i++) {
        const struct gs_record *record = &results.records[i];
        bool villain = strcmp(record->variant, "villain") == 0;
        if (!villain)
            assert_int_equal(record->verdict, GS_RIGHT);
        if (!villain || record->verdict != verdict || strstr(record->detail, words) == NULL)
            continue;
        found++;
        assert_int_equal(record->time.count, 0);
    }
    assert_int_equal(found, count);
    gs_results_release(&results);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void all_points_are_recorded_once(void **state)
{
    (void)state;
    assert_int_equal(run(options()), GS_OK);
    struct gs_results results = load();
    assert_all_there(&results);
    gs_results_release(&results);
    assert_villain(SIZES, GS_RIGHT, "");
    assert_false(exists("verify9.unfinished.jsonl"));
}

static void a_crash_is_a_verdict_and_the_rest_goes_on(void **state)
{
    (void)state;
    misdeed_n = 30;
    misdeed = DIES;
    assert_int_equal(run(options()), GS_WRONG);
    assert_contains(said.text, "1 of 15 records");
    assert_villain(1, GS_CRASHED, "its process was killed by signal 9");
    assert_villain(SIZES - 1, GS_RIGHT, "");
    struct gs_results results = load();
    assert_all_there(&results);
    gs_results_release(&results);
    misdeed = EXITS;
    assert_int_equal(run(options()), GS_WRONG);
    assert_villain(1, GS_CRASHED, "its process ended with exit status 3");
}

static void who_crashes_three_times_is_not_run_again(void **state)
{
    (void)state;
    misdeed = DIES;
    assert_int_equal(run(options()), GS_WRONG);
    assert_villain(3, GS_CRASHED, "killed by signal 9");
    assert_villain(SIZES - 3, GS_SKIPPED, "not run again in this run: villain crashed");
}

static void a_lost_device_is_opened_again(void **state)
{
    (void)state;
    misdeed = TRAPS;
    misdeed_n = 20;
    assert_int_equal(run(options()), GS_WRONG);
    assert_villain(1, GS_LAUNCH_FAILED, "");
    assert_villain(SIZES - 1, GS_RIGHT, "");
    misdeed_n = 0;
    assert_int_equal(run(options()), GS_WRONG);
    assert_villain(3, GS_LAUNCH_FAILED, "");
    assert_villain(SIZES - 3, GS_SKIPPED, "lost the device");
}

static void who_hangs_is_ended_and_not_run_again(void **state)
{
    (void)state;
    misdeed = HANGS;
    misdeed_n = 40;
    assert_int_equal(run(options()), GS_WRONG);
    assert_villain(3, GS_RIGHT, "");
    assert_villain(1, GS_HUNG, "did not end within 5 s");
    assert_villain(1, GS_SKIPPED, "not run again in this run: villain hung before");
}

static void arrays_that_cannot_be_made_cost_their_size_alone(void **state)
{
    (void)state;
    misdeed = DIES_FILLING;
    misdeed_n = 20;
    assert_int_equal(run(options()), GS_WRONG);
    struct gs_results results = load();
    assert_all_there(&results);
    for (size_t i = 0; i < results.count; i++) {
        const struct gs_record *record = &results.records[i];
        assert_int_equal(record->verdict, record->n == 20 ? GS_CRASHED : GS_RIGHT);
        if (record->n == 20)
            assert_contains(record->detail, "its arrays could not be made: its process was killed");
    }
    gs_results_release(&results);
}

static void assert_all_right(void)
{
    struct gs_results results = load();
    assert_all_there(&results);
    gs_results_release(&results);
    assert_villain(SIZES, GS_RIGHT, "");
}

/* What has its record keeps it, and nobody is blamed. */
static void a_death_between_two_points_costs_nothing(void **state)
{
    (void)state;
    misdeed = DIES_BETWEEN;
    misdeed_n = 30;
    *deaths_left = 1;
    assert_int_equal(run(options()), GS_OK);
    assert_all_right();
    misdeed = DIES_BEFORE_EACH_SIZE;
    misdeed_n = 0;
    *deaths_left = SIZES;
    assert_int_equal(run(options()), GS_OK);
    assert_int_equal(*deaths_left, 0);
    assert_all_right();
}

/* Whatever a worker is doing when it has no point to run; but not for ever. */
static void a_worker_without_a_point_is_started_again(void **state)
{
    (void)state;
    static const enum gs_message_kind kinds[] = {GS_MESSAGE_OPENED, GS_MESSAGE_LIMITS,
                                                 GS_MESSAGE_BEGUN, GS_MESSAGE_DONE};
    misdeed = DIES_TELLING;
    for (size_t i = 0; i < GS_COUNT(kinds); i++) {
        untold = kinds[i];
        *deaths_left = 2;
        assert_int_equal(run(options()), GS_OK);
        assert_true(*deaths_left <= 0);
        assert_all_right();
        *deaths_left = 100;
        assert_int_equal(run(options()), GS_USAGE);
        assert_contains(said.text, "was killed by signal 9 (Killed) with no point to run, 3 times");
        assert_int_equal(*deaths_left, 97);
    }
}

/* A run in a process of its own, as it is to be killed. Returns its exit status, or its signal
 * below 0. */
static int run_apart(struct gs_run_options with)
{
    int status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        _exit((int)run(with));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static char *text_of(const char *name)
{
    static char text[1 << 20];
    FILE *file = fopen(path_of(name), "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* kill -9 at every single run of a variant: all the same once it is resumed. */
static void a_killed_run_goes_on_where_it_was(void **state)
{
    (void)state;
    assert_int_equal(run(options()), GS_OK);
    char *undisturbed = strdup(text_of("verify9.csv"));
    struct gs_run_options again = options();
    again.resume = true;
    for (int after = 1; after <= POINTS; after++) {
        assert_int_equal(unlink(path_of("verify9.json")), 0);
        *runs_left = after;
        assert_int_equal(run_apart(options()), -SIGKILL);
        *runs_left = 0;
        assert_true(exists("verify9.unfinished.jsonl"));
        assert_false(exists("verify9.json")); /* what is not finished is no result */
        struct gs_journal_content content;
        assert_int_equal(gs_journal_read(path_of("verify9.unfinished.jsonl"), &content, &said),
                         GS_OK);
        assert_int_equal(content.count, after - 1); /* all but the one that it was at */
        gs_journal_content_release(&content);
        assert_int_equal(run(again), GS_OK);
        assert_string_equal(text_of("verify9.csv"), undisturbed);
        assert_false(exists("verify9.unfinished.jsonl"));
    }
    free(undisturbed);
}

/* One Ctrl-C: the point that it is at is finished. */
static void an_interrupted_run_finishes_its_point(void **state)
{
    (void)state;
    misdeed = INTERRUPTS;
    misdeed_n = 20;
    assert_int_equal(run_apart(options()), GS_INTERRUPTED);
    assert_false(exists("verify9.json"));
    struct gs_journal_content content;
    assert_int_equal(gs_journal_read(path_of("verify9.unfinished.jsonl"), &content, &said), GS_OK);
    assert_int_equal(content.count, VARIANTS + 2); /* a size, and up to the villain */
    gs_journal_content_release(&content);
    misdeed = NONE;
    struct gs_run_options again = options();
    again.resume = true;
    assert_int_equal(run(again), GS_OK);
    struct gs_results results = load();
    assert_all_there(&results);
    gs_results_release(&results);
}

/* Two of them: at once, whatever the point is doing, and its process goes too. */
static void an_impatient_user_is_obeyed(void **state)
{
    (void)state;
    misdeed = KEEPS_INTERRUPTING;
    misdeed_n = 20;
    assert_int_equal(run_apart(options()), -SIGINT);
    struct gs_journal_content content;
    assert_int_equal(gs_journal_read(path_of("verify9.unfinished.jsonl"), &content, &said), GS_OK);
    assert_int_equal(content.count, VARIANTS + 1);
    gs_journal_content_release(&content);
    misdeed = NONE;
    assert_int_equal(run(options()), GS_OK); /* nobody has the lock */
}

/* The records of all shards are the records of the whole. */
static void shards_have_every_point_once(void **state)
{
    (void)state;
    struct gs_run_options with = options();
    size_t count = 0;
    bool seen[POINTS] = {false};
    with.shards = 3;
    for (with.shard = 1; with.shard <= with.shards; with.shard++) {
        char name[64];
        assert_int_equal(run(with), GS_OK);
        snprintf(name, sizeof name, "verify9.shard%uof3.json", with.shard);
        struct gs_results results;
        assert_int_equal(gs_results_load(path_of(name), &results, &said), GS_OK);
        for (size_t i = 0; i < results.count; i++) {
            const struct gs_record *record = &results.records[i];
            for (size_t v = 0; v < VARIANTS; v++) {
                size_t point = (record->n / 10 - 1) * VARIANTS + v;
                if (strcmp(record->variant, variants[v].name) != 0)
                    continue;
                assert_false(seen[point]);
                seen[point] = true;
                count++;
            }
        }
        gs_results_release(&results);
    }
    assert_int_equal(count, POINTS);
    with.shards = 6;
    with.shard = 6; /* of five sizes */
    assert_int_equal(run(with), GS_USAGE);
    assert_contains(said.text, "--shard 6/6");
}

static void kill_after(int runs)
{
    *runs_left = runs;
    assert_int_equal(run_apart(options()), -SIGKILL);
    *runs_left = 0;
}

static void only_the_same_run_goes_on(void **state)
{
    (void)state;
    kill_after(7);
    char *before = strdup(text_of("verify9.unfinished.jsonl"));
    struct gs_run_options other = options();
    other.resume = true;
    other.seed = 2;
    assert_int_equal(run(other), GS_USAGE);
    assert_contains(said.text, "is of another run (gridstride run 9, commit ");
    other.seed = 1;
    other.selection.sizes = "10,20";
    assert_int_equal(run(other), GS_USAGE);
    assert_string_equal(text_of("verify9.unfinished.jsonl"), before);
    /* A new run begins from its first point, and loses nothing of the old one. */
    assert_int_equal(run(options()), GS_OK);
    assert_string_equal(text_of("verify9.abandoned.jsonl"), before);
    /* Nor does the next one lose either. */
    kill_after(4);
    assert_int_equal(run(options()), GS_OK);
    assert_string_equal(text_of("verify9.abandoned.jsonl"), before);
    assert_true(exists("verify9.abandoned2.jsonl"));
    free(before);
}

static void half_a_line_is_left_out(void **state)
{
    (void)state;
    kill_after(7);
    struct gs_run_options again = options();
    again.resume = true;
    const char *path = path_of("verify9.unfinished.jsonl");
    size_t length = strlen(text_of("verify9.unfinished.jsonl"));
    assert_int_equal(truncate(path, (off_t)length - 20), 0);
    assert_int_equal(run(again), GS_OK);
    struct gs_results results = load();
    assert_all_there(&results);
    gs_results_release(&results);
}

static void damage_is_named_and_left_alone(void **state)
{
    (void)state;
    kill_after(7);
    char *text = text_of("verify9.unfinished.jsonl");
    char *third = strchr(strchr(text, '\n') + 1, '\n') + 1;
    char *pinned = strstr(third, "\"pinned\"");
    memcpy(pinned, "\"ponned\"", 8);
    FILE *file = fopen(path_of("verify9.unfinished.jsonl"), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    char *damaged = strdup(text);
    struct gs_run_options again = options();
    for (int resume = 0; resume < 2; resume++) {
        again.resume = resume;
        assert_int_equal(run(again), GS_USAGE);
        assert_contains(said.text, "verify9.unfinished.jsonl:3: it has no valid \"pinned\"");
        assert_string_equal(text_of("verify9.unfinished.jsonl"), damaged);
    }
    free(damaged);
}

/* While one process has the journal, no other run begins. */
static void two_runs_do_not_write_one_result(void **state)
{
    (void)state;
    assert_int_equal(run(options()), GS_OK);
    find_machine();
    struct gs_journal journal;
    assert_int_equal(gs_journal_open(&journal, machine, "verify9", &said), GS_OK);
    assert_int_equal(run_apart(options()), GS_USAGE);
    assert_int_equal(run(options()), GS_USAGE);
    assert_contains(said.text, "another run is writing");
    gs_journal_close(&journal, true);
    assert_int_equal(run(options()), GS_OK);
}

/* Without a device nothing here can be run. Asked in a process of its own, for a process that has
 * a CUDA context cannot start workers. */
static bool has_device(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        struct gs_device *device;
        struct gs_error error;
        bool opened = gs_device_open(1, &device, &error) == GS_OK;
        if (opened)
            gs_device_close(device);
        else
            printf("skipped: %s\n", error.text);
        exit(opened ? 0 : 77);
    }
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(void)
{
    if (!has_device())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_points_are_recorded_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_crash_is_a_verdict_and_the_rest_goes_on, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(who_crashes_three_times_is_not_run_again, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_lost_device_is_opened_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_hangs_is_ended_and_not_run_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(arrays_that_cannot_be_made_cost_their_size_alone, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_death_between_two_points_costs_nothing, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_worker_without_a_point_is_started_again, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_killed_run_goes_on_where_it_was, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_interrupted_run_finishes_its_point, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_impatient_user_is_obeyed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shards_have_every_point_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_the_same_run_goes_on, set_up, tear_down),
        cmocka_unit_test_setup_teardown(half_a_line_is_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damage_is_named_and_left_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_runs_do_not_write_one_result, set_up, tear_down),
    };
    runs_left = mmap(NULL, 2 * sizeof *runs_left, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (runs_left == MAP_FAILED)
        return 1;
    deaths_left = runs_left + 1;
    return cmocka_run_group_tests_name("run", tests, NULL, NULL);
}
