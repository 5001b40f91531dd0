#include "break_even_answer.h"

#include "breakeven.h"
#include "install_paths.h"

#include <glob.h>

/* GS_EVEN_UNKNOWN where the result has no times of a device. */
static struct gs_breakeven even_of(const char *path, const struct gs_break_even_question *question)
{
    struct gs_breakeven even = {.kind = GS_EVEN_UNKNOWN};
    struct gs_results results;
    struct gs_error unread = {""};
    if (gs_results_load(path, &results, &unread) != GS_OK)
        return even;
    struct gs_sweep sweep = gs_sweep_of(&results, question->workload);
    even = gs_breakeven_find(&results, &sweep, question->dtype, GS_RESIDENCY_DEVICE);
    gs_results_release(&results);
    return even;
}

bool gs_break_even_answer(unsigned lesson, const struct gs_break_even_question *question,
                          struct gs_answer *out, struct gs_error *why)
{
    char pattern[64];
    glob_t found;
    struct gs_breakeven even = {.kind = GS_EVEN_UNKNOWN};
    snprintf(pattern, sizeof pattern, "results/*/lesson%u.json", lesson);
    glob(pattern, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc && even.kind == GS_EVEN_UNKNOWN; i++)
        even = even_of(found.gl_pathv[i], question);
    globfree(&found);
    *out = (struct gs_answer){even.n / 2, even.n * 2};
    if (even.kind == GS_EVEN_UNKNOWN)
        gs_fail(why, GS_ALL_SKIPPED,
                "no result of a GPU of this machine is in results/; where there is a GPU, "
                "%s run %u makes one",
                gs_called(), lesson);
    else if (even.kind != GS_EVEN_FROM)
        gs_fail(why, GS_ALL_SKIPPED,
                "by the result in results/ there is no n from which on this machine's GPU is "
                "ahead; %s run %u with more --sizes may show one",
                gs_called(), lesson);
    return even.kind == GS_EVEN_FROM;
}
