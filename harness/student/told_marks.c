/* Marks of a check as a list for other programs. */
#include "told_marks.h"

#include "json_get.h"
#include "marks.h"
#include "told.h"

#include <stdio.h>
#include <string.h>

/* The path of the file that a mistake names: the student's own, or one beside it. */
static json_t *file_of(const json_t *mistake, const char *own, const char *path)
{
    const char *file = gs_get_text(mistake, "file"), *slash = strrchr(path, '/');
    if (file[0] == '\0' || strcmp(file, own) == 0)
        return gs_told_path(path);
    if (file[0] == '/' || slash == NULL)
        return json_string(file);
    char beside[4096];
    snprintf(beside, sizeof beside, "%.*s%s", (int)(slash + 1 - path), path, file);
    return gs_told_path(beside);
}

/* A mistake, or a warning. The size that showed it stands behind the sentence. */
static bool add_mistake(json_t *told, const json_t *mistake, const char *level, const char *own,
                        const char *path)
{
    const char *sentence = gs_get_text(mistake, "sentence");
    const char *test = gs_get_text(mistake, "test");
    json_t *text = json_object_get(mistake, "size") != NULL
                       ? json_sprintf("%s (%s)", sentence, test)
                       : json_string(sentence);
    return json_array_append_new(
               told, json_pack("{s:s, s:s, s:o, s:I, s:o}", "level", level, "rule",
                               gs_get_text(mistake, "kind"), "file", file_of(mistake, own, path),
                               "line", (json_int_t)gs_line_of(mistake), "text", text)) == 0;
}

bool gs_told_add_marks(json_t *told, const json_t *marks, const char *path)
{
    const json_t *mistake = json_object_get(marks, "mistake");
    const json_t *warnings = json_object_get(marks, "warnings");
    const char *own = gs_get_text(marks, "file");
    bool good = true;
    if (json_is_object(mistake))
        good = add_mistake(told, mistake, "error", own, path);
    else if (gs_marks_verdict(marks) == GS_MARKS_SKIPPED)
        good = json_array_append_new(
                   told, json_pack("{s:s, s:s, s:o, s:i, s:s}", "level", "note", "rule", "skipped",
                                   "file", gs_told_path(path), "line", 0, "text",
                                   gs_get_text(json_array_get(json_object_get(marks, "tests"), 0),
                                               "sentence"))) == 0;
    for (size_t i = 0; i < json_array_size(warnings); i++)
        good = add_mistake(told, json_array_get(warnings, i), "warning", own, path) && good;
    return good;
}
