/*
 * Assessments: an exercise that ends one half of the course, three verdicts on a file that does it,
 * and a certificate (certificate.h) where all three are good.
 */
#ifndef GS_ASSESS_H
#define GS_ASSESS_H

#include "judge.h"

enum gs_assessed_state { GS_NOT_JUDGED, GS_ASSESSED_NO, GS_ASSESSED_YES };

enum { GS_ASSESSED_VERDICTS = 3 };
struct gs_assessed_verdict {
    const char *name;     /* in a certificate: "host-array", "fast-enough", "right" */
    const char *question; /* "Hands back an array of the host" */
    enum gs_assessed_state state;
    char sentence[1024]; /* what it is based on */
};

struct gs_assessed {
    struct gs_assessed_verdict verdicts[GS_ASSESSED_VERDICTS];
    bool passed;              /* all of them */
    struct gs_call_time time; /* its device is "" where nothing was timed: there is no GPU */
};

/*
 * Judges options->source, a solution of an exercise that is an assessment (gs_assessed_exercise);
 * its lesson and number are found. GS_OK where it could be judged, whatever the verdicts.
 */
enum gs_status gs_assess(const struct gs_exercise *exercise, const struct gs_judge_options *options,
                         struct gs_assessed *out, struct gs_error *error);

#endif
