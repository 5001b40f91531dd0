/* How functions of the harness report failure: a status, and a message for the user. */
#ifndef GS_STATUS_H
#define GS_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

enum gs_status {
    GS_OK = 0,
    GS_WRONG = 1,         /* an answer was wrong */
    GS_USAGE = 2,         /* the user or the environment: bad option, unreadable file, no device */
    GS_SYSTEM_FAILED = 3, /* the system: out of memory; nothing that was typed is wrong */
    GS_ALL_SKIPPED = 77,  /* nothing could be measured, and the reasons were said */
    GS_INTERRUPTED = 130, /* Ctrl-C; what was finished is kept */
};

/* What went wrong, where, and what to do: one line, without the program's name or a newline. */
struct gs_error {
    char text[768];
};

/* Fills error (printf form) and returns status, so that callers can `return gs_fail(...)`. What a
 * terminal would act on is written visibly, as gs_visible() does. */
enum gs_status gs_fail(struct gs_error *error, enum gs_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for GS_SYSTEM_FAILED, "out of memory". */
enum gs_status gs_out_of_memory(struct gs_error *error);

#ifdef __cplusplus
}
#endif

#endif
