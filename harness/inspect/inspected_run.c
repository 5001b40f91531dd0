#include "inspected_run.h"

#include "process.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the folder ------------------------------------------------------------------------------ */

struct gs_inspect_path gs_inspect_file(const struct gs_inspect_folder *folder, const char *name)
{
    struct gs_inspect_path path;
    snprintf(path.text, sizeof path.text, "%s/%s", folder->path, name);
    return path;
}

/* ---- schedules ------------------------------------------------------------------------------- */

struct gs_schedule gs_schedule_at(unsigned k)
{
    static const unsigned residents[] = {8, 2, 16};
    return (struct gs_schedule){.seed = k, .resident = residents[(k - 1) % 3]};
}

/* ---- the process ----------------------------------------------------------------------------- */

static void set_number(const char *name, double number)
{
    char text[32];
    snprintf(text, sizeof text, "%.15g", number);
    setenv(name, text, 1);
}

static void set_environment(const void *context)
{
    const struct gs_inspect_run *run = context;
    setenv("SIMT_INSPECT_JSON", gs_inspect_file(run->folder, "report").text, 1);
    set_number("SIMT_SEED", (double)run->schedule.seed);
    if (run->schedule.resident > 0)
        set_number("SIMT_RESIDENT_BLOCKS", run->schedule.resident);
    if (run->timeout_s > 0)
        set_number("SIMT_TIMEOUT", run->timeout_s);
    if (run->trace.multiprocessors > 0) {
        set_number("SIMT_MULTIPROCESSORS", run->trace.multiprocessors);
        set_number("SIMT_MEMORY", floor(run->trace.memory_bytes));
    }
    if (run->margin)
        setenv("SIMT_INSPECT_MARGIN", "1", 1);
    if (!run->shown) {
        unsetenv("SIMT_INSPECT_FORMAT");
        setenv("OMP_NUM_THREADS", "1", 0);
    }
}

/* Its kernels are stopped by the time that they compute for; how long it may take in all is ten
 * seconds more, for the machine may be busy and the program waits for its turn. */
static double limit_of(const struct gs_inspect_run *run)
{
    return run->timeout_s > 0 ? 4 * run->timeout_s + 10 : 0;
}

static enum gs_status start(const struct gs_inspect_run *run, pid_t *pid, struct gs_error *error)
{
    struct gs_inspect_path output = gs_inspect_file(run->folder, "stdout");
    struct gs_inspect_path errors = gs_inspect_file(run->folder, "stderr");
    const struct gs_process process = {.argv = run->argv,
                                       .input = run->shown ? NULL : "/dev/null",
                                       .output = run->shown ? NULL : output.text,
                                       .errors = run->shown ? NULL : errors.text,
                                       .ends_with_us = true,
                                       .prepare = set_environment,
                                       .context = run};
    return gs_process_start(&process, pid, error);
}

/* Ours is ignored while it runs: the program decides what Ctrl-C means to it. */
static enum gs_status run_to_end(const struct gs_inspect_run *run, int *status, bool *hung,
                                 struct gs_error *error)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    pid_t pid = -1;
    sigaction(SIGINT, &ignore, &before);
    enum gs_status started = start(run, &pid, error);
    if (started == GS_OK)
        *hung = gs_process_wait(pid, limit_of(run), status);
    sigaction(SIGINT, &before, NULL);
    if (started == GS_OK && WIFSIGNALED(*status) && WTERMSIG(*status) == SIGINT)
        return gs_fail(error, GS_INTERRUPTED, "interrupted");
    return started;
}

enum gs_status gs_inspect_start(const struct gs_inspect_run *run, struct gs_inspect_outcome *out,
                                struct gs_error *error)
{
    int status = 0;
    *out = (struct gs_inspect_outcome){0};
    struct gs_inspect_path report = gs_inspect_file(run->folder, "report");
    unlink(report.text); /* the last run's */
    enum gs_status result = run_to_end(run, &status, &out->hung, error);
    if (result != GS_OK)
        return result;
    out->report = json_load_file(report.text, 0, NULL);
    size_t findings = json_array_size(json_object_get(out->report, "findings"));
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    out->good = code == 0 || (code == 1 && findings > 0);
    if (out->hung)
        snprintf(out->how, sizeof out->how, "did not end within %g s and was killed (--timeout)",
                 limit_of(run));
    else
        gs_process_how(status, out->how, sizeof out->how);
    return GS_OK;
}

void gs_inspect_outcome_release(struct gs_inspect_outcome *outcome)
{
    json_decref(outcome->report);
    *outcome = (struct gs_inspect_outcome){0};
}
