#include "draw.h"

#include "name.h"
#include "source.h"
#include "whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    SECTOR_BYTES = 32,
    BANKS = 32,
    WORD_BYTES = 4,
    ROW_BYTES = BANKS * WORD_BYTES, /* of shared memory */
    MOST_ROWS = 64,                 /* each lane can touch two sectors */
    MOST_CELLS = 32,                /* of a row */
    NOBODY = -1,
    TEXT_ROWS = 12, /* more of them are cut short in text */
};

/* ---- which lane touches which cell ----------------------------------------------------------- */

struct cell {
    int lane;       /* the lowest that touches it, or NOBODY */
    unsigned lanes; /* that touch it */
};

struct row {
    int64_t index; /* of its cells' first, from the object's first row */
    struct cell cells[MOST_CELLS];
};

struct picture {
    bool is_shared;
    unsigned cell_bytes, cells; /* of a row */
    struct row rows[MOST_ROWS]; /* in address order */
    unsigned number;
    unsigned sectors, ideal_sectors, bytes;
    unsigned wavefronts, ideal_wavefronts;
    uint8_t words[BANKS]; /* that each bank gives */
    unsigned most_lanes;  /* in one cell */
};

/* The row's, which begins empty; null: there are too many. */
static struct row *find_row(struct picture *picture, int64_t index)
{
    unsigned place = 0;
    while (place < picture->number && picture->rows[place].index < index)
        place++;
    struct row *row = &picture->rows[place];
    if (place < picture->number && row->index == index)
        return row;
    if (picture->number == MOST_ROWS)
        return NULL;
    memmove(row + 1, row, (picture->number - place) * sizeof(*row));
    row->index = index;
    for (unsigned i = 0; i < MOST_CELLS; i++)
        row->cells[i] = (struct cell){.lane = NOBODY};
    picture->number++;
    return row;
}

static void touch(struct picture *picture, uintptr_t offset, unsigned bytes, int lane)
{
    unsigned row_bytes = picture->cells * picture->cell_bytes;
    uintptr_t first = offset / picture->cell_bytes,
              last = (offset + bytes - 1) / picture->cell_bytes;
    for (uintptr_t i = first; i <= last; i++) {
        uintptr_t at = i * picture->cell_bytes;
        struct row *row = find_row(picture, (int64_t)(at / row_bytes));
        if (row == NULL)
            return;
        struct cell *cell = &row->cells[at % row_bytes / picture->cell_bytes];
        cell->lane = cell->lanes++ == 0 ? lane : cell->lane;
        picture->most_lanes = picture->most_lanes > cell->lanes ? picture->most_lanes : cell->lanes;
    }
}

/* As much of a lane's bytes as one instruction moves. */
static unsigned width_of(unsigned bytes)
{
    unsigned limited = bytes | 16;
    return limited & -limited;
}

