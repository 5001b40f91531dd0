/*
 * gridstride as a shared library, for a host program that has other libraries: python3 with
 * harness/run/peers. It adds peers, then calls gs_cli_main() with the words of the command line.
 */
#include "peers.h"

/* For a host that has its own declaration of struct gs_call: it must be as large. */
extern const size_t gs_peer_call_bytes;
const size_t gs_peer_call_bytes = sizeof(struct gs_call);

/* gs_peer_add() for a host without struct gs_variant: place is an enum gs_place, the result 0 or 1.
 */
int gs_peer_add_function(const char *workload, const char *name, const char *about, int place,
                         unsigned traits, gs_run_fn *run);

int gs_peer_add_function(const char *workload, const char *name, const char *about, int place,
                         unsigned traits, gs_run_fn *run)
{
    const struct gs_variant variant = {.name = name,
                                       .place = (enum gs_place)place,
                                       .run = run,
                                       .about = about,
                                       .flaw = GS_ROUNDS, /* its accuracy is its own */
                                       .traits = traits,
                                       .needs = "another launch, or a library that is not here"};
    return gs_peer_add(workload, &variant);
}
