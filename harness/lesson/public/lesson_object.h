/*
 * What a folder with a lesson.c is compiled to: an object with one constant that is looked up, and
 * behind it the lesson. gridstride writes the few lines that define it; a lesson.c need not.
 */
#ifndef GS_LESSON_OBJECT_H
#define GS_LESSON_OBJECT_H

#include "lesson.h"

struct gs_lesson_object {
    unsigned version;               /* GS_LESSON_VERSION of the headers that it was compiled with */
    const struct gs_lesson *lesson; /* NULL: lesson.c declares it and does not define it */
};

/* The name that the constant has in the object. */
#define GS_LESSON_OBJECT_SYMBOL "gs_lesson_object_here"

#endif