static void count_costs(struct picture *picture, const struct simt_first_request *first)
{
    struct simt_warp_request request = {.active = first->active, .width = width_of(first->bytes)};
    for (unsigned lane = 0; lane < SIMT_WARP_SIZE; lane++)
        request.addresses[lane] = first->addresses[lane] - first->base % ROW_BYTES;
    picture->sectors = simt_warp_request_sectors(&request, &picture->bytes);
    picture->ideal_sectors = (picture->bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    picture->wavefronts =
        simt_warp_request_wavefronts(&request, &picture->ideal_wavefronts, &picture->words);
}

/* False: there is nothing to draw. */
static bool make_picture(const struct simt_count *count, struct picture *picture)
{
    const struct simt_first_request *first = &count->first;
    memset(picture, 0, sizeof(*picture));
    if (first->active == 0 || first->bytes == 0)
        return false;
    unsigned width = width_of(first->bytes);
    picture->is_shared = count->space == SIMT_COUNT_SHARED;
    picture->cell_bytes = picture->is_shared ? WORD_BYTES : width;
    picture->cells = (picture->is_shared ? ROW_BYTES : SECTOR_BYTES) / picture->cell_bytes;
    /* What no row can hold is not the usual first access: an object's base is aligned. */
    for (unsigned lane = 0; lane < SIMT_WARP_SIZE; lane++) {
        if (first->active >> lane & 1 && first->addresses[lane] >= first->base)
            touch(picture, first->addresses[lane] - first->base, width, (int)lane);
    }
    count_costs(picture, first);
    return picture->number > 0;
}

/* The row's first byte as an index of the object's elements. */
static long long element_index(const struct picture *picture,
                               const struct simt_first_request *first, const struct row *row)
{
    unsigned size = first->element_bytes != 0 ? first->element_bytes : first->bytes;
    return (long long)row->index * picture->cells * picture->cell_bytes / size;
}

/* ---- words that both kinds of picture have --------------------------------------------------- */

static void title_words(const struct simt_count *count, char *text, size_t size)
{
    const struct simt_first_request *first = &count->first;
    struct simt_position position = simt_source_find(count->site);
    const char *name = simt_first_request_name(&count->first);
    unsigned width = width_of(first->bytes);
    char part[48] = "";
    if (width != first->bytes)
        snprintf(part, sizeof(part), " (its first %u)", width);
    snprintf(text, size, "%s, %s:%d: %s %s%s%s, %u byte%s%s each, warp %u of block %llu",
             count->kernel, position.file, position.line, simt_count_space_name(count->space),
             simt_count_kind_name(count->kind), name[0] != '\0' ? " of " : "", name, first->bytes,
             first->bytes == 1 ? "" : "s", part, first->thread.thread / SIMT_WARP_SIZE,
             (unsigned long long)first->thread.block);
}

static void cost_words(const struct simt_count *count, const struct picture *picture, char *text,
                       size_t size)
{
    unsigned lanes = (unsigned)__builtin_popcount(count->first.active);
    unsigned wave = picture->wavefronts, ideal_wave = picture->ideal_wavefronts;
    if (picture->is_shared && wave > ideal_wave)
        snprintf(text, size, "%u lanes take %u wavefronts, %u would do: %u-way bank conflict",
                 lanes, wave, ideal_wave, (wave + ideal_wave - 1) / ideal_wave);
    else if (picture->is_shared)
        snprintf(text, size, "%u lane%s %u wavefront%s: no bank conflict%s", lanes,
                 lanes == 1 ? " takes" : "s take", wave, wave == 1 ? "" : "s",
                 picture->most_lanes > 1 ? ", one word goes to many lanes" : "");
    else
        snprintf(text, size, "%u lane%s %u byte%s of %u sector%s (%u bytes); %u would do", lanes,
                 lanes == 1 ? " uses" : "s use", picture->bytes, picture->bytes == 1 ? "" : "s",
                 picture->sectors, picture->sectors == 1 ? "" : "s",
                 picture->sectors * SECTOR_BYTES, picture->ideal_sectors);
}

static bool is_conflict(const struct picture *picture, unsigned bank)
{
    return picture->is_shared && picture->wavefronts > picture->ideal_wavefronts &&
           picture->words[bank] > 1;
}

/* ---- text ------------------------------------------------------------------------------------ */

/* Rows of up to 80 columns: a label of 14, then cells. */
static void text_label(FILE *stream, const struct simt_count *count, const struct picture *picture,
                       const struct row *row)
{
    char label[64];
    int room = picture->is_shared ? 8 : 14;
    const char *name = picture->is_shared ? "" : simt_first_request_name(&count->first);
    int width = snprintf(label, sizeof(label), "%.32s[%lld]", name,
                         element_index(picture, &count->first, row));
    fprintf(stream, "%*s", room, width > room ? label + width - room : label);
}

static void text_row(FILE *stream, const struct simt_count *count, const struct picture *picture,
                     const struct row *row)
{
    int width = picture->cells > 16 ? 2 : picture->cells == 16 ? 3 : 4;
    text_label(stream, count, picture, row);
    for (unsigned i = 0; i < picture->cells; i++) {
        const struct cell *cell = &row->cells[i];
        if (width == 2 && i % 4 == 0)
            fputc(' ', stream);
        if (cell->lane == NOBODY)
            fprintf(stream, "%*s", width, ".");
        else
            fprintf(stream, "%*d", width, cell->lane);
        if (width == 4 && (cell->lanes > 1 || i + 1 < picture->cells))
            fputc(cell->lanes > 1 ? '+' : ' ', stream);
    }
    fputc('\n', stream);
}

static void text_banks(FILE *stream)
{
    fprintf(stream, "    bank");
    for (unsigned bank = 0; bank < BANKS; bank++)
        fprintf(stream, "%s%2u", bank % 4 == 0 ? " " : "", bank);
    fputc('\n', stream);
}

static void text_conflicts(FILE *stream, const struct picture *picture)
{
    int blanks = 0;
    fprintf(stream, "   words");
    for (unsigned bank = 0; bank < BANKS; bank++) {
        blanks += bank % 4 == 0;
        if (is_conflict(picture, bank)) {
            fprintf(stream, "%*s%2u", blanks, "", picture->words[bank]);
            blanks = 0;
        } else {
            blanks += 2;
        }
    }
    fputc('\n', stream);
}

void simt_draw_text(FILE *stream, const struct simt_count *count)
{
    struct picture picture;
    char words[256];
    if (!make_picture(count, &picture))
        return;
    title_words(count, words, sizeof(words));
    fprintf(stream, "%s\n", words);
    if (picture.is_shared)
        text_banks(stream);
    for (unsigned i = 0; i < picture.number; i++) {
        bool is_cut = picture.number > TEXT_ROWS + 2 && i == TEXT_ROWS - 2;
        if (is_cut) {
            fprintf(stream, "%*s ... %u more rows\n", picture.is_shared ? 8 : 14, "",
                    picture.number - TEXT_ROWS);
            i = picture.number - 3;
        } else {
            text_row(stream, count, &picture, &picture.rows[i]);
        }
    }
    if (picture.is_shared && picture.wavefronts > picture.ideal_wavefronts)
        text_conflicts(stream, &picture);
    cost_words(count, &picture, words, sizeof(words));
    fprintf(stream, "  %s%s\n", words,
            !picture.is_shared && picture.most_lanes > 1 && picture.cells < 16
                ? " (+: and further lanes)"
                : "");
}

void simt_draw_all_text(FILE *stream)
{
    const struct simt_count *count;
    for (size_t i = 0; (count = simt_counts_get(i)) != NULL; i++) {
        if (i > 0 && count->first.active != 0)
            fputc('\n', stream);
        simt_draw_text(stream, count);
    }
}

/* ---- SVG ------------------------------------------------------------------------------------- */

enum {
    EDGE = 12,
    CELL_HEIGHT = 20,
    LABEL = 110, /* width */
    HEAD = 48,   /* height */
    FOOT = 30,
    SHARED_CELL = 24, /* width */
    SECTOR_WIDTH = 320,
};

static void svg_escape(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '<')
            fputs("&lt;", stream);
        else if (*text == '>')
            fputs("&gt;", stream);
        else if (*text == '&')
            fputs("&amp;", stream);
        else
            fputc(*text, stream);
    }
}

