/* What stands in a student's source, as an explanation needs it: of its compiled tokens. */
#ifndef GS_SOURCE_CODE_H
#define GS_SOURCE_CODE_H

#include "exercise.h"
#include "source_text.h"

/* The kernel of that name; NULL: there is none, or no tokens are known. */
const struct gs_source_function *gs_code_kernel(const struct gs_source *source, const char *name);

/* The first kernel of the file; NULL: there is none. */
const struct gs_source_function *gs_code_any_kernel(const struct gs_source *source);

/* The first token `word` of a function's body from token `from` on; its end: there is none. */
size_t gs_code_find(const struct gs_source *source, const struct gs_source_function *function,
                    size_t from, const char *word);
bool gs_code_has(const struct gs_source *source, const struct gs_source_function *function,
                 const char *word);

/* Whether the tokens from `at` on are those of the text, which has blanks between them. */
bool gs_code_is(const struct gs_source *source, size_t at, const char *text);

/* The tokens [from, to) as a person would write them. */
struct gs_code_text {
    char text[120];
};
struct gs_code_text gs_code_write(const struct gs_source *source, size_t from, size_t to);

/* A launch in the source, and its arguments. */
struct gs_code_launch {
    size_t at;   /* the kernel's name */
    size_t open; /* the ( of the arguments */
};
/* The next launch from token `from` on; false: there is none. */
bool gs_code_next_launch(const struct gs_source *source, size_t from,
                         struct gs_code_launch *launch);

/* The tokens [from, to) of argument `index`, from 0, of the ( at `open`; false: there is none. */
bool gs_code_argument(const struct gs_source *source, size_t open, unsigned index, size_t *from,
                      size_t *to);

/* How a kernel calls what the host calls `name`: its launches hand it over. `name` itself where
 * none of them tells. */
const char *gs_code_name_in_kernel(const struct gs_source *source,
                                   const struct gs_source_function *kernel, const char *name);

/* A comparison in a kernel with one of the numbers that tell how large the arrays are, as a bounds
 * check is. */
struct gs_code_guard {
    int line;                  /* 0: there is none */
    struct gs_code_text text;  /* "i < n" */
    struct gs_code_text whole; /* the condition it is a part of: "i < n && i > 0" */
    bool lets_end_through;     /* `i <= n`, or `if (i > n) return` */
    bool leaves_end_out;       /* `i < n - 1` */
    bool sends_away;           /* `if (i < n) return` */
    bool lets_beyond;          /* `if (i > n)`, and no return in what it does */
    bool gives_end;            /* `if (i > n) return n;` or `i >= n ? n : i`: n is no element */
};
struct gs_code_guard gs_code_guard(const struct gs_source *source,
                                   const struct gs_source_function *kernel,
                                   const struct gs_exercise *exercise);

/* What makes n, which tells how large the arrays are and is no element's number, an index in that
 * line: "i >= n" of `if (i >= n) return n;`, or "min(i, n)". Line 0: there is nothing such. */
struct gs_code_guard gs_code_end_as_index(const struct gs_source *source,
                                          const struct gs_source_function *kernel,
                                          const struct gs_exercise *exercise, int line);

/* The [ of an index `[column * columns + row]` whose bounds check is right: the row, in it, comes
 * from threadIdx.y. 0: there is none. */
size_t gs_code_swapped_index(const struct gs_source *source,
                             const struct gs_source_function *kernel,
                             const struct gs_exercise *exercise);

/* The condition in which a kernel compares the row of `array[row * columns + column]` with the
 * number of columns, and the column with that of rows; line 0: there is none. */
struct gs_code_guard gs_code_swapped_bounds(const struct gs_source *source,
                                            const struct gs_source_function *kernel,
                                            const struct gs_exercise *exercise);

/* Likewise of `array[a * rows + b]`, whose rows have `rows` elements, as a matrix has that was
 * turned: the test keeps `a`, made of blockIdx.x, below the number of rows, and `b`, made of
 * blockIdx.y, below that of columns. *at: the [ of the index. Line 0: there is none. */
struct gs_code_guard gs_code_turned_bounds(const struct gs_source *source,
                                           const struct gs_source_function *kernel,
                                           const struct gs_exercise *exercise, size_t *at);

/* A number of the thread's, made of blockIdx, that an index of `array` in that line of the kernel
 * is made of, and that no condition tests before; NULL: there is none. */
const char *gs_code_untested(const struct gs_source *source,
                             const struct gs_source_function *kernel, const char *array, int line);

/* A test that keeps a name below a number. */
struct gs_code_bound {
    int line;
    size_t from, to; /* tokens of the number */
};
/* The one whose name stands at `at`; false: none does. */
bool gs_code_bound_at(const struct gs_source *source, const struct gs_source_function *kernel,
                      size_t at, struct gs_code_bound *bound);
/* One that whatever comes to that line of the kernel has passed; false: there is none. */
bool gs_code_bound_of(const struct gs_source *source, const struct gs_source_function *kernel,
                      const char *name, int line, struct gs_code_bound *bound);

/* Behind the statement that begins at token `at`, at `end` at the latest: of an `if` or a loop,
 * behind what it decides about. */
size_t gs_code_behind_statement(const struct gs_source *source, size_t at, size_t end);

/* Whether an `if` of the kernel, or a return before, decides who comes to that line. */
bool gs_code_is_in_branch(const struct gs_source *source, const struct gs_source_function *kernel,
                          int line);

/* `n / 256` of one of the exercise's sizes, as it is written, and its line; "" and 0: none. */
struct gs_code_text gs_code_division(const struct gs_source *source,
                                     const struct gs_exercise *exercise, int *line);

/* Whether a kernel compares a number with anything that it makes of blockIdx, as the number of a
 * thread is. */
bool gs_code_tests_index(const struct gs_source *source, const struct gs_source_function *kernel);

#endif
