#include "lesson_goals.h"

struct gs_goal_count gs_lesson_print_goals(const struct gs_lesson *lesson,
                                           const struct gs_results *results, FILE *out)
{
    struct gs_goal_count all = {0};
    for (size_t i = 0; i < lesson->workload_count; i++) {
        const struct gs_workload *workload = &lesson->workloads[i];
        const struct gs_promises promises = {workload->name, workload->contenders, workload->goals,
                                             workload->goal_count};
        struct gs_goal_count count = gs_table_print_goals(results, &promises, out);
        all.rows += count.rows;
        all.short_of += count.short_of;
    }
    if (all.rows > 0)
        fprintf(out, "\ngoals: %zu of %zu rows met\n", all.rows - all.short_of, all.rows);
    return all;
}