static void svg_text(FILE *stream, const char *class, int x, int y, const char *text)
{
    fprintf(stream, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
    svg_escape(stream, text);
    fputs("</text>\n", stream);
}

/* Dark on light or light on dark; a grey that both bear where the viewer does not say which. */
static void svg_begin(FILE *stream, int width, int height, const char *title)
{
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
            width, height, width, height);
    svg_escape(stream, title);
    fputs("</title>\n<style>\n"
          "svg { color: #656d76; }\n"
          "@media (prefers-color-scheme: light) { svg { color: #1f2328; } }\n"
          "@media (prefers-color-scheme: dark) { svg { color: #e6edf3; } }\n"
          "text { fill: currentColor; font: 12px ui-monospace, monospace; }\n"
          ".title { font: bold 13px ui-sans-serif, sans-serif; }\n"
          ".words { font: 13px ui-sans-serif, sans-serif; }\n"
          ".lane, .bank { text-anchor: middle; }\n"
          ".bank { font-size: 10px; opacity: 0.7; }\n"
          ".label { text-anchor: end; opacity: 0.7; }\n"
          "rect { stroke: currentColor; stroke-opacity: 0.3; fill: none; }\n"
          ".hit { fill: #3b82f6; fill-opacity: 0.35; }\n"
          ".bad { fill: #ef4444; fill-opacity: 0.5; }\n"
          "</style>\n",
          stream);
}

static void svg_cell(FILE *stream, int x, int y, int width, const struct cell *cell, bool is_bad)
{
    const char *class = cell->lane == NOBODY ? "free" : is_bad ? "bad" : "hit";
    fprintf(stream, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class, x,
            y, width, CELL_HEIGHT);
    if (cell->lane == NOBODY)
        return;
    char lane[32];
    bool has_room = width > SHARED_CELL && cell->lanes > 1;
    if (has_room && cell->lanes > 2)
        snprintf(lane, sizeof(lane), "%d+%u", cell->lane, cell->lanes - 1);
    else
        snprintf(lane, sizeof(lane), "%d%s", cell->lane, cell->lanes > 1 ? "+" : "");
    svg_text(stream, "lane", x + width / 2, y + CELL_HEIGHT - 6, lane);
}

