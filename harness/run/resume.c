/* A run goes on where an unfinished one has ended: with the same plan, inputs and program, or not
 * at all. */
#include "resume.h"

#include "cpu.h"
#include "fingerprint.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gs_run_identify(struct gs_run_state *run)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    const char *brought = run->options->selection.lesson->fingerprint;
    fprintf(out, "%s %s %s %s %s %s %s %d %d %llu", brought != NULL ? brought : "", GS_VERSION,
            GS_COMMIT, GS_COMPILER, GS_FLAGS,
            run->assignment.opened ? run->assignment.facts.name : "",
            run->assignment.opened ? run->assignment.facts.kernel_compiler : "", gs_cpu_threads(),
            run->options->verify_only, (unsigned long long)run->options->seed);
    if (gs_run_processes(run->options) > 1)
        fprintf(out, " %u", run->options->processes);
    for (size_t i = 0; i < run->plan.count; i++) {
        char name[256];
        gs_point_name(&run->plan.points[i], name);
        fprintf(out, " %s", name);
    }
    uint64_t hash = 0; /* not by the threads of gs_guarded_fingerprint_host(): workers are forked */
    if (fclose(out) == 0) {
        for (size_t i = 0; i < size; i++)
            hash += gs_fingerprint_of((unsigned char)text[i], i);
    }
    free(text);
    snprintf(run->identity, sizeof run->identity, "%016llx", (unsigned long long)hash);
}

enum gs_status gs_run_take_up(struct gs_run_state *run, struct gs_error *error)
{
    struct gs_error why;
    enum gs_status status = gs_journal_read(run->journal.path, &run->before, &why);
    if (status != GS_OK)
        return gs_fail(error, status, "%s; move it away or choose another folder with --out",
                       why.text);
    if (strcmp(run->before.plan, run->identity) != 0) {
        const json_t *ours = json_object_get(run->before.results.context, "gridstride");
        const char *line = json_string_value(json_object_get(ours, "command_line"));
        const char *commit = json_string_value(json_object_get(ours, "commit"));
        return gs_fail(error, GS_USAGE,
                       "--resume: %s is of another run (%s, commit %s); give the same options to "
                       "the same program, or start anew without --resume",
                       run->journal.path, line != NULL ? line : "?", commit != NULL ? commit : "?");
    }
    for (size_t i = 0; i < run->before.count; i++) {
        const struct gs_journal_entry *entry = &run->before.entries[i];
        bool known = entry->point < run->plan.count && run->mine[entry->point] &&
                     entry->process >= run->assignment.process &&
                     entry->process <= gs_run_processes(run->options);
        while (known && entry->process > run->assignment.process)
            gs_run_next_process(run);
        if (!known || !gs_point_state_finish(run->assignment.point_states, entry))
            return gs_fail(
                error, GS_USAGE, "%s:%zu: a point that %s; the file is damaged; move it away",
                run->journal.path, i + 2, known ? "is there already" : "is not in this plan");
    }
    run->results = run->before.results;
    run->before.results = (struct gs_results){0};
    return GS_OK;
}
