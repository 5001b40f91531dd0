#include "edits.h"

#include <stdlib.h>
#include <string.h>

/* Takes over the text of `replacement`. */
static void add_edit(struct simt_edits *edits, size_t start, size_t end,
                     struct simt_buffer replacement)
{
    struct simt_edit *items =
        simt_grow(edits->items, edits->count, &edits->capacity, sizeof *items);
    if (items == NULL || replacement.failed) {
        edits->items = items != NULL ? items : edits->items;
        edits->failed = true;
        simt_buffer_release(&replacement);
        return;
    }
    edits->items = items;
    items[edits->count] = (struct simt_edit){.start = start,
                                             .end = end,
                                             .text = replacement.text,
                                             .length = replacement.length,
                                             .order = edits->count};
    edits->count++;
}

/* Adds the newlines, and the directives whole, of the gap [start, end) between two tokens. */
static void add_gap_lines(const struct simt_source *source, size_t start, size_t end,
                          struct simt_buffer *output)
{
    const char *text = source->text;
    bool directive = false;
    for (size_t i = start; i < end; i++) {
        directive = directive || text[i] == '#';
        if (directive || text[i] == '\n')
            simt_buffer_add(output, text + i, 1);
        if (text[i] == '\n')
            directive = false;
    }
}

void simt_edits_replace(struct simt_edits *edits, const struct simt_source *source, size_t first,
                        size_t last, const char *text)
{
    struct simt_buffer replacement = {0};
    for (size_t i = first; i < last; i++)
        add_gap_lines(source, source->tokens[i].start + source->tokens[i].length,
                      source->tokens[i + 1].start, &replacement);
    simt_buffer_add_string(&replacement, text);
    add_edit(edits, source->tokens[first].start,
             source->tokens[last].start + source->tokens[last].length, replacement);
}

void simt_edits_blank(struct simt_edits *edits, const struct simt_source *source, size_t first,
                      size_t last)
{
    struct simt_buffer blanks = {0};
    size_t start = source->tokens[last].start;
    size_t length = source->tokens[last].length;
    if (first < last)
        simt_edits_replace(edits, source, first, last - 1, "");
    simt_buffer_format(&blanks, "%*s", (int)length, "");
    add_edit(edits, start, start + length, blanks);
}

void simt_edits_sync(struct simt_edits *edits)
{
    if (edits->count > 0)
        edits->items[edits->count - 1].sync = true;
}

void simt_edits_replace_bytes(struct simt_edits *edits, size_t start, size_t length,
                              const char *text)
{
    struct simt_buffer replacement = {0};
    simt_buffer_add_string(&replacement, text);
    add_edit(edits, start, start + length, replacement);
}

static int compare_edits(const void *a, const void *b)
{
    const struct simt_edit *left = a, *right = b;
    if (left->start != right->start)
        return left->start > right->start ? 1 : -1;
    return (left->order > right->order) - (left->order < right->order);
}

bool simt_edits_apply(struct simt_edits *edits, const struct simt_source *source,
                      struct simt_buffer *output, struct simt_buffer *error)
{
    if (edits->count > 0)
        qsort(edits->items, edits->count, sizeof *edits->items, compare_edits);
    size_t done = 0;
    for (size_t i = 0; i < edits->count; i++) {
        const struct simt_edit *edit = &edits->items[i];
        if (edit->start < done) {
            simt_source_error(source, edit->start, error,
                              "cannot translate this: put the launch in a statement of its own");
            return false;
        }
        simt_buffer_add(output, source->text + done, edit->start - done);
        simt_buffer_add(output, edit->text, edit->length);
        done = edit->end;
        if (edit->sync ||
            (edits->sync_all && edit->end < source->length && source->text[edit->end] != '\n'))
            simt_source_sync(source, edit->end, output);
    }
    simt_buffer_add(output, source->text + done, source->length - done);
    if (edits->failed || output->failed) {
        simt_source_error(source, 0, error, "out of memory");
        return false;
    }
    return true;
}

void simt_edits_release(struct simt_edits *edits)
{
    for (size_t i = 0; i < edits->count; i++)
        free(edits->items[i].text);
    free(edits->items);
    *edits = (struct simt_edits){0};
}

void simt_tokens_join(const struct simt_source *source, size_t first, size_t last,
                      struct simt_buffer *output)
{
    for (size_t i = first; i <= last; i++) {
        const struct simt_token *token = &source->tokens[i];
        bool gap =
            i > first && source->tokens[i - 1].start + source->tokens[i - 1].length != token->start;
        if (gap)
            simt_buffer_add(output, " ", 1);
        simt_buffer_add(output, source->text + token->start, token->length);
    }
}