static int svg_cell_width(const struct picture *picture)
{
    if (picture->is_shared)
        return SHARED_CELL;
    int width = SECTOR_WIDTH / (int)picture->cells;
    return width < SHARED_CELL ? SHARED_CELL : width;
}

static void svg_rows(FILE *stream, const struct simt_count *count, const struct picture *picture)
{
    int width = svg_cell_width(picture);
    bool wastes = !picture->is_shared && 2 * picture->sectors > 3 * picture->ideal_sectors;
    for (unsigned i = 0; i < picture->number; i++) {
        const struct row *row = &picture->rows[i];
        /* Rows that do not follow each other stand apart. */
        int y = HEAD + (int)i * (CELL_HEIGHT + (picture->is_shared ? 0 : 2));
        char label[64];
        snprintf(label, sizeof(label), "%.10s[%lld]", simt_first_request_name(&count->first),
                 element_index(picture, &count->first, row));
        svg_text(stream, "label", EDGE + LABEL - 6, y + CELL_HEIGHT - 6, label);
        for (unsigned j = 0; j < picture->cells; j++)
            svg_cell(stream, EDGE + LABEL + (int)j * width, y, width, &row->cells[j],
                     picture->is_shared ? is_conflict(picture, j) : wastes);
    }
}

void simt_draw_svg(FILE *stream, const struct simt_count *count)
{
    struct picture picture;
    char title[256], words[256];
    if (!make_picture(count, &picture))
        return;
    title_words(count, title, sizeof(title));
    cost_words(count, &picture, words, sizeof(words));
    int cell = svg_cell_width(&picture);
    int row_height = CELL_HEIGHT + (picture.is_shared ? 0 : 2);
    int least = 2 * EDGE + 8 * (int)strlen(title);
    int width = 2 * EDGE + LABEL + (int)picture.cells * cell;
    width = width > least ? width : least;
    int bottom = HEAD + (int)picture.number * row_height;
    svg_begin(stream, width, bottom + FOOT, title);
    svg_text(stream, "title", EDGE, 20, title);
    for (unsigned bank = 0; picture.is_shared && bank < BANKS; bank++) {
        char number[16];
        snprintf(number, sizeof(number), "%u", bank);
        svg_text(stream, "bank", EDGE + LABEL + (int)bank * cell + cell / 2, HEAD - 5, number);
    }
    if (picture.is_shared)
        svg_text(stream, "bank label", EDGE + LABEL - 14, HEAD - 5, "bank");
    svg_rows(stream, count, &picture);
    svg_text(stream, "words", EDGE, bottom + 20, words);
    fputs("</svg>\n", stream);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Writes "kernel-line-kind", of letters that a file name can have anywhere. */
static void file_words(const struct simt_count *count, char *text, size_t size)
{
    snprintf(text, size, "%.100s-%d-%s-%s", count->kernel, simt_source_find(count->site).line,
             simt_count_space_name(count->space), simt_count_kind_name(count->kind));
    for (char *at = text; *at != '\0'; at++) {
        bool is_plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                        (*at >= '0' && *at <= '9') || *at == '-' || *at == '_';
        if (!is_plain)
            *at = '_';
    }
}

/* Which of its line's accesses of one kind it is, from 1. */
static unsigned number_among_alike(size_t index)
{
    char words[192], other[192];
    unsigned number = 1;
    file_words(simt_counts_get(index), words, sizeof(words));
    for (size_t i = 0; i < index; i++) {
        file_words(simt_counts_get(i), other, sizeof(other));
        number += strcmp(words, other) == 0;
    }
    return number;
}

static bool write_svg(FILE *file, const void *count)
{
    simt_draw_svg(file, count);
    return ferror(file) == 0;
}

bool simt_draw_folder(const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "simt-inspect: cannot make the folder %s for drawings: %s\n", folder,
                strerror(errno));
        return false;
    }
    const struct simt_count *count;
    for (size_t i = 0; (count = simt_counts_get(i)) != NULL; i++) {
        if (count->first.active == 0)
            continue;
        char words[192], path[4096], suffix[16] = "";
        unsigned number = number_among_alike(i);
        file_words(count, words, sizeof(words));
        if (number > 1)
            snprintf(suffix, sizeof(suffix), "-%u", number);
        snprintf(path, sizeof(path), "%s/%s%s.svg", folder, words, suffix);
        int error = simt_write_file(path, write_svg, count);
        if (error != 0) {
            fprintf(stderr, "simt-inspect: cannot write %s: %s\n", path, strerror(error));
            return false;
        }
    }
    return true;
}
