/* The inspector: what a program built with simt-cc --inspect is linked to. It watches every access
 * to memory (runtime/observer.h), and tells at the end what is wrong and what it cost. */
#ifndef SIMT_INSPECT_H
#define SIMT_INSPECT_H

#include "order.h"
#include "runtime/observer.h"
#include "space.h"
#include "types.h"

struct simt_worker;

/* Where a thread has come to: a barrier or a warp function. */
struct simt_arrival {
    const void *site; /* null: the thread does not wait */
    bool barrier;
    uint32_t mask; /* of a warp function */
};

/* What the inspector knows of a resident block: worker->inspection of its slot. */
/* What a thread has seen of its block's shared memory: between which addresses, and how often it
 * came to one past them. Who comes back to a place that it knows goes through nothing new. */
struct simt_places {
    uintptr_t lowest, highest;
    uint64_t number; /* 0: it was nowhere yet */
};

struct simt_inspection {
    struct simt_order_block *order;
    struct simt_shared_space *shared;
    unsigned launch; /* the number of the last one that had a block here */
    struct simt_arrival arrivals[SIMT_MAX_BLOCK];
    unsigned first_arrival; /* the thread that came to the coming barrier first, and one that came
                             * to another place; or SIMT_INSPECT_NOBODY */
    unsigned other_arrival;
    uint64_t bytes[SIMT_MAX_BLOCK]; /* of global memory, that each thread loaded and stored */
    struct simt_places places[SIMT_MAX_BLOCK];      /* of shared memory, where each thread was */
    uint32_t busy[SIMT_MAX_BLOCK / SIMT_WARP_SIZE]; /* of each warp, the lanes that accessed memory
                                                     * or came to a warp function */
    bool moved; /* anything of global memory was loaded or stored */
};

enum { SIMT_INSPECT_NOBODY = SIMT_MAX_BLOCK };

/* The launch that runs; number 0 before the first. */
const struct simt_launch_info *simt_inspect_launch(void);

/* There are several devices, and the one that runs it may not reach the others' memory. */
extern bool simt_inspect_apart;

/* The running thread; false: no kernel runs on this OS thread. */
bool simt_inspect_thread(struct simt_thread_id *thread);

/* Now, in the running thread. */
struct simt_moment simt_inspect_now(void);

/* Whether an address is of the running block's shared memory. */
bool simt_inspect_is_shared(uintptr_t address);

/* On any way out of the program, once. False: it has begun already. */
bool simt_inspect_print_report(void);

/* ---- the parts of the observer; see there ---- */

/* accesses.c */
uint32_t simt_inspect_request(struct simt_worker *worker, unsigned warp, uint32_t lanes);
void simt_inspect_access(struct simt_worker *worker, const struct simt_access *access);
void simt_inspect_result(struct simt_worker *worker);
void simt_inspect_fence(struct simt_worker *worker, enum simt_scope scope);
/* The launch is over: tells of what has waited for its end. */
void simt_inspect_report_waiting_reads(void);
/* Says whether two writes that raced wrote the same value; to be called after the later one. */
void simt_inspect_finish_write_race(void);

/* heap.c: the device was reset, and its heap is gone. */
void simt_heap_forget(void);

/* waits.c */
void simt_inspect_tile_passed(struct simt_worker *worker, unsigned first, unsigned threads,
                              const void *site);
void simt_inspect_arrives(struct simt_worker *worker, bool barrier, uint32_t mask,
                          const void *site);
void simt_inspect_barrier_passed(struct simt_worker *worker);
void simt_inspect_warp_met(struct simt_worker *worker, unsigned warp, enum simt_warp_op op,
                           uint32_t lanes);
void simt_inspect_stuck(struct simt_worker *worker);
/* Says where the threads of a block stood when the launch's time was up: the running one at `at` in
 * the program's code. `begun`: blocks so far. */
void simt_inspect_never_ends(struct simt_worker *worker, const void *at, double seconds,
                             uint64_t begun);

#endif
