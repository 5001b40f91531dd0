/* Mistakes that stand in the source for all to see, where they fit what went wrong. */
#ifndef GS_SOURCE_MISTAKE_H
#define GS_SOURCE_MISTAKE_H

#include "exercise.h"
#include "source_text.h"

/* What was seen to go wrong. */
enum gs_symptom {
    GS_SEEN_BOUNDS = 1,     /* an access outside of an array */
    GS_SEEN_RACE = 2,       /* two threads at one element */
    GS_SEEN_JUNK = 4,       /* a read of what nobody wrote */
    GS_SEEN_WRONG = 8,      /* wrong values */
    GS_SEEN_MISSING = 16,   /* elements that were never written */
    GS_SEEN_ENDLESS = 32,   /* it did not come to its end */
    GS_SEEN_CHANGED = 64,   /* an input was written to */
    GS_SEEN_COPY = 128,     /* a copy of the host's went wrong */
    GS_SEEN_NUMBERS = 256,  /* wrong values, of which nothing else tells why */
    GS_SEEN_LAUNCH = 512,   /* a launch was refused */
    GS_SEEN_ERROR = 1024,   /* CUDA refused another call */
    GS_SEEN_STREAMS = 2048, /* what is in two streams does not wait for each other */
};

struct gs_seen {
    enum gs_symptom symptom;
    const struct gs_exercise *exercise;
    const struct gs_source *source;
    const json_t *remarks; /* of the compiler */
    const char *kernel;    /* in which it was seen; "": not known */
    size_t threads;        /* of that launch; 0: not known */
    size_t block;          /* of a block of it; 0: not known */
    const char *array;     /* of the exercise's; NULL: not known */
    bool at_the_end;       /* of an access: it is just past the last element, or row, or column;
                              of missing elements: the last one is among them */
    bool not_unset;        /* what may be read before it is set is asked about later */
    const json_t *launch;  /* of the operations; NULL: not known */
    bool by_thread_n;      /* of an access: the thread's number is that of the elements */
    char words[400];       /* what was seen, in whole sentences */
};

/*
 * A mistake in the source that explains what was seen: kind, line, and the words with the mistake
 * and its cure behind them. False: none is there. Nothing is guessed: each stands in the source, or
 * the compiler warned of it.
 */
bool gs_say_source_mistake(const struct gs_seen *seen, struct gs_saying *out);

/* Whether the function that the line is in declares a variable without a value, and the first use
 * of it sets none. */
bool gs_source_reads_unset(const struct gs_source *source, int line);

#endif
