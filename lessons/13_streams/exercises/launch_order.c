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
