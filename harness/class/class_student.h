/* Grading one student, in a process of its own. */
#ifndef GS_CLASS_STUDENT_H
#define GS_CLASS_STUDENT_H

#include "class.h"
#include "class_folder.h"
#include "class_override.h"

struct gs_grader {
    const char *submissions; /* absolute */
    const struct gs_class_folder *folder;
    const struct gs_tasks *tasks;
    const struct gs_overrides *overrides;
    const struct gs_student *only; /* the one to judge anew, and nobody else; NULL: everybody */
    enum gs_sandbox sandbox;
    const char *version;
};

/*
 * Judges everything that the student handed in, but for what an earlier run judged, of the same
 * source, seed and version; and writes students/SLUG/results.json and, last of all, marks.json,
 * where they change. Where it returns GS_UNGRADED, why has a sentence; GS_LEFT: somebody else is
 * graded, and there are no marks of this one.
 */
enum gs_grading gs_student_grade(const struct gs_grader *grader, const struct gs_student *student,
                                 struct gs_error *why);

/* Reads marks.json again; NULL: there is none, or it is damaged. The caller's. */
json_t *gs_student_record(const struct gs_class_folder *folder, const struct gs_student *student);

/* For a student that could not be graded: no marks, and a results.json that says so. */
enum gs_status gs_student_give_up(const struct gs_class_folder *folder,
                                  const struct gs_student *student, struct gs_error *error);

#endif
