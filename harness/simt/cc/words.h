#ifndef SIMT_WORDS_H
#define SIMT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A list of words that ends in NULL, as execv() takes one. The list owns copies of its words. A
 * zeroed list is empty and valid. When memory runs out, `failed` is set and the list stays as it
 * was: check it once, at the end. */
struct simt_words {
    char **items;
    size_t count, capacity;
    bool failed;
};

void simt_words_add(struct simt_words *words, const char *word);
void simt_words_add_all(struct simt_words *words, const struct simt_words *others);

/* Adds the pieces of `text` between any of the characters of `separators`; empty pieces are left
 * out. */
void simt_words_split(struct simt_words *words, const char *text, const char *separators);

void simt_words_release(struct simt_words *words);

#endif
