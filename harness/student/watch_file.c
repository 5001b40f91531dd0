/* The file that is watched: whether it was saved, and what is kept of its check. */
#include "watch_parts.h"

#include "marks.h"

#include <stdint.h>
#include <sys/stat.h>

struct gs_watch_stamp gs_watch_stamp(const char *path)
{
    struct stat found;
    if (stat(path, &found) != 0)
        return (struct gs_watch_stamp){0};
    return (struct gs_watch_stamp){true, found.st_mtim, found.st_size, found.st_ino};
}

bool gs_watch_stamp_same(const struct gs_watch_stamp *a, const struct gs_watch_stamp *b)
{
    return a->exists == b->exists && a->modified.tv_sec == b->modified.tv_sec &&
           a->modified.tv_nsec == b->modified.tv_nsec && a->size == b->size &&
           a->number == b->number;
}

enum gs_status gs_watch_mark(const struct gs_watch *watch, const struct gs_course_place *place,
                             const json_t *marks, struct gs_error *error)
{
    if (watch->file != NULL &&
        !gs_workbook_has(watch->book, place->lesson, place->exercise, watch->file))
        return GS_OK;
    return gs_workbook_mark(watch->book, place->exercise->name,
                            gs_marks_verdict(marks) == GS_MARKS_PASSED,
                            json_number_value(json_object_get(marks, "score")),
                            (uint64_t)json_integer_value(json_object_get(marks, "seed")), error);
}
