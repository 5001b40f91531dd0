/* What an exercise of data holds; the files data_*.c make and use it. */
#ifndef GS_DATA_PARTS_H
#define GS_DATA_PARTS_H

#include "data_exercise.h"
#include "data_expression.h"
#include "data_formula.h"
#include "toml_tree.h"

enum {
    GS_MOST_SHAPES = 24,
    GS_MOST_SAYINGS = 40,
    GS_MOST_SLIPS = 24,
    GS_MOST_REMARKS = 8,
    GS_MOST_FOLDER = 2048,
    GS_MOST_TOML = 64 << 10, /* bytes of a file */
};

/* How the elements of an array follow each other. */
enum gs_order { GS_ORDER_RANDOM, GS_ORDER_RISING, GS_ORDER_COUNTING, GS_ORDERS };

/* A number that is written out, or a formula of the sizes; neither: `real` is what is meant. */
struct gs_amount {
    const char *formula; /* NULL: there is none */
    double real;
    int line; /* 0: it was not given */
};

struct gs_data_array {
    struct gs_amount length, value, from, to;
    enum gs_order order;
    bool ends;                 /* rising: the first is `from`, and the last is `to` */
    struct gs_formula *values; /* each is this; NULL: they are drawn */
};

/* Which of the wrong elements a mistake has to show in. */
enum gs_slip_where {
    GS_SLIP_ALL,
    GS_SLIP_FIRST, /* the first one */
    GS_SLIP_ANY,
    GS_SLIP_WHERES
};

/* A mistake that is told by the values it leaves, in a [[mistake]] of the file. */
struct gs_data_slip {
    const char *kind, *says;
    unsigned parameter;
    struct gs_formula *value, *holds; /* NULL: not asked for */
    double near;                      /* less than 0: ten times the tolerance */
    enum gs_slip_where where;
    bool untouched; /* what is wrong was never written */
};

/* What is said of a finding of the inspector's, in a [[finding]] of the file. */
struct gs_data_remark {
    const char *finding, *memory; /* memory NULL: any */
    const struct gs_toml *array;  /* a name, or a list; NULL: any */
    struct gs_formula *holds;     /* NULL: not asked for */
    const char *kind, *says;
};

struct gs_data_budget {
    struct gs_amount sectors, wavefronts, launches, copies, bytes_in, bytes_out, global_bytes,
        threads, least_threads, block, barriers, devices, idle_lanes;
    bool tree;
};

struct gs_data_exercise {
    char folder[GS_MOST_FOLDER], name[64];
    struct gs_toml *tree; /* has all texts */
    const char *about;
    double points;
    bool has_reference;
    const char *mistakes[GS_MOST_MISTAKES + 1]; /* the files in wrong/, ends with NULL */
    char mistake_names[GS_MOST_MISTAKES][80];
    uint64_t print;
    bool is_own;                                  /* of the course: its files lie there */
    struct gs_formula *right[GS_MOST_PARAMETERS]; /* of each output; NULL: a program answers */
    struct gs_data_slip slips[GS_MOST_SLIPS];
    size_t slip_count;
    struct gs_data_remark remarks[GS_MOST_REMARKS];
    size_t remark_count;
    struct gs_size_names names;
    struct gs_array parameters[GS_MOST_PARAMETERS + 1];
    struct gs_data_array arrays[GS_MOST_PARAMETERS];
    struct gs_shape shapes[GS_MOST_SHAPES + 1];
    struct gs_data_budget budget;
    struct gs_amount scale, timed_bytes;
    const struct gs_toml *sayings; /* a table of texts, by kind of mistake; NULL: there is none */
    struct gs_exercise exercise;
    const struct gs_exercise *list[2];
    struct gs_lesson_exercises lesson;
};

/* What an amount is at these sizes; it was tried when the file was read. */
double gs_amount_at(const struct gs_data_exercise *data, const struct gs_amount *amount,
                    const struct gs_shape *shape);

/* What the elements of an array are drawn from, or a number is. */
struct gs_data_range {
    double from, to;
};
struct gs_data_range gs_data_range_at(const struct gs_data_exercise *data, unsigned parameter,
                                      const struct gs_shape *shape);

/* As the members of gs_exercise that these are called instead of. */
size_t gs_data_count(const struct gs_data_exercise *data, const struct gs_shape *shape,
                     unsigned parameter);
