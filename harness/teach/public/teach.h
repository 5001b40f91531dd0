/*
 * What a teacher does with exercises of data: begins one, tests a course, hands it out.
 */
#ifndef GS_TEACH_H
#define GS_TEACH_H

#include "data_course.h"
#include "status.h"

#include <stdbool.h>
#include <stdio.h>

/* ---- beginning ------------------------------------------------------------------------------- */

/* Writes a folder of that path with a small exercise, which its comments explain and which passes
 * its own test. Whatever is there already is left as it is, and fails. */
enum gs_status gs_teach_new(const char *path, struct gs_error *error);

/* ---- testing --------------------------------------------------------------------------------- */

/*
 * Tests the exercises of data of a course: the stub does not pass, the solution and right ones do,
 * and each mutant gets its sentence, at its line. Prints a line for each file. With `mutants`, the
 * solutions are changed by rules as well, and it prints how many of the changes are told. GS_WRONG:
 * a file does not do what it should.
 */
enum gs_status gs_teach_test(const struct gs_data_course *course, bool mutants, FILE *out,
                             struct gs_error *error);

/* ---- handing out ----------------------------------------------------------------------------- */

/*
 * Writes the folder `to`, which may not lie in `folder`, that of the course, with what students
 * get: of each exercise stub and header, README.md, and tasks for editors; where a reference.cu
 * computes the answers, also what a check of their own needs. No solutions. An exercise that opens
 * after `today` ("2026-10-01") is left out. With `repository`, also a workflow for GitHub that
 * checks them, and a container to work in.
 */
enum gs_status gs_teach_hand_out(const struct gs_data_course *course, const char *folder,
                                 const char *to, const char *today, bool repository, FILE *out,
                                 struct gs_error *error);

#endif
