/* What the host asked of the device, and what all of it comes to, as JSON. */
#ifndef SIMT_INSPECT_OPERATIONS_JSON_H
#define SIMT_INSPECT_OPERATIONS_JSON_H

#include <jansson.h>

/* The first 2000 operations, each {"do", "file", "line"} and, as it goes with "do":
 *
 *   "copy"        "to": "device", "host", "device-device" or "host-host"; "bytes", "stream",
 *                 "async": by a function that need not wait; "pinned": the host's side is
 *                 page-locked; "at": where in the device's memory, in bytes from its begin, of a
 *                 copy from or to the host; null elsewhere
 *   "fill"        "bytes", "stream", "async"
 *   "launch"      "kernel", "stream", "grid", "block", "ok": it was not refused and did not fail;
 *                 where a harness has labelled arrays, and all blocks run, "changed": those that
 *                 hold something else after it, each {"array", "elements": how many of them,
 *                 "state": a hash of all, below 2^46}
 *   "allocate",   "memory": "device", "managed" or "pinned"; "bytes"; of "free" also "async"
 *   "free"
 *   "wait",       "for": "device"; "stream" with "stream"; "event" with "event". A query is one
 *   "query"       that was answered: it is done
 *   "record"      "event", "stream", "pending": other streams may be at work when it comes;
 *                 "moved": bytes of global memory that kernels loaded and stored before
 *   "wait-event"  "event", "stream": the stream waits
 *   "elapsed"     "start", "event", "pending": the host has not waited for the two; "begun_ns",
 *                 "ended_ns": their times
 *   "ask"         for the last error
 *   other words   simt_operation_note(): "pending", "moved", and "begun_ns" and "ended_ns", between
 *                 which it was
 *
 * What a graph does has two more members: "graph", which one it is, and "graph_launch", of its
 * launches and those of all other graphs; and a launch has "arguments", a number that is the same
 * for the same ones. Streams and events are numbered in the order of their creation, graphs in that
 * of their instantiation, and launches in theirs, from 1; stream 0 is the default. The caller's;
 * null: no memory. */
json_t *simt_operations_json(void);

/* {"copies_in", "bytes_in", "copies_out", "bytes_out", "launches": not refused; of kernels:
 * "threads" of all launches, "busy_threads": those that accessed global or shared memory or came to
 * a warp function, "blocks", "idle_blocks": that neither loaded from global memory nor stored
 * there, but by atomic functions, "busiest_thread_bytes": of global and constant memory,
 * "busiest_device_bytes": likewise, of all kernels of one device, "steps":
 * basic blocks that they ran, and words of shared memory, "busiest_thread_steps", "block_steps": of
 * each block the threads times what the busiest of them ran, where that one ran twice as much as
 * any other, and else what they ran, "waits": how often threads waited for others by atomic
 * functions or volatile variables and fences, a sum over all threads, "most_shared_places": of its
 * block's shared memory that one thread went through, upwards or downwards, "global_bytes": that
 * their lanes ask for, "constant_bytes": likewise, of constant memory, "global_host_bytes": of both
 * in page-locked memory of the host, "global_sectors", "ideal_global_sectors", "shared_wavefronts",
 * "ideal_shared_wavefronts", "global_atomic_requests"}. The caller's; null: no memory. */
json_t *simt_totals_json(void);

/* {"down", "up", "made", "given": as in struct simt_crossings, each {"bytes", "file", "line", "by":
 * "copy" or "kernel", of the first}, "results", "made_results", "handed": different words that came
 * from the host, "words": some of those, "other_line": of simt_stand_in_other(), "choices": [hash,
 * line, whether it is a copy] of each that choices.h has, "choices_rest", "gave_number": as in
 * stand_in.h}. The caller's; null: no memory. */
json_t *simt_crossings_json(void);

#endif
