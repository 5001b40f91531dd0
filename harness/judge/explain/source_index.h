/* An index that left its array: how it stands in the source, and what it is made of. */
#ifndef GS_SOURCE_INDEX_H
#define GS_SOURCE_INDEX_H

#include "exercise_tools.h"
#include "source_code.h"
#include "source_text.h"

/* An access of a thread's, as the inspector found it. */
struct gs_indexed {
    const struct gs_source *source;
    const struct gs_source_function *kernel;
    const struct gs_exercise *exercise;
    const struct gs_shape *shape;
    const json_t *launch;
    const struct gs_party *thread;
    const char *array; /* as the exercise calls it */
    long long index, elements;
    int line;
    bool tested; /* the kernel compares some index with something */
};

/* The value of the compiled tokens [from, to) of the kernel, for the thread, of the launch and the
 * exercise's sizes. False: it cannot be told, as where a name is given several values. */
bool gs_value_of(const struct gs_indexed *access, size_t from, size_t to, long long *value);

/* The tokens [from, to) of the index of `array`, as the exercise calls it, in that line of the
 * kernel. False: there is none, or there are different ones, or the kernel moves the pointer. */
bool gs_find_index(const struct gs_source *source, const struct gs_source_function *kernel,
                   const char *array, int line, size_t *from, size_t *to);

/*
 * "The index is `row * columns + column`; there `row` is 3, ...", and what follows of that: whole
 * sentences. A value is told only where all of them together make the index that was found, and a
 * test only where the access stands behind it and it lets that index through. False: the source
 * does not tell the index.
 */
bool gs_tell_index(const struct gs_indexed *access, char *words, size_t size);

/* Of a read that the line, as it stands, makes in one other array alone, from which an index led
 * away. False: the line reads none, or several. */
bool gs_tell_other_array(const struct gs_indexed *access, char *words, size_t size);

/* Its first sentence alone, and only where it tells values. */
bool gs_tell_values(const struct gs_indexed *access, char *words, size_t size);

/* A number of the thread's along one axis, `row` of blockIdx.y * blockDim.y + threadIdx.y, that a
 * test keeps below more than the launch has threads along that axis. */
struct gs_short_axis {
    const char *name;          /* of the number */
    struct gs_code_text below; /* what it is to stay below, as it is written */
    long long most;            /* the value of that */
    size_t threads;            /* that there are */
    unsigned axis;             /* 0 is x */
    bool exchanged;            /* along the other axis there are enough for that */
    int line;
};

/* `last`: the last thread of the launch. False: no number of the kernel's is certain to be one. */
bool gs_find_short_axis(const struct gs_indexed *last, struct gs_short_axis *out);

/* `row = blockIdx.y * TILE + line`, which a test keeps below more than the launch has blocks of
 * tiles for along that axis, while along the other one it has enough. */
bool gs_find_exchanged_grid(const struct gs_indexed *last, struct gs_short_axis *out);

#endif
