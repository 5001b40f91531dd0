#include "explain_work.h"

#include "exercise_tools.h"

/* Bytes of the arrays of a case, by what they are for. */
struct arrays {
    size_t in, out; /* one that is updated is both */
    size_t written; /* of outputs, every element of which is to be written */
    bool on_host;   /* some lie there, so that copies are part of the task */
};

static struct arrays measure(const struct gs_case_run *run)
{
    const struct gs_exercise *exercise = run->exercise;
    struct arrays arrays = {0};
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        const struct gs_array *parameter = &exercise->parameters[k];
        if (parameter->role == GS_NUMBER)
            continue;
        size_t bytes = exercise->count(run->shape, k) * gs_dtype_bytes(parameter->dtype);
        arrays.in += parameter->role != GS_OUTPUT ? bytes : 0;
        arrays.out += parameter->role != GS_INPUT ? bytes : 0;
        arrays.written += parameter->role == GS_OUTPUT ? bytes : 0;
        arrays.on_host |= parameter->home != GS_HOME_DEVICE;
    }
    return arrays;
}

static size_t total(const struct gs_case_outcome *outcome, const char *name)
{
    return (size_t)gs_report_total(outcome->report, name);
}

bool gs_say_host_work(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                      struct gs_saying *out)
{
    if (run->shape[1].n != SIZE_MAX || outcome->report == NULL)
        return false;
    struct arrays arrays = measure(run);
    size_t moved = total(outcome, "global_bytes");
    /* The inputs are on the host; the results came back by copies, or a kernel fetched them, which
     * then did less than to read the inputs and write the outputs. */
    bool carried = !arrays.on_host && arrays.in > 0 && total(outcome, "bytes_out") >= arrays.in &&
                   (total(outcome, "bytes_in") >= arrays.out || moved < arrays.in + arrays.out);
    if (arrays.out == 0 ||
        (total(outcome, "launches") > 0 && moved > 0 && moved >= arrays.written && !carried))
        return false;
    if (carried)
        return gs_say(out, "host-work",
                      "The answer is right, but the inputs were copied to the host and computed "
                      "with there: let a kernel do it where they lie, on the device.");
    if (total(outcome, "launches") == 0)
        return gs_say(out, "no-kernel",
                      "The answer is right, but no kernel computed it: your function launched "
                      "none. Let the threads of the device do the work.");
    return gs_say(
        out, "host-work",
        "The answer is right, but no kernel computed it: your kernels loaded and stored %zu bytes, "
        "and the results alone are %zu. Let the threads of the device do the work.",
        moved, arrays.written);
}
