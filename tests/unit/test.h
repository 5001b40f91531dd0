/* cmocka with the headers that it needs before it, and what the unit tests share. */
#ifndef GS_TEST_H
#define GS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Fails, showing the text, where part does not stand in it. */
#define assert_contains(text, part)                                                                \
    do {                                                                                           \
        if (strstr((text), (part)) == NULL)                                                        \
            fail_msg("\"%s\" does not stand in \"%s\"", (part), (text));                           \
    } while (0)

/* An error message is one line that says something. */
#define assert_one_line(text)                                                                      \
    do {                                                                                           \
        assert_true((text)[0] != '\0');                                                            \
        assert_null(strchr((text), '\n'));                                                         \
    } while (0)

#endif
