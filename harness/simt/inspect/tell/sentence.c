#include "sentence.h"

#include <stdio.h>
#include <string.h>

/* ---- threads ---- */

/* Writes "(3,4)" for a linear index in an extent, and "3" in one of a single dimension. */
static void write_index(uint64_t index, const struct dim3 *extent, char *text, size_t size)
{
    uint64_t x = index % extent->x;
    uint64_t y = index / extent->x % extent->y;
    uint64_t z = index / extent->x / extent->y;
    if (extent->z > 1)
        (void)snprintf(text, size, "(%llu,%llu,%llu)", (unsigned long long)x, (unsigned long long)y,
                       (unsigned long long)z);
    else if (extent->y > 1)
        (void)snprintf(text, size, "(%llu,%llu)", (unsigned long long)x, (unsigned long long)y);
    else
        (void)snprintf(text, size, "%llu", (unsigned long long)x);
}

void simt_thread_words(const struct simt_launch_info *launch, struct simt_thread_id id, char *text,
                       size_t size)
{
    static const struct dim3 linear = {UINT32_MAX, 1, 1};
    char thread[48], block[72];
    bool known = launch != NULL && launch->grid.x > 0 && launch->grid.y > 0 &&
                 launch->block.x > 0 && launch->block.y > 0;
    write_index(id.thread, known ? &launch->block : &linear, thread, sizeof thread);
    write_index(id.block, known ? &launch->grid : &linear, block, sizeof block);
    (void)snprintf(text, size, "thread %s of block %s", thread, block);
}

/* ---- values ---- */

const char *simt_value_words(const void *address, uint32_t bytes, char *text, size_t size)
{
    uint32_t bits;
    float real;

    if (bytes != sizeof(bits))
        return NULL;
    memcpy(&bits, address, sizeof(bits));
    memcpy(&real, address, sizeof(real));
    /* Small patterns are integers; as floats they would be next to nothing. */
    if (bits < 1U << 20 || bits > UINT32_MAX - (1U << 20))
        (void)snprintf(text, size, "%d", (int)bits);
    else
        (void)snprintf(text, size, "%.6g", (double)real);
    return text;
}
