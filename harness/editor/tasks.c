#include "tasks.h"

/* Our lines, and those of the compiler, which name no kind. */
static const char line_pattern[] =
    "^(.+?):(\\d+):(\\d+): (?:fatal )?(error|warning|note): (.*?)(?: \\[([^\\]]+)\\])?$";

static json_t *matcher(const char *folder)
{
    return json_pack("{s:s, s:s, s:[s, s], s:{s:s, s:i, s:i, s:i, s:i, s:i, s:i}}", "owner",
                     "gridstride", "source", "gridstride", "fileLocation", "autoDetect", folder,
                     "pattern", "regexp", line_pattern, "file", 1, "line", 2, "column", 3,
                     "severity", 4, "message", 5, "code", 6);
}

/* A task; `arguments` is taken over. */
static json_t *task(const char *label, const char *called, json_t *arguments, const char *folder)
{
    return json_pack("{s:s, s:s, s:s, s:o, s:{s:s}, s:{s:b}, s:o}", "label", label, "type",
                     "process", "command", called, "args", arguments, "options", "cwd", folder,
                     "presentation", "clear", 1, "problemMatcher", matcher(folder));
}

json_t *gs_editor_tasks(const char *called, const char *folder)
{
    static const char file[] = "${file}";
    json_t *check = task("gridstride: check this file", called,
                         json_pack("[s, s, s]", "check", "--lines", file), folder);
    json_t *watch = task("gridstride: check this file at each save", called,
                         json_pack("[s, s, s, s]", "check", "--watch", "--lines", file), folder);
    json_t *inspect =
        task("gridstride: inspect this file", called,
             json_pack("[s, s, s, s]", "inspect", "--lines", "--no-margin", file), folder);
    json_object_set_new(check, "group", json_pack("{s:s, s:b}", "kind", "test", "isDefault", 1));
    json_object_set_new(watch, "isBackground", json_true());
    json_object_set_new(json_object_get(watch, "problemMatcher"), "background",
                        json_pack("{s:b, s:s, s:s}", "activeOnStart", 1, "beginsPattern",
                                  "^checking ", "endsPattern", "^checked "));
    return json_pack("{s:s, s:[o, o, o]}", "version", "2.0.0", "tasks", check, watch, inspect);
}
