#include "words.h"

#include "buffer.h"

#include <stdlib.h>
#include <string.h>

static void add_bytes(struct simt_words *words, const char *word, size_t length)
{
    /* One more than the words themselves: the NULL at the end. */
    char **items = simt_grow(words->items, words->count + 1, &words->capacity, sizeof *items);
    char *copy = strndup(word, length);
    if (items != NULL)
        words->items = items;
    if (items == NULL || copy == NULL) {
        free(copy);
        words->failed = true;
        return;
    }
    items[words->count++] = copy;
    items[words->count] = NULL;
}

void simt_words_add(struct simt_words *words, const char *word)
{
    add_bytes(words, word, strlen(word));
}

void simt_words_add_all(struct simt_words *words, const struct simt_words *others)
{
    for (size_t i = 0; i < others->count; i++)
        simt_words_add(words, others->items[i]);
    words->failed |= others->failed;
}

void simt_words_split(struct simt_words *words, const char *text, const char *separators)
{
    while (*text != '\0') {
        size_t length = strcspn(text, separators);
        if (length > 0)
            add_bytes(words, text, length);
        text += length;
        text += strspn(text, separators);
    }
}

void simt_words_release(struct simt_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->items[i]);
    free(words->items);
    *words = (struct simt_words){0};
}
