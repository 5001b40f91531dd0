/* What verification says of an answer. */
#ifndef GS_VERDICT_H
#define GS_VERDICT_H

enum gs_verdict {
    GS_RIGHT,
    GS_WRONG_ANSWER,
    GS_LAUNCH_FAILED, /* CUDA refused the launch or the kernel died; detail has its words */
    GS_SKIPPED,       /* not run; detail has the reason */
    GS_CRASHED,       /* took its process with it; detail says how */
    GS_HUNG,          /* did not end within the time limit, and was ended */
    /* Wrong in the very way that the variant is there to show: */
    GS_LOST_UPDATES, /* threads overwrote each other's updates */
    GS_PARTIAL,      /* the launch reached only the first elements; those are right */
    GS_INACCURATE,   /* rounding added up past the tolerance */
    GS_VERDICT_COUNT
};

const char *gs_verdict_name(enum gs_verdict verdict); /* "right", "wrong", ... */

#endif
