/*
 * Submissions that share more than independent ones do: a hint for the teacher, and no verdict.
 *
 * A source is cut into tokens, in which names that the author chose are all the same; of the hashes
 * of each run of RUN tokens, winnowing keeps a part (S. Schleimer, D. S. Wilkerson, A. Aiken:
 * "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003): the smallest one of each
 * WINDOW. So each run of RUN + WINDOW - 1 tokens that two sources share is found, wherever it
 * stands. What the stub and the course's own solution have is taken out, and so is what many of the
 * class have. Files of the same text count once there, for many copies of one file are no habit.
 */
#ifndef GS_CLASS_SIMILAR_H
#define GS_CLASS_SIMILAR_H

#include "class.h"

/* Students whose sources for one exercise are alike: each with at least one other of them. */
struct gs_similar {
    size_t *students; /* of the class's, by number; owned */
    size_t count;
    size_t task;        /* of its tasks */
    double least, most; /* of two that are alike: of the smaller source's own part, what the other
                         * has too */
    size_t tokens;      /* two that are alike share at least about so many tokens */
    bool same_text;     /* all of them: the same but for blanks */
};

struct gs_similar_list {
    struct gs_similar *items; /* the most alike first; owned */
    size_t count;
};

/* Reads the submissions once more. Release it in any case. */
enum gs_status gs_similar_find(const char *submissions, const struct gs_tasks *tasks,
                               const struct gs_students *students, struct gs_similar_list *out,
                               struct gs_error *error);
void gs_similar_release(struct gs_similar_list *list);

#endif
