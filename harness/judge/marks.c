#include "marks.h"

#include "json_get.h"
#include "names.h"

static const char *const verdicts[] = {
    [GS_MARKS_NONE] = "",
    [GS_MARKS_PASSED] = "passed",
    [GS_MARKS_FAILED] = "failed",
    [GS_MARKS_SKIPPED] = "skipped",
    [GS_MARKS_INCONCLUSIVE] = "inconclusive",
};
static const struct gs_names verdict_names = {verdicts, GS_MARKS_VERDICTS};

enum gs_marks_verdict gs_marks_verdict(const json_t *marks)
{
    unsigned verdict = GS_MARKS_NONE;
    return gs_names_find(&verdict_names, gs_get_text(marks, "verdict"), &verdict)
               ? (enum gs_marks_verdict)verdict
               : GS_MARKS_NONE;
}

const char *gs_marks_verdict_name(enum gs_marks_verdict verdict)
{
    return verdicts[verdict];
}
