/* Tasks for VS Code, and for editors that read its files. */
#ifndef GS_EDITOR_TASKS_H
#define GS_EDITOR_TASKS_H

#include <jansson.h>

/*
 * What .vscode/tasks.json holds in a folder of exercises: a check of the file that is open, once or
 * at each save, and an inspection of it. The editor reads their lines. `called` is how gridstride
 * is typed in `folder`, which is "${workspaceFolder}" or below or above it. The caller's; NULL: no
 * memory.
 */
json_t *gs_editor_tasks(const char *called, const char *folder);

#endif
