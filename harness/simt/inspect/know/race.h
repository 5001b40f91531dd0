/* Data races: who touched each cell last, and whether anything orders that before the next access.
 */
#ifndef SIMT_INSPECT_RACE_H
#define SIMT_INSPECT_RACE_H

#include "order.h"
#include "types.h"

/* The history of `bytes` bytes of memory, in cells of 4 bytes: 16 bytes a cell for its writers,
 * and 16 for each of two others, as soon as there are any; four times that more where it is
 * accessed in parts (char, short) by others than threads side by side, and is then kept byte by
 * byte; all of pages that are touched. A cell keeps the last plain write, the last strong one,
 * and two places for readers: a race with another reader may be missed, none is invented. */
struct simt_history; /* launches in it have numbers 1 to 65534 */

/* Null: no memory. */
struct simt_history *simt_history_new(size_t bytes);
void simt_history_free(struct simt_history *history);

/* An access of the past. */
struct simt_past {
    struct simt_moment moment;
    enum simt_access_kind kind;
    const void *site;
};

struct simt_race {
    struct simt_past past;
    size_t offset;           /* the first byte that both touch, in the history */
    enum simt_ordered order; /* never SIMT_ORDERED */
};

/* Enters an access at `offset` bytes of the history, about to be made by `thread` of `block`. True:
 * it races with one of the past, which *race says. Whether two writes write the same value is for
 * the caller to find out. In shared memory a moment of another block is of the slot's last block
 * and means nothing: `shared` says so. Accesses are within the history. */
bool simt_race_enter(struct simt_history *history, size_t offset, const struct simt_access *access,
                     struct simt_order_block *block, unsigned thread, bool shared,
                     struct simt_race *race);

/* Enters plain accesses that lanes of one warp are about to make, one after the other, up to the
 * first that has to be looked at more closely: that and those after it are for simt_race_enter().
 * All are of one kind and of 4, 8 or 16 bytes, aligned to that, in the history of memory at `base`.
 * `first`: the thread of lane 0. Returns the lanes that were entered; none of them races. */
uint32_t simt_race_enter_together(struct simt_history *history, uintptr_t base,
                                  const struct simt_access accesses[], uint32_t lanes,
                                  struct simt_order_block *block, unsigned first, bool shared);

#endif
