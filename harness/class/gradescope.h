/* results.json, as Gradescope documents it for autograders. */
#ifndef GS_GRADESCOPE_H
#define GS_GRADESCOPE_H

#include <jansson.h>

/* Of what marks.json holds; the caller's. It tells the student everything but seeds. */
json_t *gs_gradescope_results(const json_t *record);

/* For a submission that could not be graded: no points, and that it is no fault of the student's.
 */
json_t *gs_gradescope_trouble(void);

#endif
