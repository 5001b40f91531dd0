#include "straight_code.h"

#ifdef __x86_64__

#include <stdint.h>
#include <string.h>

enum {
    CALL = 0xe8, /* and four bytes: how far it goes, from its end */
    CALL_BYTES = 5,
    STEP_BYTES = 1024,
    MOST_BYTES = 1 << 20, /* of code that is looked through */
    REMEMBERED = 1 << 12,
    STEP_BITS = 16
};

/* Of a program. A library has none, and no code between them then. */
extern const unsigned char __executable_start[] __attribute__((weak));
extern const unsigned char etext[] __attribute__((weak));

/* Of a site its address and, in the lower bits, its steps: in one word, for several workers. */
static uint64_t remembered[REMEMBERED];

/* Where the call that ends at `end` goes; NULL: it is no such call. */
static const unsigned char *target_of(const unsigned char *end)
{
    int32_t distance;

    if (end[-CALL_BYTES] != CALL)
        return NULL;
    memcpy(&distance, end - sizeof distance, sizeof distance);
    return end + distance;
}

static unsigned count_steps(const unsigned char *site)
{
    const unsigned char *last = etext, *at = site + CALL_BYTES, *called;

    if ((uintptr_t)site < (uintptr_t)__executable_start + CALL_BYTES ||
        (uintptr_t)site >= (uintptr_t)etext)
        return 1;
    called = target_of(site);
    if (!called)
        return 1;
    if (last - site > MOST_BYTES)
        last = site + MOST_BYTES;
    while (at < last && target_of(at) != called)
        at++;
    return 1 + (unsigned)(at - site) / STEP_BYTES;
}

unsigned simt_straight_steps(const void *site)
{
    const uint64_t address = (uint64_t)(uintptr_t)site << STEP_BITS;
    uint64_t *place = &remembered[(uintptr_t)site % REMEMBERED];
    uint64_t found = __atomic_load_n(place, __ATOMIC_RELAXED);

    if (found >> STEP_BITS << STEP_BITS != address) {
        found = address | count_steps(site);
        __atomic_store_n(place, found, __ATOMIC_RELAXED);
    }
    return (unsigned)(found & ((1u << STEP_BITS) - 1));
}

#else

unsigned simt_straight_steps(const void *site)
{
    (void)site;
    return 1;
}

#endif
