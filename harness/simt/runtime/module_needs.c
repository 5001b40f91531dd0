/* What the kernels of modules may call: one function of each object of the runtime that the program
 * itself may not need, so that the linker takes all of them. simt-cc -lcuda exports them. */
#include "module.h"

#include <simt/rounding.h>
#include <simt/runtime.h>

void __tsan_func_entry(void *caller);

bool simt_module_has_runtime(void)
{
    /* Read one by one, so that no compiler takes it for a constant. */
    static void (*volatile const needed[])(void) = {
        (void (*)(void))simt_barrier,
        (void (*)(void))simt_warp_collective,
        (void (*)(void))simt_grid_barrier,
        (void (*)(void))simt_tile_barrier,
        (void (*)(void))simt_texture_fetch,
        (void (*)(void))simt_round_float,
        (void (*)(void))simt_dynamic_shared,
        (void (*)(void))simt_static_shared,
        (void (*)(void))simt_trap,
        (void (*)(void))simt_clock_ns,
        (void (*)(void))cudaStreamCreate,
        (void (*)(void))cudaEventCreate,
        (void (*)(void))cudaDeviceGetAttribute,
        (void (*)(void))__tsan_func_entry,
    };

    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
        if (!needed[i])
            return false;
    return true;
}
