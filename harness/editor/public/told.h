/*
 * What a check or an inspection says of lines, for other programs: editors, and services that show
 * a repository. A list of it is a JSON array of objects {"level": "error" | "warning" | "note",
 * "rule": the kind, "file": as it can be opened from here ("": none), "line": from 1 (0: none),
 * "text": a sentence or more}, and, where a second line belongs to it, "other_file", "other_line"
 * and "other_text".
 */
#ifndef GS_TOLD_H
#define GS_TOLD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- from what it is made -------------------------------------------------------------------- */

/* A path for a list. Where it is no UTF-8 it is as it is shown: "\xff" stands for such a byte.
 * NULL: no memory. */
json_t *gs_told_path(const char *path);

/* Adds what the document of `inspect --json` says. False: no memory. */
bool gs_told_add_inspection(json_t *told, const json_t *document);

/* How many have that level. */
size_t gs_told_count(const json_t *told, const char *level);

/* ---- what is made of it ---------------------------------------------------------------------- */

/* A line each, as compilers print them: "a.cu:7:9: error: sentence [kind]". Where a second line
 * belongs to one, it follows as a note. */
void gs_told_print_lines(const json_t *told, FILE *out);

/* A line each, as GitHub's runners read them: "::error file=a.cu,line=7,col=9,title=kind::...".
 * A second line follows as a notice. Paths begin at GITHUB_WORKSPACE where that is set and the file
 * lies below it. */
void gs_told_print_github(const json_t *told, FILE *out);

/* What was run, for the log. */
struct gs_told_run {
    const char *version; /* of gridstride */
    char *const *words;  /* behind the program's name, with NULL behind the last */
    int exit_status;
    const char *failure; /* why there is no result; NULL: there is one */
};

/* A log of SARIF 2.1.0, the caller's; NULL: no memory. */
json_t *gs_told_sarif(const json_t *told, const struct gs_told_run *run);

#endif
