/*
 * The folder that a class is graded into: DIR/students/SLUG/marks.json and results.json, the files
 * of the whole class, and the secret seed.
 */
#ifndef GS_CLASS_FOLDER_H
#define GS_CLASS_FOLDER_H

#include "class.h"
#include "files.h"

#include <stdio.h>
#include <sys/types.h>

struct gs_class_folder {
    char path[3000];   /* absolute */
    char scratch[512]; /* where sources are judged */
    char tools[600];   /* a copy of the compiler there; "": none was needed */
    int lock;          /* < 0: not open */
    uint64_t seed;
};

/*
 * Makes the folder, or takes one that an earlier run made; nobody else grades into it until it is
 * closed or its process ends. A folder with other files is refused. The seed is the options', else
 * the one that is kept in it, else a fresh one, kept from now on where only its owner can read it.
 * What the sandbox's programs work with lies where they can reach it.
 */
enum gs_status gs_class_folder_open(const struct gs_class_options *options, enum gs_sandbox sandbox,
                                    struct gs_class_folder *out, struct gs_error *error);
void gs_class_folder_close(struct gs_class_folder *folder);

/* In a child of the process that opened it: the lock is to end with that one. */
void gs_class_folder_leave(struct gs_class_folder *folder);

struct gs_class_path {
    char text[3300];
};
/* A file of the whole class in the folder `path`, as class.csv. */
struct gs_class_path gs_class_top(const char *path, const char *file);
/* "students/SLUG/FILE" of it; file "": the student's folder. */
struct gs_class_path gs_class_file(const struct gs_class_folder *folder, const char *slug,
                                   const char *file);
/* Where a student's sources lie, and are compiled, while they are judged. */
struct gs_class_path gs_class_scratch(const struct gs_class_folder *folder, const char *slug);

/*
 * Writes a file so that its name always has either the old content or all of the new one, also
 * after a power cut. `write` returns false where it could not.
 */
enum gs_status gs_class_write(const char *path, mode_t mode, gs_file_writer *write,
                              const void *content, struct gs_error *error);
/* The same of a JSON value. */
enum gs_status gs_class_write_json(const char *path, mode_t mode, const json_t *value,
                                   struct gs_error *error);

#endif
