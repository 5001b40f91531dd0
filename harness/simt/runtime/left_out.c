#include "left_out.h"

#include "own_call.h"

#include <simt/label.h>
#include <sys/mman.h>

enum { ONE_BLOCK_OF = 16, ALIGNMENT = 1 << 16 };

/* Can only be read once it is set. */
static _Alignas(ALIGNMENT) union {
    struct {
        enum simt_unit unit;
        unsigned number;
    };
    char pages[ALIGNMENT];
} left_out;

void simt_leave_out(enum simt_unit unit, unsigned number)
{
    left_out.unit = unit;
    left_out.number = number;
    (void)simt_own_protect(&left_out, sizeof(left_out), PROT_READ);
}

bool simt_leaves_out(void)
{
    return left_out.unit != SIMT_UNIT_NONE;
}

/* Without a pattern, for only some blocks may be busy, as each fourth. */
bool simt_leaves_out_block(const struct simt_grid *grid, uint64_t block)
{
    const uint64_t turn = grid->n_blocks < ONE_BLOCK_OF ? grid->n_blocks : ONE_BLOCK_OF;
    const uint64_t mixed = (block + left_out.number) * UINT64_C(0x9e3779b97f4a7c15);

    return left_out.unit == SIMT_UNIT_BLOCK && turn > 1 && !grid->cooperation &&
           (mixed >> 32) % turn == 0;
}

bool simt_leaves_out_thread(unsigned thread, unsigned block_size)
{
    const unsigned warps = (block_size + SIMT_WARP_SIZE - 1) / SIMT_WARP_SIZE;
    const unsigned lanes = block_size < SIMT_WARP_SIZE ? block_size : SIMT_WARP_SIZE;

    switch (left_out.unit) {
    case SIMT_UNIT_WARP:
        return warps > 1 && thread / SIMT_WARP_SIZE == left_out.number % warps;
    case SIMT_UNIT_LANE:
        return lanes > 1 && thread % SIMT_WARP_SIZE == left_out.number % lanes;
    case SIMT_UNIT_NONE:
    case SIMT_UNIT_BLOCK:
        break;
    }
    return false;
}
