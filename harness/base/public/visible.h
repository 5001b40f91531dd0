/*
 * Text that somebody else wrote, made fit to be shown: file names, arguments, fields of files. A
 * terminal or a page acts on some characters instead of showing them.
 */
#ifndef GS_VISIBLE_H
#define GS_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The bytes of the character that begins there, and its number; 0: it is no UTF-8. */
size_t gs_character_read(const char *text, size_t length, uint32_t *number);

/* Controls, line ends and tabs among them; marks that turn the direction of writing; and what is no
 * character. */
bool gs_character_is_harmful(uint32_t number);

/* Whether all of it is UTF-8 without a harmful character. */
bool gs_is_visible(const char *text);

/*
 * The text on one line: "\n", "\t", "\r", "\x1b", "\u202e" stand for the characters that they name,
 * "\xff" for a byte that is no UTF-8. All else is as it was. Where `size` bytes are not enough it
 * ends before the first character that does not fit.
 */
void gs_visible_copy(const char *text, char *out, size_t size);

/* The bytes that the whole of it takes, without the 0 behind it. */
size_t gs_visible_length(const char *text);

/* The same as a value: gs_visible(path).text. */
struct gs_visible {
    char text[4096];
};
struct gs_visible gs_visible(const char *text);

#ifdef __cplusplus
}
#endif

#endif
