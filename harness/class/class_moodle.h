/* What Moodle takes: its grade import and grading worksheet, and feedback files. */
#ifndef GS_CLASS_MOODLE_H
#define GS_CLASS_MOODLE_H

#include "class.h"
#include "class_folder.h"
#include "class_roster.h"

/*
 * Moodle calls a student's folder NAME_NUMBER_assignsubmission_file, which may end with "_", and a
 * file that lies in none the same, "_" and the file's own name.
 */
struct gs_moodle_name {
    char name[GS_SHOWN_BYTES]; /* "Anna Weber"; of any other entry, what it is without ".cu" */
    char number[24];           /* "12345"; "": it is no such entry */
};
struct gs_moodle_name gs_moodle_name(const struct gs_student *student);

/* Fails where two entries are of one student: submissions that were not downloaded in folders. */
enum gs_status gs_moodle_check(const struct gs_students *students, struct gs_error *error);

/* moodle.csv: the roster with the columns "Grade" and "Feedback comments". content: */
struct gs_moodle_grades {
    const struct gs_class *class;
    const struct gs_roster *roster;
};
bool gs_moodle_write_csv(FILE *out, const void *content);

/* The maximum that Moodle's worksheet gives, where it is not what the tasks give together; 0: it
 * is, or none is known. */
double gs_moodle_other_most(const struct gs_roster *roster, const struct gs_tasks *tasks);

/*
 * moodle/NAME_NUMBER_assignsubmission_file_feedback.txt of each student whose number is known, from
 * the student's folder or from the roster: packed into a zip file, they are what "Upload multiple
 * feedback files in a zip" takes. *count: how many there are.
 */
enum gs_status gs_moodle_write_feedback(const struct gs_class_folder *folder,
                                        const struct gs_class *class,
                                        const struct gs_roster *roster, size_t *count,
                                        struct gs_error *error);

#endif
