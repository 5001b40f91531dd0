/* Lesson 5: what crosses the bus, and what should not. */
#include "crossing.h"

#include "exercise_tools.h"
#include "pipelines.h"

/* ---- wrong values ---------------------------------------------------------------------------- */

/* Fewer bytes were copied back than the array has: as many as it has elements. */
bool gs_explain_not_back(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t n = wrong->count, first = wrong->untouched_first;
    const char *array = wrong->exercise->parameters[wrong->parameter].name;
    const char *elements = wrong->exercise->m_name == NULL ? "n" : "number of elements";
    if (wrong->untouched == n)
        return gs_say(out, "not-copied-back", "No element of %s was written. %s", array,
                      gs_inspected_total(wrong->report, "copies_out") > 0
                          ? "What was copied to the host went elsewhere, or was junk."
                          : "What kernels write is still on the device: nothing was copied from "
                            "there.");
    /* Of the element where the copy ended, some bytes may have come. */
    return first == (n + 3) / 4 && wrong->untouched == n - first &&
           wrong->wrong <= wrong->untouched + 1 &&
           gs_say(out, "too-few-bytes",
                  "From %s[%zu] on nothing was copied back, so only a quarter was, %zu bytes: "
                  "cudaMemcpy() counts bytes, %s * sizeof(float), and not elements.",
                  array, first, n, elements);
}

/* Whether a kernel was launched before the copy of that line. */
static bool is_launched_before(const json_t *report, int line)
{
    const json_t *operations = gs_inspected_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_is_launch(operation) || gs_line_of(operation) == line)
            return gs_is_launch(operation);
    }
    return false;
}

static bool brings_fewer(const json_t *report, size_t bytes)
{
    const json_t *operations = gs_inspected_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_is_copy_to(operation, "device") && (size_t)gs_get_number(operation, "bytes") < bytes)
            return true;
    }
    return false;
}

/* A value that a kernel or a copy needs, and that nothing brought. */
bool gs_say_bytes_not_brought(size_t bytes, const json_t *report, const json_t *finding,
                              struct gs_saying *out)
{
    const long long index = gs_get_number(finding, "index");
    const char *array = json_string_value(json_object_get(finding, "array"));
    if (!gs_finding_is(finding, "uninitialised") || array == NULL)
        return false;
    if (gs_has_text(json_object_get(finding, "first"), "by", "host"))
        return gs_say(out, "uninitialised",
                      "This copies from %s, where nothing was written yet. %s", array,
                      is_launched_before(report, gs_line_of(finding))
                          ? "Which kernel is to write it, and is it launched before?"
                          : "The first launch comes after it: is the copy to come behind the "
                            "kernels? If it is at its place, the two are exchanged: cudaMemcpy() "
                            "takes the destination first, then the source.");
    return gs_say(
        out, "uninitialised",
        "%s[%lld] is read before anything was written there. Does an earlier step write "
        "all of %s, or a cudaMemcpy() bring it?%s",
        array, index, array,
        brings_fewer(report, bytes)
            ? " A copy to the device has fewer bytes than the array: it counts bytes, not "
              "elements."
            : "");
}

bool gs_say_not_brought(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                        struct gs_saying *out)
{
    return gs_say_bytes_not_brought(sizeof(float) * shape->n, report, finding, out);
}

/* ---- copies that are not needed -------------------------------------------------------------- */

/* Of the copies that a line makes: most that brought what was there already. */
static const json_t *most_redundant(const json_t *report)
{
    const json_t *copies = gs_inspected_counts(report, "copies");
    const json_t *most = NULL;
    for (size_t i = 0; i < json_array_size(copies); i++) {
        const json_t *copy = json_array_get(copies, i);
        if (gs_get_number(copy, "redundant") > 0 && gs_has_text(copy, "direction", "to-device") &&
            (most == NULL || gs_get_number(copy, "redundant") > gs_get_number(most, "redundant")))
            most = copy;
    }
    return most;
}

/* The first copy in that direction; after: behind that operation. */
static const json_t *first_copy(const json_t *operations, const char *side, const json_t *after)
{
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (after == NULL && gs_is_copy_to(operation, side))
            return operation;
        if (operation == after)
            after = NULL;
    }
    return NULL;
}

static bool say_round_trip(const json_t *report, const struct gs_crossing *most,
                           struct gs_saying *out)
{
    const json_t *operations = gs_inspected_operations(report);
    const json_t *back = first_copy(operations, "host", NULL);
    const json_t *again = first_copy(operations, "device", back);
    const long long bytes =
        gs_inspected_total(report, "bytes_in") + gs_inspected_total(report, "bytes_out");
    out->line = gs_line_of(back);
    if (back == again || again == NULL)
        return gs_say(
            out, "round-trip",
            "%lld bytes come back to the host, in %lld copies, and %s has %zu. The values "
            "between the steps are needed on the device alone: leave them there.",
            gs_inspected_total(report, "bytes_out"), gs_inspected_total(report, "copies_out"),
            most->result, most->bytes_out);
    return gs_say(out, "round-trip",
                  "This brings the result of a step to the host, and `cudaMemcpy` in line %d takes "
                  "it to the device again. It was there already. In all %lld bytes cross the bus, "
                  "in %lld copies, where %zu are enough.",
                  gs_line_of(again), bytes,
                  gs_inspected_total(report, "copies_in") +
                      gs_inspected_total(report, "copies_out"),
                  most->bytes_in + most->bytes_out);
}

