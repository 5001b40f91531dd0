/* Numbers that a student's source holds, as far as its tokens tell them. */
#ifndef GS_SOURCE_NUMBER_H
#define GS_SOURCE_NUMBER_H

#include "source_text.h"

/* The value of the compiled tokens [from, to): whole numbers, constants of the file, + - * / and
 * brackets. False: it cannot be told. */
bool gs_number_of_tokens(const struct gs_source *source, size_t from, size_t to, size_t *value);

/* How many elements are declared in `float name[7]`, and 1 in `float name;`. False: they are bytes,
 * or it cannot be told. */
bool gs_number_of_elements(const struct gs_source *source, const char *name, size_t *elements);

/* How many elements a row has of the array that a function declares as `float name[8][33]`, and of
 * no array of other dimensions; 0: there is none, or it cannot be told. */
size_t gs_number_of_columns(const struct gs_source *source,
                            const struct gs_source_function *function, const char *name);

#endif
