/* What a result is called: lesson3, peers3, verify3; of a user's own kernels kernel-saxpy,
 * peers-saxpy, verify-saxpy. Files and plots carry these names. */
#ifndef GS_RESULT_NAME_H
#define GS_RESULT_NAME_H

#include <stdbool.h>

enum gs_result_kind { GS_RESULT_RUN, GS_RESULT_PEERS, GS_RESULT_VERIFY };

struct gs_result_name {
    enum gs_result_kind kind;
    unsigned lesson;
    char slug[32]; /* of a user's own; "": it is a lesson's */
};

/* Bytes of such a name. */
enum { GS_RESULT_NAME = 48 };

void gs_result_name_format(const struct gs_result_name *name, char text[static GS_RESULT_NAME]);

/* "results/a-machine/lesson3.json"; false where the file has no such name, as that of a shard. */
bool gs_result_name_parse(const char *path, struct gs_result_name *out);

#endif
