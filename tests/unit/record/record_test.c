/* Records as files: what is saved is what is loaded, and what is damaged is refused. */
#include "test.h"

#include "random.h"
#include "record.h"
#include "visible.h"

#include <errno.h>
#include <glob.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a folder for each test ------------------------------------------------------------------ */

struct fixture {
    char folder[64], json[96], csv[96];
};

static int make_folder(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    if (fixture == NULL)
        return -1;
    snprintf(fixture->folder, sizeof fixture->folder, "record_test.XXXXXX");
    if (mkdtemp(fixture->folder) == NULL)
        return -1;
    snprintf(fixture->json, sizeof fixture->json, "%s/lesson3.json", fixture->folder);
    snprintf(fixture->csv, sizeof fixture->csv, "%s/lesson3.csv", fixture->folder);
    *state = fixture;
    return 0;
}

/* Fails where anything but the two result files was left in the folder. */
static int remove_folder(void **state)
{
    struct fixture *fixture = *state;
    unlink(fixture->json);
    unlink(fixture->csv);
    int failed = rmdir(fixture->folder);
    free(fixture);
    return failed;
}

/* The whole file with a \0 behind it; free() it. */
static char *contents(const char *path, size_t *size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = malloc(1 << 20);
    assert_non_null(text);
    *size = fread(text, 1, (1 << 20) - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

static void write_file(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* ---- random records -------------------------------------------------------------------------- */

static uint64_t bits(size_t seed, unsigned what)
{
    return gs_random_bits(77, 0, seed * 64 + what);
}

/* Text with everything that JSON and CSV must quote. */
static void random_text(size_t seed, unsigned what, char *text, size_t size)
{
    static const char *const parts[] = {"a",  "word ", ",",        "\"", "\n",   "\r\n", "'",
                                        "\\", "\t",    "\xc3\xa9", ";",  "\x01", "{",    "%s"};
    size_t count = bits(seed, what) % 9;
    text[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        const char *part = parts[bits(seed * 16 + i, what + 1) % 14];
        if (strlen(text) + strlen(part) < size)
            strcat(text, part);
    }
}

/* The same on one line, as a maker names a device. */
static void random_device(size_t seed, unsigned what, char *text, size_t size)
{
    random_text(seed, what, text, size);
    for (char *c = text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ')
            *c = '-';
    }
}

/* A name as a workload has it: it may become part of a file's name. */
static void random_name(size_t seed, unsigned what, char *name, size_t size)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    size_t length = 1 + bits(seed, what) % (size - 1);
    for (unsigned i = 0; i < length; i++)
        name[i] = letters[bits(seed * 64 + i, what + 1) % (sizeof letters - 1)];
    name[length] = '\0';
}

/* A positive number of any magnitude that a time or a rate may have. */
static double random_positive(size_t seed, unsigned what)
{
    double fraction = 1.0 + (double)(bits(seed, what) >> 12) * 0x1p-52;
    return ldexp(fraction, (int)(bits(seed, what + 1) % 80) - 60);
}

static void random_time(size_t seed, struct gs_distribution *time)
{
    time->count = bits(seed, 20) % 5;
    if (time->count == 0)
        return;
    time->samples = malloc(time->count * sizeof *time->samples);
    assert_non_null(time->samples);
    for (unsigned i = 0; i < time->count; i++)
        time->samples[i] = random_positive(seed, 22 + 2 * i);
    time->min_s = random_positive(seed, 40);
    time->q1_s = random_positive(seed, 42);
    double *sorted = malloc(time->count * sizeof *sorted);
    assert_non_null(sorted);
    memcpy(sorted, time->samples, time->count * sizeof *sorted);
    time->median_s = gs_median(sorted, time->count); /* no reader believes another one */
    free(sorted);
    time->q3_s = random_positive(seed, 46);
    time->max_s = random_positive(seed, 48);
    time->cpu_time_s = random_positive(seed, 50);
}

static struct gs_record random_record(size_t seed)
{
    struct gs_record record = {
        .lesson = 1 + (unsigned)bits(seed, 0) % 6,
        .n = 1 + (bits(seed, 1) >> (1 + bits(seed, 2) % 62)),
        .grid = bits(seed, 61) % 2 == 0 ? 0 : 1 + (unsigned)(bits(seed, 62) % INT32_MAX),
        .block = (unsigned)((bits(seed, 3) & UINT32_MAX) >> bits(seed, 4) % 33),
        .verdict = (enum gs_verdict)(bits(seed, 5) % GS_VERDICT_COUNT),
        .bytes = bits(seed, 6) >> (1 + bits(seed, 7) % 62),
        .threads = (unsigned)bits(seed, 8) % 4,
        .simulated = bits(seed, 9) % 2 == 0,
        .place = (enum gs_record_place)(bits(seed, 54) % GS_PLACE_COUNT),
        .dtype = (enum gs_dtype)(bits(seed, 55) % GS_DTYPE_COUNT),
        .residency = (enum gs_residency)(bits(seed, 56) % GS_RESIDENCY_COUNT),
        .cache = (enum gs_cache)(bits(seed, 57) % GS_CACHE_COUNT),
        .notes = (unsigned)bits(seed, 60) % GS_BIT(GS_NOTE_COUNT),
    };
    record.devices = record.place == GS_PLACE_CPU ? 0 : 1 + (unsigned)bits(seed, 34) % 3;
    random_name(seed, 52, record.workload, sizeof record.workload);
    random_name(seed, 53, record.variant, sizeof record.variant);
    random_text(seed, 58, record.detail, sizeof record.detail);
    random_device(seed, 59, record.device, sizeof record.device);
    random_text(seed, 63, record.values, sizeof record.values);
    if (record.verdict == GS_RIGHT && !record.simulated) /* only these have times */
        random_time(seed, &record.time);
    if (bits(seed, 10) % 2 == 0) {
        record.copy_in_s = random_positive(seed, 11);
        record.kernel_s = random_positive(seed, 13);
        record.copy_out_s = random_positive(seed, 15);
        record.peak_bytes_per_s = random_positive(seed, 17) * 1e9;
        record.floor_s = random_positive(seed, 19);
        record.limit = (enum gs_limit)(bits(seed, 33) % GS_LIMIT_COUNT);
        record.limit_s = random_positive(seed, 35);
        record.max_error = random_positive(seed, 21);
        record.max_ulp = random_positive(seed, 23);
        record.lost = random_positive(seed, 25);
        record.answers = 1 + (unsigned)bits(seed, 27) % 10;
        record.launches = 10;
        record.copies = 1 + (unsigned)bits(seed, 28) % 1000;
        record.copied_in_bytes = bits(seed, 29) >> (1 + bits(seed, 30) % 62);
        record.copied_out_bytes = bits(seed, 31) >> (1 + bits(seed, 32) % 62);
    }
    return record;
}

static void append(struct gs_results *results, struct gs_record record)
{
    struct gs_error error;
    assert_int_equal(gs_results_append(results, &record, &error), GS_OK);
    assert_null(record.time.samples); /* they belong to the results now */
}

static struct gs_results results_of(size_t seed, size_t count)
{
    struct gs_results results = {
        .context = json_pack("{s:s, s:{s:s}}", "date", "today", "gridstride", "cpu", "a \"CPU\"")};
    for (size_t i = 0; i < count; i++)
        append(&results, random_record(seed + i));
    return results;
}

static struct gs_results load(const char *path)
{
    struct gs_results results;
    struct gs_error error = {0};
    if (gs_results_load(path, &results, &error) != GS_OK)
        fail_msg("%s", error.text);
    return results;
}

static void save(const struct gs_results *results, const char *folder)
{
    struct gs_error error = {0};
    if (gs_results_save(results, folder, "lesson3", &error) != GS_OK)
        fail_msg("%s", error.text);
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* Numbers are written with 7 significant digits. */
static void assert_near(double a, double b)
{
    if (fabs(a - b) > 1e-6 * fabs(a))
        fail_msg("%.9g came back as %.9g", a, b);
}

/* Whatever was saved of free text, what is read of it can be shown. */
static void assert_same_record(const struct gs_record *a, const struct gs_record *b)
{
    assert_int_equal(a->lesson, b->lesson);
    assert_string_equal(a->workload, b->workload);
    assert_string_equal(a->variant, b->variant);
    assert_int_equal(a->place, b->place);
    assert_int_equal(a->dtype, b->dtype);
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->grid, b->grid);
    assert_int_equal(a->block, b->block);
    assert_int_equal(a->residency, b->residency);
    assert_int_equal(a->cache, b->cache);
    assert_int_equal(a->verdict, b->verdict);
    assert_string_equal(gs_visible(a->detail).text, b->detail);
    assert_string_equal(gs_visible(a->values).text, b->values);
    assert_int_equal(a->answers, b->answers);
    assert_int_equal(a->launches, b->launches);
    assert_int_equal(a->copies, b->copies);
    assert_int_equal(a->copied_in_bytes, b->copied_in_bytes);
    assert_int_equal(a->copied_out_bytes, b->copied_out_bytes);
    assert_int_equal(a->bytes, b->bytes);
    assert_int_equal(a->threads, b->threads);
    assert_int_equal(a->devices, b->devices);
    assert_string_equal(a->device, b->device);
    assert_int_equal(a->simulated, b->simulated);
    assert_int_equal(a->notes, b->notes);
    assert_near(a->copy_in_s, b->copy_in_s);
    assert_near(a->kernel_s, b->kernel_s);
    assert_near(a->copy_out_s, b->copy_out_s);
    assert_near(a->peak_bytes_per_s, b->peak_bytes_per_s);
    assert_near(a->max_error, b->max_error);
    assert_near(a->max_ulp, b->max_ulp);
    assert_near(a->lost, b->lost);
    assert_near(a->floor_s, b->floor_s);
    assert_int_equal(a->limit, b->limit);
    assert_near(a->limit_s, b->limit_s);
    assert_near(a->time.min_s, b->time.min_s);
    assert_near(a->time.q1_s, b->time.q1_s);
    assert_near(a->time.median_s, b->time.median_s);
    assert_near(a->time.q3_s, b->time.q3_s);
    assert_near(a->time.max_s, b->time.max_s);
    assert_near(a->time.cpu_time_s, b->time.cpu_time_s);
    assert_int_equal(a->time.count, b->time.count);
    for (size_t i = 0; i < a->time.count; i++)
        assert_near(a->time.samples[i], b->time.samples[i]);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void what_is_saved_is_loaded(void **state)
{
    const struct fixture *fixture = *state;
    for (size_t round = 0; round < 40; round++) {
        struct gs_results results = results_of(round * 100, round);
        save(&results, fixture->folder);
        struct gs_results back = load(fixture->json);
        assert_int_equal(back.count, results.count);
        for (size_t i = 0; i < back.count; i++)
            assert_same_record(&results.records[i], &back.records[i]);
        assert_true(json_equal(results.context, back.context));
        gs_results_release(&results);
        gs_results_release(&back);
    }
}

/* The text on standard output (--json) is the text of the file. */
static void the_text_is_the_file(void **state)
{
    const struct fixture *fixture = *state;
    struct gs_results results = results_of(1, 5);
    size_t size;
    save(&results, fixture->folder);
    char *file = contents(fixture->json, &size), *text = gs_results_text(&results);
    assert_string_equal(text, file);
    free(file);
    free(text);
    gs_results_release(&results);
}

/* An infinite error has no number in JSON; the record is kept all the same. */
static void no_number_is_not_written(void **state)
{
    const struct fixture *fixture = *state;
    struct gs_results results = results_of(1, 0);
    struct gs_record record = random_record(3);
    gs_distribution_release(&record.time);
    record.verdict = GS_WRONG_ANSWER;
    record.max_error = INFINITY;
    append(&results, record);
    save(&results, fixture->folder);
    struct gs_results back = load(fixture->json);
    assert_int_equal(back.records[0].verdict, GS_WRONG_ANSWER);
    size_t size;
    char *csv = contents(fixture->csv, &size);
    assert_null(strstr(csv, "inf"));
    free(csv);
    gs_results_release(&results);
    gs_results_release(&back);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* Scripts read the columns by these names, wherever they stand. */
static const char columns[] =
    "lesson,workload,variant,place,dtype,n,grid,block,residency,cache,verdict,detail,values,lost_"
    "share,answers,launches,median_s,q1_s,q3_s,min_s,max_s,samples,copy_in_s,kernel_s,copy_out_s,"
    "copies,copied_in_bytes,copied_out_bytes,bytes,gb_per_s,peak_gb_per_s,pct_of_peak,limit,limit_"
    "s,"
    "pct_of_limit,max_error,"
    "max_ulp,threads,device,simulated,floor_s,note,devices";

enum { MOST_COLUMNS = 64, CELL = 600 };

/* A CSV that is read row by row. */
struct sheet {
    char *text;
    const char *at;
    size_t width;
    char names[MOST_COLUMNS][CELL], cells[MOST_COLUMNS][CELL];
};

/* Reads one RFC 4180 field from *at into field, and moves *at to what ends it. */
static void read_field(const char **at, char *field)
{
    bool quoted = **at == '"';
    *at += quoted;
    while (**at != '\0') {
        if (quoted && **at == '"' && *++*at != '"')
            break;
        if (!quoted && strchr(",\"\r\n", **at) != NULL)
            break;
        *field++ = *(*at)++;
    }
    *field = '\0';
}

/* Reads one row, and returns how many fields it has. */
static size_t read_row(struct sheet *sheet, char (*fields)[CELL])
{
    size_t count = 0;
    do {
        assert_true(count < MOST_COLUMNS);
        read_field(&sheet->at, fields[count++]);
    } while (*sheet->at++ == ',');
    assert_int_equal(sheet->at[-1], '\n');
    return count;
}

/* Free it with close_sheet(). */
static struct sheet *open_sheet(const char *path)
{
    struct sheet *sheet = calloc(1, sizeof *sheet);
    size_t size;
    assert_non_null(sheet);
    sheet->text = contents(path, &size);
    sheet->at = sheet->text;
    sheet->width = read_row(sheet, sheet->names);
    return sheet;
}

static void close_sheet(struct sheet *sheet)
{
    free(sheet->text);
    free(sheet);
}

static void next_row(struct sheet *sheet)
{
    assert_int_equal(read_row(sheet, sheet->cells), sheet->width);
}

static const char *cell(const struct sheet *sheet, const char *name)
{
    for (size_t i = 0; i < sheet->width; i++) {
        if (strcmp(sheet->names[i], name) == 0)
            return sheet->cells[i];
    }
    fail_msg("there is no column %s", name);
    return NULL;
}

static void columns_are_as_documented(void **state)
{
    const struct fixture *fixture = *state;
    struct gs_results results = results_of(1, 0);
    save(&results, fixture->folder);
    struct sheet *sheet = open_sheet(fixture->csv);
    char names[sizeof columns], *rest = names, *name;
    memcpy(names, columns, sizeof names);
    while ((name = strsep(&rest, ",")) != NULL)
        assert_non_null(cell(sheet, name));
    for (size_t i = 0; i < sheet->width; i++) { /* and none twice */
        for (size_t k = i + 1; k < sheet->width; k++)
            assert_string_not_equal(sheet->names[i], sheet->names[k]);
    }
    close_sheet(sheet);
    gs_results_release(&results);
}

static void quoting_is_undone_by_a_reader(void **state)
{
    const struct fixture *fixture = *state;
    struct gs_results results = results_of(500, 60);
    save(&results, fixture->folder);
    struct sheet *sheet = open_sheet(fixture->csv);
    for (size_t r = 0; r < results.count; r++) {
        const struct gs_record *record = &results.records[r];
        char notes[GS_NOTES_TEXT];
        next_row(sheet);
        assert_string_equal(cell(sheet, "workload"), record->workload);
        assert_string_equal(cell(sheet, "detail"), record->detail);
        assert_string_equal(cell(sheet, "values"), record->values);
        assert_string_equal(cell(sheet, "device"), record->device);
        assert_string_equal(cell(sheet, "simulated"), record->simulated ? "1" : "0");
        gs_record_notes_format(record, notes);
        assert_string_equal(cell(sheet, "note"), notes);
        assert_int_equal(cell(sheet, "median_s")[0] == '\0', record->time.count == 0);
        assert_int_equal(cell(sheet, "grid")[0] == '\0', record->grid == 0);
        /* A kernel launched with 0 threads a block is no CPU baseline. */
        bool no_block = record->block == 0 && record->place == GS_PLACE_CPU;
        assert_int_equal(cell(sheet, "block")[0] == '\0', no_block);
    }
    assert_int_equal(*sheet->at, '\0');
    close_sheet(sheet);
    gs_results_release(&results);
}

/* The record's row, but for its empty cells, reads "name: value, name: value". */
static void assert_row(const struct fixture *fixture, struct gs_record record, const char *wanted)
{
    struct gs_results results = results_of(1, 0);
    append(&results, record);
    save(&results, fixture->folder);
    struct sheet *sheet = open_sheet(fixture->csv);
    next_row(sheet);
    char row[4096] = "";
    for (size_t i = 0; i < sheet->width; i++) {
        size_t used = strlen(row);
        if (sheet->cells[i][0] != '\0')
            snprintf(row + used, sizeof row - used, "%s%s: %s", used > 0 ? ", " : "",
                     sheet->names[i], sheet->cells[i]);
    }
    assert_string_equal(row, wanted);
    close_sheet(sheet);
    gs_results_release(&results);
}

static void values_of_a_timed_record(void **state)
{
    struct gs_record record = {.lesson = 3,
                               .workload = "vecadd",
                               .variant = "vector4",
                               .place = GS_PLACE_DEVICE,
                               .dtype = GS_F32,
                               .n = 1000,
                               .block = 256,
                               .residency = GS_RESIDENCY_DEVICE,
                               .cache = GS_CACHE_COLD,
                               .bytes = 12000,
                               .peak_bytes_per_s = 4e12,
                               .limit = GS_LAUNCHES,
                               .limit_s = 1.5e-6,
                               .device = "A GPU, of some sort",
                               .floor_s = 2e-6,
                               .notes = GS_BIT(GS_NOTE_LAUNCH) | GS_BIT(GS_NOTE_SPREAD)};
    record.time = (struct gs_distribution){.min_s = 1e-6,
                                           .q1_s = 2e-6,
                                           .median_s = 3e-6,
                                           .q3_s = 4e-6,
                                           .max_s = 5e-6,
                                           .samples = malloc(8),
                                           .count = 1};
    record.time.samples[0] = 3e-6;
    assert_row(*state, record,
               "lesson: 3, workload: vecadd, variant: vector4, place: device, dtype: f32, "
               "n: 1000, block: 256, residency: device, cache: cold, verdict: right, "
               "median_s: 3e-06, q1_s: 2e-06, q3_s: 4e-06, min_s: 1e-06, max_s: 5e-06, "
               "samples: 1, bytes: 12000, gb_per_s: 4, peak_gb_per_s: 4000, "
               "pct_of_peak: 0.1, limit: launches, limit_s: 1.5e-06, pct_of_limit: 50, "
               "max_error: 0, device: A GPU, of some sort, "
               "simulated: 0, floor_s: 2e-06, note: under 3x the launch floor, noisy: quartiles "
               "67% apart");
}

/* A race on two cells, whose launch was given. */
static void values_of_a_lost_update(void **state)
{
    const struct gs_record record = {.lesson = 1,
                                     .workload = "race_add",
                                     .variant = "racy",
                                     .place = GS_PLACE_DEVICE,
                                     .dtype = GS_F32,
                                     .n = 2,
                                     .grid = 1,
                                     .block = 4,
                                     .residency = GS_RESIDENCY_DEVICE,
                                     .verdict = GS_LOST_UPDATES,
                                     .detail = "lost",
                                     .values = "[0 1] -> [0.5 1.5], should be [2 3]",
                                     .lost = 0.75,
                                     .answers = 2,
                                     .launches = 10,
                                     .max_error = 0.75,
                                     .max_ulp = 3,
                                     .simulated = true};
    assert_row(*state, record,
               "lesson: 1, workload: race_add, variant: racy, place: device, dtype: f32, "
               "n: 2, grid: 1, block: 4, residency: device, verdict: lost_updates, "
               "detail: lost, values: [0 1] -> [0.5 1.5], should be [2 3], "
               "lost_share: 0.75, answers: 2, launches: 10, bytes: 0, max_error: 0.75, "
               "max_ulp: 3, simulated: 1");
}

static void values_of_a_host_to_host_record(void **state)
{
    struct gs_record record = {.lesson = 5,
                               .workload = "add",
                               .variant = "round_trips",
                               .place = GS_PLACE_DEVICE,
                               .dtype = GS_F64,
                               .n = 1000,
                               .block = 256,
                               .residency = GS_RESIDENCY_PAGEABLE,
                               .copy_in_s = 2e-6,
                               .kernel_s = 1e-6,
                               .copy_out_s = 4e-6,
                               .copies = 3,
                               .copied_in_bytes = 16000,
                               .copied_out_bytes = 8000,
                               .bytes = 24000,
                               .device = "gpu"};
    record.time = (struct gs_distribution){.min_s = 8e-6,
                                           .q1_s = 8e-6,
                                           .median_s = 8e-6,
                                           .q3_s = 8e-6,
                                           .max_s = 8e-6,
                                           .samples = malloc(8),
                                           .count = 1};
    record.time.samples[0] = 8e-6;
    assert_row(*state, record,
               "lesson: 5, workload: add, variant: round_trips, place: device, "
               "dtype: f64, n: 1000, block: 256, residency: host_pageable, "
               "verdict: right, median_s: 8e-06, q1_s: 8e-06, q3_s: 8e-06, min_s: 8e-06, "
               "max_s: 8e-06, samples: 1, copy_in_s: 2e-06, kernel_s: 1e-06, "
               "copy_out_s: 4e-06, copies: 3, copied_in_bytes: 16000, "
               "copied_out_bytes: 8000, bytes: 24000, gb_per_s: 3, max_error: 0, "
               "device: gpu, simulated: 0");
}

/* ---- damage ---------------------------------------------------------------------------------- */

static size_t lines_of(const char *text, size_t size)
{
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

/* An error that begins with the file and a line that it has. */
static void assert_names_line(const char *text, const char *path, size_t lines)
{
    size_t line = 0, length = strlen(path);
    assert_one_line(text);
    assert_memory_equal(text, path, length);
    if (sscanf(text + length, ":%zu: ", &line) != 1 || line < 1 || line > lines)
        fail_msg("names no line of the file's %zu: %s", lines, text);
}

static void a_file_cut_anywhere_is_refused(void **state)
{
    const struct fixture *fixture = *state;
    struct gs_results results = results_of(9, 2);
    size_t size;
    save(&results, fixture->folder);
    char *text = contents(fixture->json, &size);
    for (size_t cut = 0; cut < size - 1; cut++) { /* the last byte is a line end */
        struct gs_results back;
        struct gs_error error = {0};
        write_file(fixture->json, text, cut);
        if (gs_results_load(fixture->json, &back, &error) == GS_OK)
            fail_msg("cut to %zu of %zu bytes, it was read as a result", cut, size);
        assert_names_line(error.text, fixture->json, lines_of(text, cut));
        assert_null(back.records);
        assert_null(back.context);
    }
    free(text);
    gs_results_release(&results);
}

/* Any byte replaced: it is still a result, or it is refused with a line. */
static void a_file_with_any_byte_changed_is_read_or_refused(void **state)
{
    const struct fixture *fixture = *state;
    static const char by[] = {'\0', '"', '}', '9', '\xff', '-', ' '};
    struct gs_results results = results_of(9, 2);
    size_t size, refused = 0;
    save(&results, fixture->folder);
    char *text = contents(fixture->json, &size);
    for (size_t i = 0; i < size; i++) {
        char old = text[i];
        struct gs_results back;
        struct gs_error error = {0};
        text[i] = by[i % sizeof by];
        write_file(fixture->json, text, size);
        if (gs_results_load(fixture->json, &back, &error) == GS_OK) {
            gs_results_release(&back);
        } else {
            refused++;
            assert_names_line(error.text, fixture->json, lines_of(text, size));
        }
        text[i] = old;
    }
    assert_in_range(refused, size / 4, size);
    free(text);
    gs_results_release(&results);
}

/* A file of one record that says `members`, the last of each name, saved over the fixture's; the
 * record is on line 4. */
static void write_record(const struct fixture *fixture, const char *members)
{
    char all[4096], text[4096];
    snprintf(all, sizeof all, "{%s}", members);
    json_t *record = json_loads(all, 0, NULL);
    char *last = json_dumps(record, JSON_COMPACT);
    assert_non_null(last);
    int size =
        snprintf(text, sizeof text,
                 "{\n\"context\": {\"gridstride\": {}},\n\"benchmarks\": [\n%s\n]\n}\n", last);
    write_file(fixture->json, text, (size_t)size);
    free(last);
    json_decref(record);
}

#define NAMES                                                                                      \
    "\"lesson\":3,\"workload\":\"w\",\"variant\":\"v\",\"place\":\"cpu\",\"dtype\":\"f32\","       \
    "\"residency\":\"host\",\"cache\":\"\",\"detail\":\"\",\"device\":\"d\",\"note\":\"\","
#define REST "\"n\":5,\"bytes\":60,\"verdict\":\"right\",\"simulated\":false"

static void fields_of_the_future_are_tolerated(void **state)
{
    const struct fixture *fixture = *state;
    write_record(fixture, NAMES REST ",\"new\":[1,{\"x\":null}],\"newer\":\"text\"");
    struct gs_results results = load(fixture->json);
    assert_int_equal(results.count, 1);
    assert_int_equal(results.records[0].n, 5);
    gs_results_release(&results);
}

/* Results from before there were grids, races and copies to count are results still. */
static void fields_of_the_past_are_enough(void **state)
{
    const struct fixture *fixture = *state;
    write_record(fixture, NAMES REST ",\"block\":256,\"max_error\":0.5");
    struct gs_results results = load(fixture->json);
    const struct gs_record *record = &results.records[0];
    assert_int_equal(record->block, 256);
    assert_int_equal(record->grid, 0);
    assert_string_equal(record->values, "");
    assert_int_equal(record->answers + record->launches + record->copies, 0);
    assert_int_equal(record->copied_in_bytes + record->copied_out_bytes, 0);
    assert_true(record->lost == 0 && record->max_ulp == 0);
    assert_true(record->limit == GS_NO_LIMIT && record->limit_s == 0);
    assert_int_equal(record->devices, 0);
    gs_results_release(&results);
}

/* From before there were rows of several devices, a kernel ran on one. */
static void kernels_of_the_past_had_one_device(void **state)
{
    static const char kernel[] =
        "\"lesson\":3,\"workload\":\"w\",\"variant\":\"v\",\"place\":\"device\",\"dtype\":\"f32\","
        "\"residency\":\"device\",\"cache\":\"cold\",\"detail\":\"\",\"device\":\"d\",\"note\":"
        "\"\"," REST;
    const struct fixture *fixture = *state;
    char text[1024], name[GS_RECORD_NAME];
    write_record(fixture, kernel);
    struct gs_results results = load(fixture->json);
    assert_int_equal(results.records[0].devices, 1);
    gs_record_name(&results.records[0], name);
    assert_string_equal(name, "w/v/f32/n:5/block:0/device/cold");

    snprintf(text, sizeof text, "%s,\"devices\":2", kernel);
    write_record(fixture, text);
    struct gs_results on_two = load(fixture->json);
    assert_int_equal(on_two.records[0].devices, 2);
    gs_record_name(&on_two.records[0], name);
    assert_string_equal(name, "w/v/f32/n:5/block:0/devices:2/device/cold");
    assert_true(gs_record_compare(&results.records[0], &on_two.records[0]) < 0);
    assert_false(gs_record_same_point(&results.records[0], &on_two.records[0]));
    gs_results_release(&results);
    gs_results_release(&on_two);
}

/*
 * Files from before there were named notes say them in words, and keep saying so. Where there are
 * names, the words may be any.
 */
static void notes_are_read_from_words_and_from_names(void **state)
{
    static const struct {
        const char *members;
        unsigned notes;
    } written[] = {
        {",\"note\":\"\"", 0},
        {",\"note\":\"under 3x the launch floor\"", GS_BIT(GS_NOTE_LAUNCH)},
        {",\"note\":\"noisy: quartiles 17% apart, throttled: SM clock 990 MHz\"",
         GS_BIT(GS_NOTE_SPREAD) | GS_BIT(GS_NOTE_THROTTLED)},
        {",\"note\":\"noisy: first and last samples 20% apart\"", GS_BIT(GS_NOTE_DRIFT)},
        {",\"note\":\"other words\",\"notes\":[\"mostly_launch\",\"drift\"]",
         GS_BIT(GS_NOTE_LAUNCH) | GS_BIT(GS_NOTE_DRIFT)},
        {",\"note\":\"other words\",\"notes\":[]", 0},
    };
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        char members[1024];
        snprintf(members, sizeof members, "%s%s", NAMES REST, written[i].members);
        write_record(*state, members);
        struct gs_results results = load(((const struct fixture *)*state)->json);
        assert_int_equal(results.records[0].notes, written[i].notes);
        gs_results_release(&results);
    }
}

/* What the files say of noise, is what is computed of their records. */
static void committed_notes_keep_their_words(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob(RECORDED "/*/*[0-9].json", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        json_t *root = json_load_file(found.gl_pathv[i], 0, NULL);
        struct gs_results results = load(found.gl_pathv[i]);
        for (size_t r = 0; r < results.count; r++) {
            char notes[GS_NOTES_TEXT];
            const json_t *record = json_array_get(json_object_get(root, "benchmarks"), r);
            gs_record_notes_format(&results.records[r], notes);
            assert_string_equal(notes, json_string_value(json_object_get(record, "note")));
        }
        gs_results_release(&results);
        json_decref(root);
    }
    globfree(&found);
}

/* No time was taken of it, but an answer over no elements was verified. */
static void no_elements_are_a_size(void **state)
{
    const struct fixture *fixture = *state;
    write_record(fixture, NAMES REST ",\"n\":0");
    struct gs_results results = load(fixture->json);
    assert_int_equal(results.records[0].n, 0);
    gs_results_release(&results);
}

/* What was recorded for the lessons' texts; the files are as old as their lessons. */
static void committed_results_are_loaded(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob(RECORDED "/*/lesson*.json", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct gs_results results = load(found.gl_pathv[i]);
        size_t timed = 0;
        for (size_t r = 0; r < results.count; r++)
            timed += results.records[r].time.count > 0;
        assert_true(timed > 0);
        gs_results_release(&results);
    }
    globfree(&found);
}

static const struct {
    const char *members, *field;
} damaged[] = {
    {"", "workload"},
    {NAMES "\"n\":5,\"bytes\":60,\"verdict\":\"right\"", "simulated"},
    {NAMES REST ",\"n\":\"5\"", "n"},
    {NAMES REST ",\"n\":-5", "n"},
    {NAMES REST ",\"n\":5.5", "n"},
    {NAMES REST ",\"block\":4294967296", "block"},
    {NAMES REST ",\"block\":-1", "block"},
    {NAMES REST ",\"verdict\":\"rihgt\"", "verdict"},
    {NAMES REST ",\"verdict\":1", "verdict"},
    {NAMES REST ",\"simulated\":1", "simulated"},
    {NAMES REST ",\"median_s\":\"1\"", "median_s"},
    {NAMES REST ",\"workload\":null", "workload"},
    {NAMES REST ",\"dtype\":\"f16\"", "dtype"},
    {NAMES REST ",\"place\":\"\"", "place"},
    {NAMES REST ",\"residency\":\"Device\"", "residency"},
    {NAMES REST ",\"cache\":\"tepid\"", "cache"},
    {NAMES REST ",\"note\":\"loud\"", "note"},
    {NAMES REST ",\"note\":\"noisy: quartiles 17% apart, and more\"", "note"},
    {NAMES REST ",\"notes\":[\"loud\"]", "notes"},
    {NAMES REST ",\"notes\":[1]", "notes"},
    {NAMES REST ",\"notes\":\"spread\"", "notes"},
    {NAMES REST ",\"limit\":1", "limit"},
    {NAMES REST ",\"limit\":\"byte\"", "limit"},
    {NAMES REST ",\"limit_s\":\"1\"", "limit_s"},
    {NAMES REST ",\"samples_s\":\"1\"", "samples_s"},
    {NAMES REST ",\"samples_s\":[1e-3,\"x\"]", "samples_s"},
    /* What no run records: above all no time of the simulator, and none of a wrong answer. */
    {NAMES REST ",\"simulated\":true,\"median_s\":1e-3,\"samples_s\":[1e-3]", "simulated"},
    {NAMES REST ",\"verdict\":\"wrong\",\"median_s\":1e-3,\"samples_s\":[1e-3]", "verdict"},
    {NAMES REST ",\"median_s\":-1,\"samples_s\":[1e-3]", "median_s"},
    {NAMES REST ",\"median_s\":1e-3", "median_s"},
    {NAMES REST ",\"n\":0,\"median_s\":1e-3,\"samples_s\":[1e-3]", "n"},
    {NAMES REST ",\"workload\":\"../up\"", "workload"},
};

static void a_damaged_field_is_named(void **state)
{
    const struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
        struct gs_results results;
        struct gs_error error = {0};
        char where[160];
        write_record(fixture, damaged[i].members);
        if (gs_results_load(fixture->json, &results, &error) == GS_OK)
            fail_msg("read as a result: %s", damaged[i].members);
        snprintf(where, sizeof where, "%s:4: record 1 has no valid \"%s\"", fixture->json,
                 damaged[i].field);
        assert_contains(error.text, where);
    }
}

/* Which of the two counts no reader should choose. */
static void a_member_that_stands_twice_is_refused(void **state)
{
    static const char text[] =
        "{\n\"context\": {\"gridstride\": {}},\n\"benchmarks\": [\n{" NAMES REST
        ",\"verdict\":\"wrong\"}\n]\n}\n";
    const struct fixture *fixture = *state;
    struct gs_results results;
    struct gs_error error = {0};
    write_file(fixture->json, text, sizeof text - 1);
    assert_int_equal(gs_results_load(fixture->json, &results, &error), GS_USAGE);
    assert_contains(error.text, ":4: duplicate object key near '\"verdict\"'");
}

static const char *const foreign[] = {
    "{}",
    "[]",
    "1",
    "null",
    "{\"context\": {}, \"benchmarks\": []}",
    "{\"context\": {\"gridstride\": {}}}",
    "{\"context\": {\"gridstride\": {}}, \"benchmarks\": {}}",
    "{\"context\": 1, \"benchmarks\": []}",
    "{\"context\": {\"gridstride\": {}}, \"benchmarks\": [1]}",
    "{\"context\": {\"date\": \"x\"}, \"benchmarks\": [{\"name\": \"BM_x\", \"real_time\": 1}]}",
    "\xef\xbb\xbf{}",
    "<html></html>",
};

static void foreign_files_are_refused(void **state)
{
    const struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        struct gs_results results;
        struct gs_error error = {0};
        write_file(fixture->json, foreign[i], strlen(foreign[i]));
        if (gs_results_load(fixture->json, &results, &error) == GS_OK)
            fail_msg("read as a result: %s", foreign[i]);
        assert_contains(error.text, fixture->json);
        assert_one_line(error.text);
        assert_null(results.records);
    }
}

static void a_missing_file_is_named(void **state)
{
    (void)state;
    struct gs_results results;
    struct gs_error error = {0};
    assert_int_equal(gs_results_load("no/such/lesson3.json", &results, &error), GS_USAGE);
    assert_contains(error.text, "no/such/lesson3.json");
    assert_contains(error.text, "No such file");
    assert_int_equal(gs_results_load(".", &results, &error), GS_USAGE);
    assert_one_line(error.text);
}

/* ---- replacing ------------------------------------------------------------------------------- */

static bool exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The disk is full after so many bytes of the JSON file: the old files stay as they are. */
static void a_full_disk_costs_nothing(void **state)
{
    const struct fixture *fixture = *state;
    struct gs_results old = results_of(1, 3), new = results_of(100, 60);
    size_t json_size, csv_size, new_size, size;
    save(&new, fixture->folder);
    free(contents(fixture->json, &new_size));
    save(&old, fixture->folder);
    char *json = contents(fixture->json, &json_size), *csv = contents(fixture->csv, &csv_size);
    signal(SIGXFSZ, SIG_IGN);
    for (size_t room = 0; room < new_size; room += new_size / 9) {
        struct gs_error error = {0};
        limit_files(room);
        enum gs_status status = gs_results_save(&new, fixture->folder, "lesson3", &error);
        limit_files(RLIM_INFINITY);
        assert_int_equal(status, GS_USAGE);
        assert_one_line(error.text);
        assert_contains(error.text, fixture->json);
        assert_contains(error.text, strerror(EFBIG));
        char *now = contents(fixture->json, &size);
        assert_string_equal(now, json);
        free(now);
        now = contents(fixture->csv, &size);
        assert_string_equal(now, csv);
        free(now);
    } /* and remove_folder() fails where a temporary file was left */
    signal(SIGXFSZ, SIG_DFL);
    free(json);
    free(csv);
    gs_results_release(&old);
    gs_results_release(&new);
}

static void a_folder_that_is_none_is_refused(void **state)
{
    const struct fixture *fixture = *state;
    struct gs_results results = results_of(1, 1);
    struct gs_error error = {0};
    write_file(fixture->csv, "x", 1);
    assert_int_equal(gs_results_save(&results, fixture->csv, "lesson3", &error), GS_USAGE);
    assert_contains(error.text, strerror(ENOTDIR));
    assert_int_equal(gs_results_save(&results, "no/such/folder", "lesson3", &error), GS_USAGE);
    assert_contains(error.text, strerror(ENOENT));
    assert_false(exists("no"));
    gs_results_release(&results);
}

/* ---- derived numbers ------------------------------------------------------------------------- */

static void rates_need_a_time_and_a_peak(void **state)
{
    (void)state;
    struct gs_record record = {.bytes = 1000000, .peak_bytes_per_s = 2e9};
    assert_true(gs_record_gb_per_s(&record) == 0);
    assert_true(gs_record_pct_of_peak(&record) == 0);
    record.time.count = 1;
    assert_true(gs_record_gb_per_s(&record) == 0); /* a time of 0 is none */
    record.time.median_s = 1e-3;
    assert_near(1, gs_record_gb_per_s(&record));
    assert_near(50, gs_record_pct_of_peak(&record));
    assert_true(gs_record_pct_of_limit(&record) == 0);
    record.limit_s = 2e-4;
    assert_near(20, gs_record_pct_of_limit(&record));
    record.peak_bytes_per_s = 0;
    assert_true(gs_record_pct_of_peak(&record) == 0);
}

/* Names that become paths and stand in tables are as name_rules.h says; other text is made visible.
 */
static void names_in_a_file_are_held_against_their_rules(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const where[] = {
        "\"machine\":\"%s\"",
        "\"slug\":\"%s\"",
        "\"result\":\"%s\"",
        "\"workloads\":[{\"name\":\"w\"},{\"name\":\"%s\"}]",
        "\"workloads\":[{\"name\":\"w\",\"variants\":[{\"name\":\"%s\"}]}]",
        "\"device\":{\"name\":\"%s\"}"};
    static const char *const bad[] = {"\\u001b[31m", "\\u202e", "a\\nb", "", "../../x"};
    for (size_t i = 0; i < sizeof where / sizeof where[0]; i++) {
        for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
            char fact[256], text[512];
            struct gs_results results;
            struct gs_error error = {""};
            bool device = i == 5 && k == 4; /* who knows what makers will write */
            snprintf(fact, sizeof fact, where[i], bad[k]);
            int size =
                snprintf(text, sizeof text,
                         "{\n\"context\": {\"gridstride\": {\n%s}},\n\"benchmarks\": []}\n", fact);
            write_file(fixture->json, text, (size_t)size);
            enum gs_status status = gs_results_load(fixture->json, &results, &error);
            assert_int_equal(status, device ? GS_OK : GS_USAGE);
            if (status == GS_OK) {
                gs_results_release(&results);
                continue;
            }
            assert_names_line(error.text, fixture->json, 4);
            assert_contains(error.text, ".json:3: context.gridstride.");
        }
    }
}

static void text_in_a_file_is_made_visible(void **state)
{
    const struct fixture *fixture = *state;
    static const char text[] =
        "{\"context\": {\"date\": \"\\u001b\", \"gridstride\": {\"cpu\": \"a\\nb\", \"shards\":"
        "[{\"flags\": \"\\u202e\"}]}}, \"benchmarks\": []}";
    write_file(fixture->json, text, strlen(text));
    struct gs_results results = load(fixture->json);
    char *said = json_dumps(results.context, JSON_COMPACT);
    assert_string_equal(said, "{\"date\":\"\\\\x1b\",\"gridstride\":{\"cpu\":\"a\\\\nb\","
                              "\"shards\":[{\"flags\":\"\\\\u202e\"}]}}");
    free(said);
    gs_results_release(&results);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_saved_is_loaded),
        IN_FOLDER(the_text_is_the_file),
        IN_FOLDER(no_number_is_not_written),
        IN_FOLDER(columns_are_as_documented),
        IN_FOLDER(quoting_is_undone_by_a_reader),
        IN_FOLDER(names_in_a_file_are_held_against_their_rules),
        IN_FOLDER(text_in_a_file_is_made_visible),
        IN_FOLDER(values_of_a_timed_record),
        IN_FOLDER(values_of_a_lost_update),
        IN_FOLDER(values_of_a_host_to_host_record),
        IN_FOLDER(a_file_cut_anywhere_is_refused),
        IN_FOLDER(a_file_with_any_byte_changed_is_read_or_refused),
        IN_FOLDER(fields_of_the_future_are_tolerated),
        IN_FOLDER(fields_of_the_past_are_enough),
        IN_FOLDER(kernels_of_the_past_had_one_device),
        IN_FOLDER(notes_are_read_from_words_and_from_names),
        IN_FOLDER(committed_notes_keep_their_words),
        IN_FOLDER(no_elements_are_a_size),
        cmocka_unit_test(committed_results_are_loaded),
        IN_FOLDER(a_member_that_stands_twice_is_refused),
        IN_FOLDER(a_damaged_field_is_named),
        IN_FOLDER(foreign_files_are_refused),
        cmocka_unit_test(a_missing_file_is_named),
        IN_FOLDER(a_full_disk_costs_nothing),
        IN_FOLDER(a_folder_that_is_none_is_refused),
        cmocka_unit_test(rates_need_a_time_and_a_peak),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
