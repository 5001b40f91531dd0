#include "known_mistake.h"

#include "case_compare.h"
#include "files.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SOURCE = 1 << 20 };

/* ---- building -------------------------------------------------------------------------------- */

/* What stands in the comment that a file begins with, in one line; false: it has none. */
static bool read_says(const char *text, char *says, size_t size)
{
    static const char begin[] = "/* says: ";
    const char *end = strstr(text, "*/");
    size_t length = 0;
    if (strncmp(text, begin, strlen(begin)) != 0 || end == NULL)
        return false;
    for (const char *at = text + strlen(begin); at < end && length + 1 < size; at++) {
        const bool blank = isspace((unsigned char)*at) || (at[0] == '*' && at[-1] == ' ');
        if (!blank)
            says[length++] = *at;
        else if (length > 0 && says[length - 1] != ' ')
            says[length++] = ' ';
    }
    while (length > 0 && says[length - 1] == ' ')
        length--;
    says[length] = '\0';
    return length > 0;
}

static enum gs_status build_one(const struct gs_judge_options *options, const char *file,
                                struct gs_known_mistake *mistake, struct gs_error *error)
{
    char path[4096];
    struct gs_text text;
    (void)snprintf(path, sizeof path, "%s/%s", gs_data_exercise_folder(options->exercise->data),
                   file);
    *mistake = (struct gs_known_mistake){.file = file};
    enum gs_status status = gs_file_read(path, MOST_SOURCE, &text, error);
    if (status != GS_OK)
        return status;
    if (!read_says(text.data, mistake->says, sizeof mistake->says))
        status = gs_fail(error, GS_USAGE,
                         "%.300s: begin it with what is said of the mistake: /* says: SENTENCE */",
                         path);
    free(text.data);
    return status == GS_OK ? gs_reference_make_wrong(options, file, &mistake->reference, error)
                           : status;
}

static enum gs_status build(struct gs_known_mistakes *known, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    known->built = true;
    if (!known->options->exercise->in_folder)
        return GS_OK;
    const char *const *files = gs_data_exercise_mistakes(known->options->exercise->data);
    for (size_t i = 0; status == GS_OK && files[i] != NULL; i++)
        status = build_one(known->options, files[i], &known->items[known->count++], error);
    return status;
}

void gs_known_mistakes_release(struct gs_known_mistakes *known)
{
    for (size_t i = 0; i < known->count; i++)
        gs_reference_release(&known->items[i].reference);
    known->count = 0;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* What the mistake answers takes the place of what is right, and is taken back. */
static enum gs_status is_same(const struct gs_known_mistake *mistake, const struct gs_case_run *run,
                              struct gs_memory *memory, bool *same, struct gs_error *error)
{
    void *right[GS_MOST_ROUNDS][GS_MOST_PARAMETERS];
    const double scale = memory->known_scale;
    struct gs_case_run own = *run;
    struct gs_wrong wrong;
    own.reference = &mistake->reference;
    memcpy(right, memory->known, sizeof right);
    memset(memory->known, 0, sizeof memory->known);
    enum gs_status status = gs_reference_answer(&own, memory, error);
    *same = status == GS_OK;
    for (unsigned round = 0; *same && round < run->rounds; round++)
        *same = gs_case_compare(run->exercise, run->shape, memory, round, NULL, &wrong);
    for (size_t i = 0; i < (size_t)GS_MOST_ROUNDS * GS_MOST_PARAMETERS; i++)
        free(memory->known[i / GS_MOST_PARAMETERS][i % GS_MOST_PARAMETERS]);
    memcpy(memory->known, right, sizeof right);
    memory->known_scale = scale;
    return status;
}

enum gs_status gs_known_mistake_find(struct gs_known_mistakes *known, const struct gs_case_run *run,
                                     struct gs_memory *memory,
                                     const struct gs_known_mistake **found, struct gs_error *error)
{
    bool same = false;
    enum gs_status status = known->built ? GS_OK : build(known, error);
    *found = NULL;
    for (size_t i = 0; status == GS_OK && !same && i < known->count; i++) {
        status = is_same(&known->items[i], run, memory, &same, error);
        if (same)
            *found = &known->items[i];
    }
    return status;
}
