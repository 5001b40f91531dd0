#include "launch_order.h"

#include "exercise_tools.h"

size_t gs_nth_launch(const struct gs_order *order, size_t number)
{
    for (size_t i = 0; i < order->count; i++) {
        if (gs_is_launch(gs_order_at(order, i)) && number-- == 0)
            return i;
    }
    return order->count;
}

bool gs_audit_launches(const struct gs_order *order, size_t kernels, struct gs_saying *out)
{
    size_t launches = 0;
    while (gs_nth_launch(order, launches) < order->count)
        launches++;
    if (launches == 0 || launches >= kernels)
        return false;
    out->line = gs_line_of(gs_order_at(order, gs_nth_launch(order, 0)));
    return gs_say(out, "kernels-joined",
                  "You launch %zu kernel%s, and %zu are asked for: this exercise is about kernels "
                  "that may run at the same time, and what waits for what.",
                  launches, launches == 1 ? "" : "s", kernels);
}

/* What the launch changed of that array; NULL: nothing. */
static const json_t *change_of(const json_t *launch, const char *array)
{
    const json_t *changed = json_object_get(launch, "changed");
    for (size_t i = 0; i < json_array_size(changed); i++) {
        if (gs_has_text(json_array_get(changed, i), "array", array))
            return json_array_get(changed, i);
    }
    return NULL;
}

size_t gs_launch_for(const struct gs_order *order, const char *array)
{
    size_t i = 0;
    while (i < order->count && change_of(gs_order_at(order, i), array) == NULL)
        i++;
    return i;
}

bool gs_audit_own_arrays(const struct gs_order *order, struct gs_saying *out)
{
    for (size_t i = 0; i < order->count; i++) {
        const json_t *launch = gs_order_at(order, i);
        const json_t *changed = json_object_get(launch, "changed");
        if (!gs_is_launch(launch) || json_array_size(changed) == 1)
            continue;
        out->line = gs_line_of(launch);
        if (json_array_size(changed) == 0)
            return gs_say(out, "kernels-joined",
                          "This kernel stores nothing into the arrays that you are given. Let each "
                          "of them be computed by a kernel of its own.");
        return gs_say(out, "kernels-joined",
                      "This kernel stores both %s and %s. Let each of them be computed by a kernel "
                      "of its own.",
                      gs_get_text(json_array_get(changed, 0), "array"),
                      gs_get_text(json_array_get(changed, 1), "array"));
    }
    return false;
}

bool gs_tells_all(const json_t *report)
{
    const size_t count = json_array_size(gs_inspected_operations(report));
    return (size_t)gs_get_number(report, "operation_count") == count && count <= GS_MOST_OPERATIONS;
}

bool gs_audit_kernels_done(const struct gs_order *order, struct gs_saying *out)
{
    size_t pending = 0, launches = 0;
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = gs_order_at(order, i);
        if (!gs_is_launch(operation))
            continue;
        launches++;
        if (!gs_set_contains(&order->asked, i) && pending++ == 0)
            out->line = gs_line_of(operation);
    }
    return pending > 0 &&
           gs_say(out, "missing-wait",
                  "Your function returns while %zu of %zu kernels may still be under way, and its "
                  "caller would read what was there before. Wait for each stream that you gave "
                  "work to, with cudaStreamSynchronize().",
                  pending, launches);
}

bool gs_audit_host_waits(const struct gs_order *order, struct gs_saying *out)
{
    const json_t *wait = NULL; /* the first behind a launch */
    bool launched = false;
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = gs_order_at(order, i);
        if (launched && wait == NULL && (gs_is_wait(operation) || gs_is_freeing(operation)))
            wait = operation;
        launched |= gs_is_launch(operation);
        if (!gs_is_launch(operation) || wait == NULL)
            continue;
        out->line = gs_line_of(wait);
        return gs_say(out, "host-waits",
                      "The host waits here, and launches another kernel only then: until it comes, "
                      "the GPU has nothing to do. Wait once, behind the last launch.");
    }
    return false;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

struct graphs {
    const json_t *outside; /* the first launch that is in none */
    const json_t *second;  /* the first one in another graph than the first launch's */
    size_t count;          /* at most, counted where it changes */
    size_t launches;       /* of graphs */
};

static struct graphs graphs_of(const struct gs_order *order)
{
    struct graphs found = {0};
    json_int_t graph = 0, launch = 0;
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = gs_order_at(order, i);
        if (!gs_is_launch(operation))
            continue;
        const json_int_t its_graph = gs_get_number(operation, "graph");
        const json_int_t its_launch = gs_get_number(operation, "graph_launch");
        if (its_launch == 0) {
            found.outside = found.outside != NULL ? found.outside : operation;
            continue;
        }
        if (found.count == 1 && its_graph != graph)
            found.second = operation;
        found.count += its_graph != graph;
        found.launches += its_launch != launch;
        graph = its_graph;
        launch = its_launch;
    }
    return found;
}