/* The copy that brings to the device what lies where the result will be; NULL: there is none. */
static const json_t *copy_to_result(const json_t *report)
{
    const json_t *operations = gs_inspected_operations(report);
    const json_t *back = first_copy(operations, "host", NULL);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_is_copy_to(operation, "device") &&
            json_equal(json_object_get(operation, "at"), json_object_get(back, "at")))
            return operation;
    }
    return NULL;
}

/* Of one line: chunks may be copied one by one, and a last one may be small. */
enum { MOST_COPIES = 64, FEW_BYTES = 64 };

/* A line that copies piece by piece. */
static bool say_pieces(const json_t *report, struct gs_saying *out)
{
    const json_t *copies = gs_inspected_counts(report, "copies");
    for (size_t i = 0; i < json_array_size(copies); i++) {
        const json_t *copy = json_array_get(copies, i);
        const long long count = gs_get_number(copy, "copies");
        if (count <= MOST_COPIES || gs_get_number(copy, "bytes") > FEW_BYTES * count)
            continue;
        out->line = gs_line_of(copy);
        return gs_say(
            out, "copies-in-pieces",
            "This line makes %lld copies, of a few bytes each, and each costs some "
            "microseconds, as one of thousands of bytes does. One cudaMemcpy() brings all "
            "elements of an array.",
            count);
    }
    return false;
}

bool gs_audit_crossing(const struct gs_shape *shape, const json_t *report,
                       const struct gs_crossing *most, struct gs_saying *out)
{
    if (shape->n == 0)
        return false;
    if (gs_inspected_total(report, "launches") == 0)
        return gs_say_no_kernel(out);
    if (say_pieces(report, out))
        return true;
    if (gs_inspected_total(report, "bytes_out") > (long long)most->bytes_out)
        return say_round_trip(report, most, out);
    if (gs_inspected_total(report, "bytes_in") <= (long long)most->bytes_in + GS_BYTES_OF_NUMBERS)
        return false;
    const json_t *redundant = most_redundant(report);
    if (redundant != NULL) {
        out->line = gs_line_of(redundant);
        return gs_say(
            out, "copies-in-loop",
            "What this copy brings was on the device already. %lld bytes go there, and the "
            "inputs have %zu.",
            gs_inspected_total(report, "bytes_in"), most->bytes_in);
    }
    out->line = gs_line_of(copy_to_result(report));
    return gs_say(out, "needless-copy",
                  "%lld bytes go to the device, and %s have %zu. An array that a kernel only "
                  "writes need not be brought there: nobody wants the junk that it holds.",
                  gs_inspected_total(report, "bytes_in"), most->inputs, most->bytes_in);
}

/* The access to an array of the host that moves most; NULL: none is known. */
static const json_t *access_that_reaches(const json_t *report)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses"), *most = NULL;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (json_is_true(json_object_get(access, "host")) &&
            (most == NULL || gs_get_number(access, "bytes") > gs_get_number(most, "bytes")))
            most = access;
    }
    return most;
}

/* Where its kernel is launched, and so given that array; 0: not known. */
static int line_that_hands_over(const json_t *report)
{
    const json_t *operations = gs_inspected_operations(report);
    const char *kernel = gs_get_text(access_that_reaches(report), "kernel");
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_is_launch(operation) && gs_has_text(operation, "kernel", kernel))
            return gs_line_of(operation);
    }
    return 0;
}

bool gs_audit_reach(const json_t *report, const struct gs_crossing *most, struct gs_saying *out)
{
    const long long needed = (long long)most->bytes_in + (long long)most->bytes_out;
    const long long reached = gs_inspected_total(report, "global_host_bytes");
    const long long copied =
        gs_inspected_total(report, "bytes_in") + gs_inspected_total(report, "bytes_out");
    if (copied + reached <= needed + GS_BYTES_OF_NUMBERS)
        return false;
    out->line = line_that_hands_over(report);
    if (copied >= needed)
        return gs_say(out, "round-trip",
                      "Your kernels reach arrays of the host themselves, across the bus, %lld "
                      "bytes, though %lld were copied: hand them what was copied to the device, "
                      "and not what the host has.",
                      reached, copied);
    return gs_say(out, "round-trip",
                  "Your kernels read and write arrays of the host themselves, across the bus: %lld "
                  "bytes, where %lld are enough. Copy the inputs to the device first, and the "
                  "result back at the end.",
                  copied + reached, needed);
}
