#include "overflow.h"

#include <stdlib.h>

struct note {
    struct simt_thread_id thread;
    bool used;
    struct simt_overflow overflow;
};

/* More than there are threads at a time. Where two collide, the earlier note is lost: then an index
 * is told to be out of bounds, and not why. */
enum { note_bits = 17, n_notes = 1 << note_bits };

static struct note *notes; /* null: none yet, or no memory */

static struct note *note_of(struct simt_thread_id thread)
{
    uint64_t number = thread.block * SIMT_MAX_BLOCK + thread.thread;

    return notes ? &notes[number * 0x9e3779b97f4a7c15U >> (64 - note_bits)] : NULL;
}

void simt_overflow_forget(void)
{
    free(notes);
    notes = NULL;
}

void simt_overflow_note(struct simt_thread_id thread, const struct simt_overflow *overflow)
{
    struct note *note;

    if (!notes)
        notes = calloc(n_notes, sizeof(*notes));
    note = note_of(thread);
    if (note)
        *note = (struct note){thread, true, *overflow};
}

bool simt_overflow_take(struct simt_thread_id thread, struct simt_overflow *overflow)
{
    struct note *note = note_of(thread);

    if (!note || !note->used || note->thread.block != thread.block ||
        note->thread.thread != thread.thread)
        return false;
    note->used = false;
    *overflow = note->overflow;
    return true;
}

long long simt_overflow_wrapped(const struct simt_overflow *overflow)
{
    unsigned long long a = (unsigned long long)overflow->a, b = (unsigned long long)overflow->b;
    unsigned long long result = 0 - b;
    unsigned unused = overflow->bits < 64 ? 64 - overflow->bits : 0;

    if (*overflow->operation == '+')
        result = a + b;
    else if (*overflow->operation == '-')
        result = a - b;
    else if (*overflow->operation == '*')
        result = a * b;
    else if (*overflow->operation == '/')
        result = 0 - a;
    return (long long)(result << unused) >> unused;
}
