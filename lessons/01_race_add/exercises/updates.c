#include "updates.h"

#include "exercise_tools.h"

/* The rows of the report name one array of a line: whether something is read there can be told, and
 * not what. */
static bool loads_in_line(const json_t *report, int line)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses");
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (gs_line_of(access) == line && gs_has_text(access, "kind", "load") &&
            gs_has_text(access, "space", "global"))
            return true;
    }
    return false;
}

/* An update that is read and written in two steps; which lines they stand in does not matter. */
bool gs_update_say_finding(const struct gs_shape *shape, const json_t *report,
                           const json_t *finding, struct gs_saying *out)
{
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    const char *array = gs_get_text(finding, "array");
    const long long index = gs_get_number(finding, "index");
    (void)shape;
    if (!gs_is_race(finding) || gs_has_text(finding, "memory", "shared") ||
        gs_finding_why(finding, "next-turn"))
        return false;
    if (gs_inspected_accesses(report, array, "atomic"))
        return gs_say(out, "race",
                      "%s[%lld] is changed by an atomic function, and also read or written without "
                      "one (%s and %s): what is written then replaces what others have added.",
                      array, index, first.name, second.name);
    if (gs_finding_why(finding, "two-writes") && !loads_in_line(report, first.line) &&
        !loads_in_line(report, second.line))
        return gs_say(out, "race",
                      "T%s and %s both wrote to %s[%lld], and nothing read what was there before: "
                      "one of the two values stays, and what the other thread had is lost.",
                      first.name + 1, second.name, array, index);
    return gs_say(out, "race",
                  "Two threads read the same old value of %s[%lld] (%s and %s), and then both "
                  "wrote, so one update was lost: reading and writing are two steps, and other "
                  "threads come between them.",
                  array, index, first.name, second.name);
}
