#include "exercise_tools.h"

#include "random.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- saying a mistake ------------------------------------------------------------------------ */

bool gs_say(struct gs_saying *out, const char *kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)snprintf(out->kind, sizeof out->kind, "%s", kind);
    (void)vsnprintf(out->sentence, sizeof out->sentence, format, arguments);
    va_end(arguments);
    return true;
}

/* ---- the inspector's report ------------------------------------------------------------------ */

long long gs_inspected_total(const json_t *report, const char *name)
{
    return gs_get_number(json_object_get(report, "totals"), name);
}

const json_t *gs_inspected_counts(const json_t *report, const char *what)
{
    return json_object_get(json_object_get(report, "counts"), what);
}

const json_t *gs_inspected_operations(const json_t *report)
{
    return json_object_get(report, "operations");
}

static size_t extent(const json_t *object, const char *name, size_t dimension)
{
    long long value = gs_get_element(object, name, dimension);
    return value > 0 ? (size_t)value : 0;
}

static size_t volume(const json_t *launch, const char *name)
{
    return extent(launch, name, 0) * extent(launch, name, 1) * extent(launch, name, 2);
}

size_t gs_block_threads(const json_t *launch)
{
    return volume(launch, "block");
}

size_t gs_launch_threads(const json_t *launch)
{
    return volume(launch, "grid") * volume(launch, "block");
}

size_t gs_launch_blocks(const json_t *launch)
{
    return volume(launch, "grid");
}

const json_t *gs_inspected_largest_launch(const json_t *report)
{
    const json_t *operations = gs_inspected_operations(report), *largest = NULL;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_has_text(operation, "do", "launch") &&
            (largest == NULL || gs_launch_threads(operation) > gs_launch_threads(largest)))
            largest = operation;
    }
    return largest;
}

size_t gs_inspected_threads(const json_t *report, int *line)
{
    const json_t *launch = gs_inspected_largest_launch(report);
    if (launch != NULL && line != NULL)
        *line = gs_line_of(launch);
    return launch != NULL ? gs_launch_threads(launch) : 0;
}

bool gs_inspected_accesses(const json_t *report, const char *array, const char *kind)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses");
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (gs_has_text(access, "array", array) && gs_has_text(access, "kind", kind))
            return true;
    }
    return false;
}

bool gs_finding_is(const json_t *finding, const char *kind)
{
    return gs_has_text(finding, "kind", kind);
}

bool gs_is_race(const json_t *finding)
{
    return json_is_true(json_object_get(finding, "race"));
}

bool gs_finding_why(const json_t *finding, const char *why)
{
    return gs_has_text(finding, "why", why);
}

bool gs_kernel_numbers_threads(const json_t *finding)
{
    return json_is_true(json_object_get(finding, "numbers_threads"));
}

bool gs_kernel_strides_by_grid(const json_t *finding)
{
    return json_is_true(json_object_get(finding, "strides_by_grid"));
}

const char *gs_kernel_guard(const json_t *finding)
{
    return gs_get_text(finding, "guard");
}

int gs_kernel_guard_line(const json_t *finding)
{
    return (int)gs_get_number(finding, "guard_line");
}

struct gs_cell gs_finding_cell(const json_t *finding)
{
    struct gs_cell cell;
    const char *array = gs_get_text(finding, "array");
    const long long index = gs_get_number(finding, "index");
    const long long columns = gs_get_number(finding, "columns");
    bool single =
        gs_has_text(finding, "memory", "shared") && gs_get_number(finding, "elements") == 1;
    if (array[0] == '\0' && gs_get_text(finding, "called")[0] != '\0')
        (void)snprintf(cell.text, sizeof cell.text, "%.48s[%lld]", gs_get_text(finding, "called"),
                       index);
    else if (array[0] == '\0')
        (void)snprintf(cell.text, sizeof cell.text, "an element");
    else if (single)
        (void)snprintf(cell.text, sizeof cell.text, "%.60s", array);
    else if (columns > 0 && index > -columns)
        (void)snprintf(cell.text, sizeof cell.text, "%.32s[%lld][%lld]", array, index / columns,
                       index % columns);
    else
        (void)snprintf(cell.text, sizeof cell.text, "%.48s[%lld]", array, index);
    return cell;
}

