/*
 * Other libraries' ways to compute the workloads. They are not compiled in: a host program, python3
 * with harness/run/peers, makes them known before it hands over to gs_cli_main(), and they are then
 * variants like ours, verified and timed by the same rules.
 */
#ifndef GS_PEERS_H
#define GS_PEERS_H

#include "lesson.h"
#include "status.h"

/* From now on all peers stand beside these workloads, with commas between their names, of a kernel
 * file or a folder, which is not there yet. */
void gs_peers_bring(const char *workloads);

/*
 * Makes a variant known that stands beside ours in the workload of that name. All strings are
 * borrowed and must live as long as the program; run is called in a process forked from this one.
 * True, or false where there is no such workload, or a peer of that name already, or no memory.
 */
bool gs_peer_add(const char *workload, const struct gs_variant *variant);

/* How many there are. */
size_t gs_peer_count(void);

/*
 * "numpy 2.4.6, torch 2.11.0": the libraries that take part, for the record; how those that are not
 * here can be added, "" where all are; and "03_vecadd,04_gaussian_pdf": the folders of lessons
 * whose peers.py cannot be read. All are borrowed. A host program says them in any case; until then
 * they are NULL.
 */
void gs_peers_describe(const char *of_those_here, const char *of_those_missing,
                       const char *of_those_unread);
const char *gs_peers_versions(void);
const char *gs_peers_missing(void);

/* Whether the peers.py of that lesson, which is none of a user's own, cannot be read. */
bool gs_peers_unread(const struct gs_lesson *lesson);

/*
 * The lesson as gridstride peers runs it: each workload has its contenders (or, with `all`, every
 * variant of ours) and its peers behind them; a peer takes the place of ours of the same name.
 * *out is owned by the caller: free it with gs_peers_release().
 */
enum gs_status gs_peers_join(const struct gs_lesson *lesson, bool all, struct gs_lesson *out,
                             struct gs_error *error);
void gs_peers_release(struct gs_lesson *lesson);

#endif
