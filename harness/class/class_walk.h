/* The files in a student's folder, found without following anything that leads out of it. */
#ifndef GS_CLASS_WALK_H
#define GS_CLASS_WALK_H

#include "status.h"

#include <stddef.h>

struct gs_found {
    char *path; /* in the student's folder; owned */
    unsigned depth;
};

struct gs_walk {
    int root;               /* the student's folder, open */
    struct gs_found *files; /* that may be meant, shallow ones first, then by name; owned */
    size_t count;
    size_t entries;   /* of any kind that were seen */
    char note[600];   /* what was not looked at; "" */
    char others[200]; /* the first files that are nothing to be graded; "" */
    size_t other_count;
};

/* Files that end in .cu, and questions.txt, in capitals or not. Release it in any case. */
enum gs_status gs_walk_folder(int submissions, const char *folder, struct gs_walk *out,
                              struct gs_error *error);
void gs_walk_release(struct gs_walk *walk);

/* Opens a path below a folder for reading: a regular file, and no part of the path a link. */
int gs_walk_open(int folder, const char *path);

#endif
