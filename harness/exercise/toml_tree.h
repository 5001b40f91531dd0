/*
 * A TOML file as a tree of plain C, with the line of each value. toml++ (C++, toml_tree.cpp) reads
 * it; everything else is C.
 */
#ifndef GS_TOML_TREE_H
#define GS_TOML_TREE_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum gs_toml_kind {
    GS_TOML_TABLE,
    GS_TOML_LIST,
    GS_TOML_TEXT,
    GS_TOML_INTEGER,
    GS_TOML_REAL,
    GS_TOML_TRUTH, /* true or false */
    GS_TOML_DATE,
    GS_TOML_OTHER, /* a time of day: no file of ours asks for one */
};

struct gs_toml {
    enum gs_toml_kind kind;
    int line;
    char *key;             /* in its table; NULL in a list; owned */
    char *text;            /* of a text; of a date as "2026-10-01"; owned */
    long long integer;     /* 0 or 1 of a truth */
    double real;           /* of an integer too */
    struct gs_toml *items; /* of a table, by key, or of a list; owned */
    size_t count;
};

/* Reads a text; `path` is the file's, for messages. release(NULL) is allowed. */
enum gs_status gs_toml_read(const char *path, const char *text, size_t length, struct gs_toml **out,
                            struct gs_error *error);
void gs_toml_release(struct gs_toml *tree);

/* A member of a table; NULL: it has none of that key. */
const struct gs_toml *gs_toml_get(const struct gs_toml *table, const char *key);

#ifdef __cplusplus
}
#endif

#endif