/* With as many coordinates as the launch has. */
static void name_party(struct gs_party *party, const json_t *launch)
{
    const size_t *t = party->thread, *b = party->block;
    size_t size[3];
    for (size_t d = 0; d < 3; d++)
        size[d] = extent(launch, "grid", d) * extent(launch, "block", d);
    if (size[2] > 1)
        (void)snprintf(party->name, sizeof party->name,
                       "thread (%zu, %zu, %zu) of block (%zu, %zu, %zu)", t[0], t[1], t[2], b[0],
                       b[1], b[2]);
    else if (size[1] > 1)
        (void)snprintf(party->name, sizeof party->name, "thread (%zu, %zu) of block (%zu, %zu)",
                       t[0], t[1], b[0], b[1]);
    else
        (void)snprintf(party->name, sizeof party->name, "thread %zu of block %zu", t[0], b[0]);
}

struct gs_party gs_party_of(const json_t *finding, const char *which)
{
    const json_t *launch = json_object_get(finding, "launch");
    const json_t *from = json_object_get(finding, which);
    struct gs_party party = {.reads = gs_has_text(from, "access", "read"),
                             .writes = gs_has_text(from, "access", "write"),
                             .adds = gs_has_text(from, "access", "atomic")};
    party.line = (int)gs_get_number(finding, strcmp(which, "first") == 0 ? "line" : "other_line");
    for (size_t d = 0; d < 3; d++) {
        party.block[d] = extent(from, "block", d);
        party.thread[d] = extent(from, "thread", d);
    }
    party.x = party.block[0] * extent(launch, "block", 0) + party.thread[0];
    party.y = party.block[1] * extent(launch, "block", 1) + party.thread[1];
    name_party(&party, launch);
    return party;
}

/* ---- sizes and cost -------------------------------------------------------------------------- */

const struct gs_shape gs_shapes_around_256[] = {
    {.n = 0},      {.n = 1},   {.n = 31},  {.n = 33},
    {.n = 255},    {.n = 256}, {.n = 257}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

size_t gs_count_n(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n;
}

/* Two launches: one for the elements that are taken as vectors, or in full blocks, one for the
 * rest. That no kernel reads what another one stored is bounded by the bytes. */
void gs_budget_one_pass(struct gs_budget *most, size_t bytes)
{
    most->sectors = 1.0;
    most->launches = 2;
    most->global_bytes = bytes;
}

/* ---- waveforms ------------------------------------------------------------------------------- */

static const double two_pi = 6.283185307179586;

double gs_pulse_at(size_t i, size_t n)
{
    return fmax(sin(two_pi * GS_PULSES * (double)i / (double)n) - 0.3, 0);
}

/* Box and Muller: two uniform numbers make one. */
double gs_random_normal(uint64_t seed, unsigned array, size_t index)
{
    const uint64_t bits = gs_random_bits(seed, array, index);
    const double radius = ((double)(bits >> 32) + 1) * 0x1p-32;
    const double turn = (double)(bits & UINT32_MAX) * 0x1p-32;
    return sqrt(-2 * log(radius)) * cos(two_pi * turn);
}

/* ---- questions ------------------------------------------------------------------------------- */

struct gs_answer gs_answer_exactly(double value)
{
    return (struct gs_answer){value, value};
}

struct gs_answer gs_answer_about(double value, double part)
{
    return (struct gs_answer){value * (1 - part), value * (1 + part)};
}

bool gs_reply(char *sentence, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, size, format, arguments);
    va_end(arguments);
    return true;
}
