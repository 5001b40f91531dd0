/* gridstride list: the lessons, their workloads and variants. */
#include "cli_commands.h"

#include "bring.h"
#include "dtype.h"
#include "registry.h"

#include <string.h>

static void list_workload(const struct gs_workload *workload)
{
    printf("  %s: %s  (", workload->name, workload->formula);
    const char *separator = "";
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
        if (workload->dtypes & GS_DTYPE_BIT((enum gs_dtype)dtype)) {
            printf("%s%s", separator, gs_dtype_name((enum gs_dtype)dtype));
            separator = " ";
        }
    }
    if (workload->sizes != NULL)
        printf("; n %s", workload->sizes);
    else
        printf("; %zu launches", workload->case_count);
    if (workload->blocks != NULL)
        printf("; blocks %s", workload->blocks);
    puts(")");
    int longest = 0;
    for (size_t i = 0; i < workload->variant_count; i++) {
        int length = (int)strlen(workload->variants[i].name);
        longest = length > longest ? length : longest;
    }
    for (size_t i = 0; i < workload->variant_count; i++) {
        const struct gs_variant *variant = &workload->variants[i];
        printf("    %-6s  %-*s  %s\n", variant->place != GS_DEVICE ? "cpu" : "device", longest,
               variant->name, variant->about);
    }
}

static void list_lesson(const struct gs_lesson *lesson)
{
    if (lesson->source == NULL)
        printf("%u ", lesson->number);
    printf("%s: %s\n", lesson->slug, lesson->title);
    for (size_t w = 0; w < lesson->workload_count; w++)
        list_workload(&lesson->workloads[w]);
}

enum gs_status gs_command_list(const struct gs_command_line *line, const void *options,
                               struct gs_error *error)
{
    (void)options;
    for (size_t i = 0; line->operand_count == 0 && i < gs_lesson_count(); i++)
        list_lesson(gs_lesson_at(i));
    if (line->operand_count == 0)
        return GS_OK;
    const struct gs_lesson *lesson;
    struct gs_brought brought;
    const char *name = line->operands[0];
    bool is_path = gs_bring_is_path(name);
    enum gs_status status = is_path ? gs_bring(name, GS_BRING_SIMULATOR, &brought, error)
                                    : gs_lesson_find(name, &lesson, error);
    if (status != GS_OK)
        return status;
    list_lesson(is_path ? &brought.lesson : lesson);
    if (is_path)
        gs_bring_release(&brought);
    return GS_OK;
}

const struct gs_syntax gs_list_syntax = {
    .name = "list",
    .operands = "[LESSON]",
    .about = "the lessons, their workloads and variants; or of one, or of a .cu file or folder",
    .most = 1,
    .wanted = "one lesson or kernel file",
    .example = "list 3",
};