void gs_data_fill(const struct gs_data_exercise *data, const struct gs_shape *shape, uint64_t seed,
                  void *const *arrays);
void gs_data_budget(const struct gs_data_exercise *data, const struct gs_shape *shape,
                    struct gs_budget *most);

/* As gs_exercise.solve and .explain, by the formulas of the file. */
void gs_data_solve(const struct gs_data_exercise *data, const struct gs_shape *shape,
                   const void *const *arrays, struct gs_expected *out);
bool gs_data_explain(const struct gs_data_exercise *data, const struct gs_wrong *wrong,
                     struct gs_saying *out);

/* As gs_exercise.say_finding. */
bool gs_data_say_finding(const struct gs_data_exercise *data, const struct gs_shape *shape,
                         const json_t *finding, struct gs_saying *out);

/* Where a formula is computed, all but the element. */
struct gs_formula_at gs_data_formula_at(const struct gs_data_exercise *data,
                                        const struct gs_shape *shape, const void *const *arrays);

/* Sets an element; an integer drops the fraction, and is the nearest that its type can hold. */
void gs_data_set(enum gs_dtype dtype, void *array, size_t i, long double value);

/* ---- reading a table ------------------------------------------------------------------------- */

/* One file that is read. */
struct gs_data_file {
    const char *path;
    struct gs_error *error;
};

/* Fails with: PATH:LINE: KEY: what. */
__attribute__((format(printf, 4, 5))) enum gs_status
gs_data_wrong(const struct gs_data_file *file, int line, const char *key, const char *format, ...);

/* What a key is to hold. */
enum gs_data_kind {
    GS_DATA_TEXT,   /* const char *: one line of text */
    GS_DATA_LINES,  /* the same, of any number of lines */
    GS_DATA_NAME,   /* the same, a name of C in our grammar */
    GS_DATA_NUMBER, /* double, not negative */
    GS_DATA_TRUTH,  /* bool */
    GS_DATA_AMOUNT, /* struct gs_amount */
    GS_DATA_DATE,   /* const char *: "2026-10-01" */
    GS_DATA_TREE,   /* const struct gs_toml *, looked at by who asked */
};

struct gs_data_key {
    const char *name;
    enum gs_data_kind kind;
    size_t offset; /* of the field */
    bool required;
};

/* Fills a struct from a table by the keys, which end with a name that is NULL. `what` is what the
 * table is, for messages: "an exercise". */
enum gs_status gs_data_table(const struct gs_data_file *file, const struct gs_toml *table,
                             const char *what, const struct gs_data_key *keys, void *out);

/* A formula of elements that stands at a key; *out is released with the exercise. */
enum gs_status gs_data_formula(const struct gs_data_file *file, const struct gs_toml *value,
                               const struct gs_formula_names *names, struct gs_formula **out);

/* [right] and [[mistake]], when the arrays are read; NULL: there is none. */
enum gs_status gs_data_read_right(const struct gs_data_file *file, const struct gs_toml *table,
                                  struct gs_data_exercise *data);
enum gs_status gs_data_read_slips(const struct gs_data_file *file, const struct gs_toml *list,
                                  struct gs_data_exercise *data);

/* [[finding]] likewise. */
enum gs_status gs_data_read_remarks(const struct gs_data_file *file, const struct gs_toml *list,
                                    struct gs_data_exercise *data);

/* ---- sentences ------------------------------------------------------------------------------- */

/* A name that may stand in { } in place of a formula, and what is put there. */
struct gs_data_word {
    const char *name; /* NULL ends a list */
    const char *text;
};

/* What stands at the key "kind" of a table, if it is there. */
enum gs_status gs_data_try_kind(const struct gs_data_file *file, const struct gs_toml *table,
                                const char *kind);

/* Whether each { } of what stands at the key "says" of a table has a formula of those names, or one
 * of the words; these may be NULL. */
enum gs_status gs_data_try_sentence(const struct gs_data_file *file, const struct gs_toml *table,
                                    const char *says, const struct gs_formula_names *names,
                                    const struct gs_data_word *words);
void gs_data_say(const char *kind, const char *says, const struct gs_formula_names *names,
                 const struct gs_formula_at *at, const struct gs_data_word *words,
                 struct gs_saying *out);

/* A word that has to be one of these. */
enum gs_status gs_data_word(const struct gs_data_file *file, const struct gs_toml *table,
                            const char *key, const char *const *words, size_t count,
                            unsigned *value);

#endif
