#ifndef SIMT_SUBPROCESS_H
#define SIMT_SUBPROCESS_H

#include "buffer.h"
#include "words.h"

enum simt_run_result {
    SIMT_RUN_OK,          /* ended with exit status 0 */
    SIMT_RUN_FAILED,      /* ran, and ended otherwise */
    SIMT_RUN_NOT_STARTED, /* errno says why */
    SIMT_RUN_INTERRUPTED  /* this process was asked to end: clean up, then simt_signals_end() */
};

/* Runs a command found through PATH, with standard error shared. `input`, if not NULL, is written
 * to its standard input; its standard output is appended to `output`, if that is not NULL. One of
 * them at a time. */
enum simt_run_result simt_run(const struct simt_words *command, const struct simt_buffer *input,
                              struct simt_buffer *output);

/* The same without input. An output of more than `most` bytes ends the command; the caller finds it
 * longer than that. */
enum simt_run_result simt_run_bounded(const struct simt_words *command, size_t most,
                                      struct simt_buffer *output);

/* With an input alone, and the command's standard error added to `messages`. */
enum simt_run_result simt_run_heard(const struct simt_words *command,
                                    const struct simt_buffer *input, struct simt_buffer *messages);

/* From now on a request to end (Ctrl-C, SIGTERM, SIGHUP) is passed to the running command, and
 * simt_run() returns SIMT_RUN_INTERRUPTED, so that the caller can remove its files. */
void simt_signals_catch(void);

/* Ends this process by the signal that was caught; returns if there was none. */
void simt_signals_end(void);

#endif
