/* junit.xml: what continuous integration shows of tests. */
#ifndef GS_JUNIT_H
#define GS_JUNIT_H

#include "class.h"

#include <stdio.h>

/* A suite for each student, a case for each test of each exercise. content: a struct gs_class. */
bool gs_junit_write(FILE *out, const void *content);

#endif