bool gs_audit_one_graph(const struct gs_order *order, size_t launches, const char *what,
                        struct gs_saying *out)
{
    const struct graphs found = graphs_of(order);
    if (found.outside != NULL) {
        out->line = gs_line_of(found.outside);
        return gs_say(out, "not-in-a-graph",
                      "This kernel is launched by itself. Let it become a node of a graph, and "
                      "launch that, with cudaGraphLaunch().");
    }
    if (found.count > 1) {
        out->line = gs_line_of(found.second);
        return gs_say(out, "instantiated-again",
                      "%zu graphs were instantiated, where one will do: to instantiate a graph "
                      "takes longer than to launch its kernels one by one. Call "
                      "cudaGraphInstantiate() once, before the loop.",
                      found.count);
    }
    return found.launches != launches &&
           gs_say(out, "unrolled",
                  "The graph was launched %zu time%s, and %zu were asked for: each launch is to "
                  "%s. A graph that holds all of them is as long as the loop, and has to be made "
                  "anew for another number.",
                  found.launches, found.launches == 1 ? "" : "s", launches, what);
}

/* What one launch of a graph does to an array. */
struct graph_turn {
    json_int_t number, state; /* of the launch; of the array behind it */
    size_t elements;          /* that any of its kernels changes, at most */
    int line;
};

/* The turn that begins at operation *i, which is moved behind it; false: there is no more. */
static bool next_turn(const struct gs_order *order, const char *array, size_t *i,
                      struct graph_turn *turn)
{
    turn->number = 0;
    turn->elements = 0;
    for (; *i < order->count; ++*i) {
        const json_t *operation = gs_order_at(order, *i);
        const json_int_t number = gs_get_number(operation, "graph_launch");
        const json_t *change = change_of(operation, array);
        if (!gs_is_launch(operation) || number == 0)
            continue;
        if (turn->number != 0 && number != turn->number)
            return true;
        turn->number = number;
        turn->line = gs_line_of(operation);
        if (change == NULL)
            continue;
        const size_t elements = (size_t)gs_get_number(change, "elements");
        turn->elements = elements > turn->elements ? elements : turn->elements;
        turn->state = gs_get_number(change, "state");
    }
    return turn->number != 0;
}

bool gs_audit_each_launch(const struct gs_order *order, const char *array, size_t least,
                          size_t most, const char *what, struct gs_saying *out)
{
    struct graph_turn turn = {0};
    json_int_t before = 0;
    for (size_t i = 0, turns = 1; next_turn(order, array, &i, &turn); turns++) {
        const bool same = turn.state == before;
        before = turn.state;
        if (!same && turn.elements >= least && turn.elements <= most)
            continue;
        out->line = turn.line;
        if (same)
            return gs_say(out, "unrolled",
                          "Launch %zu of the graph leaves %s as it was. Each launch is to %s.",
                          turns, array, what);
        return gs_say(out, "unrolled",
                      "Launch %zu of the graph changes %zu elements of %s. Each launch is to %s.",
                      turns, turn.elements, array, what);
    }
    return false;
}

/* Memory of its own, say: what is there nobody looks at. */
static bool stores_elsewhere(const json_t *report, const char *kernel, const char *array)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses");
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        const bool stores =
            gs_has_text(access, "space", "global") && !gs_has_text(access, "kind", "load");
        if (stores && gs_has_text(access, "kernel", kernel) && !gs_has_text(access, "array", array))
            return true;
    }
    return false;
}

bool gs_audit_each_kernel(const json_t *report, const char *array, struct gs_saying *out)
{
    const json_t *operations = gs_inspected_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *launch = json_array_get(operations, i);
        if (!gs_is_launch(launch) || gs_get_number(launch, "graph_launch") == 0 ||
            json_array_size(json_object_get(launch, "changed")) > 0 ||
            stores_elsewhere(report, gs_get_text(launch, "kernel"), array))
            continue;
        out->line = gs_line_of(launch);
        return gs_say(out, "kernels-joined",
                      "This kernel leaves %s as it was: others do all of the work. Let each kernel "
                      "do its part.",
                      array);
    }
    return false;
}

bool gs_audit_new_arguments(const struct gs_order *order, struct gs_saying *out)
{
    for (size_t i = 0; i < order->count; i++) {
        const json_t *launch = gs_order_at(order, i);
        if (!gs_is_launch(launch) || gs_get_number(launch, "graph_launch") == 0)
            continue;
        const size_t first = (size_t)gs_get_number(launch, "arguments");
        if (gs_get_number(gs_order_at(order, first), "graph_launch") ==
            gs_get_number(launch, "graph_launch"))
            continue;
        out->line = gs_line_of(launch);
        return gs_say(out, "not-updated",
                      "This kernel has the same arguments in two launches of the graph. Give its "
                      "node those of the next row before each launch, by "
                      "cudaGraphExecKernelNodeSetParams().");
    }
    return false;
}
