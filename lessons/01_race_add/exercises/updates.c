#include "updates.h"

#include "exercise_tools.h"

/* An update that is read and written in two steps; which lines they stand in does not matter. */
bool gs_update_say_finding(const struct gs_shape *shape, const json_t *report,
                           const json_t *finding, struct gs_saying *out)
{
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    (void)shape;
    (void)report;
    if (!gs_is_race(finding) || gs_has_text(finding, "memory", "shared") ||
        gs_finding_why(finding, "lost-update") || gs_finding_why(finding, "next-turn"))
        return false;
    return gs_say(out, "race",
                  "Two threads read the same old value of %s[%lld] (%s and %s), and then both "
                  "wrote, so one update was lost: reading and writing are two steps, whatever "
                  "stands between them. Use an atomic that does both in one, `atomicAdd()`.",
                  gs_get_text(finding, "array"), gs_get_number(finding, "index"), first.name,
                  second.name);
}
