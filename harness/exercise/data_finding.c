/* What an exercise of data says of the inspector's findings. */
#include "data_parts.h"

#include "exercise_tools.h"

#include <stdio.h>
#include <string.h>

/* ---- reading [[finding]] --------------------------------------------------------------------- */

/* The first is a race of whichever kind; the others are the inspector's names. */
static const char *const kinds[] = {
    "race",       "race-shared",   "race-global",    "race-warp",  "out-of-bounds",
    "misaligned", "uninitialised", "index-overflow", "never-ends", "barrier-divergence",
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const char *const memories[] = {"any", "global", "shared"};

/* One as it stands in the file. */
struct written {
    const char *kind, *says;
    const struct gs_toml *finding, *array, *memory, *holds;
};

static const struct gs_data_key keys[] = {
    {"finding", GS_DATA_TREE, offsetof(struct written, finding), true},
    {"says", GS_DATA_TEXT, offsetof(struct written, says), true},
    {"array", GS_DATA_TREE, offsetof(struct written, array), false},
    {"memory", GS_DATA_TREE, offsetof(struct written, memory), false},
    {"if", GS_DATA_TREE, offsetof(struct written, holds), false},
    {"kind", GS_DATA_TEXT, offsetof(struct written, kind), false},
    {0},
};

static struct gs_formula_names names_of_finding(const struct gs_data_exercise *data)
{
    return (struct gs_formula_names){
        .parameters = data->parameters, .sizes = data->names, .finding = true};
}

/* Names in its sentence. */
enum { THREAD, THREAD_FIRST, OTHER, CELL, ARRAY, WORDS };

static void name_words(struct gs_data_word *words)
{
    static const char *const names[WORDS] = {[THREAD] = "thread",
                                             [THREAD_FIRST] = "Thread",
                                             [OTHER] = "other",
                                             [CELL] = "cell",
                                             [ARRAY] = "array"};
    for (size_t k = 0; k < WORDS; k++)
        words[k] = (struct gs_data_word){.name = names[k], .text = ""};
    words[WORDS] = (struct gs_data_word){.name = NULL};
}

/* A name, or a list of them. */
static enum gs_status check_array(const struct gs_data_file *file, const struct gs_toml *array)
{
    bool good = array->kind == GS_TOML_TEXT || (array->kind == GS_TOML_LIST && array->count > 0);
    for (size_t k = 0; good && array->kind == GS_TOML_LIST && k < array->count; k++)
        good = array->items[k].kind == GS_TOML_TEXT;
    return good ? GS_OK
                : gs_data_wrong(file, array->line, "array",
                                "write the name of an array, or several, as in [\"a\", \"b\"]");
}

static enum gs_status read_remark(const struct gs_data_file *file, const struct gs_toml *tree,
                                  struct gs_data_exercise *data, struct gs_data_remark *out)
{
    const struct gs_formula_names names = names_of_finding(data);
    struct gs_data_word words[WORDS + 1];
    struct written w = {.kind = "known-mistake"};
    unsigned kind = 0, memory = 0;
    enum gs_status status = gs_data_table(file, tree, "a finding", keys, &w);
    if (status == GS_OK)
        status = gs_data_word(file, tree, "finding", kinds, KINDS, &kind);
    if (status == GS_OK)
        status = gs_data_word(file, tree, "memory", memories, 3, &memory);
    if (status == GS_OK && w.array != NULL)
        status = check_array(file, w.array);
    if (status == GS_OK)
        status = gs_data_try_kind(file, tree, w.kind);
    *out = (struct gs_data_remark){.finding = kinds[kind],
                                   .memory = memory > 0 ? memories[memory] : NULL,
                                   .array = w.array,
                                   .kind = w.kind,
                                   .says = w.says};
    if (status == GS_OK && w.holds != NULL)
        status = gs_data_formula(file, w.holds, &names, &out->holds);
    name_words(words);
    return status == GS_OK ? gs_data_try_sentence(file, tree, w.says, &names, words) : status;
}

enum gs_status gs_data_read_remarks(const struct gs_data_file *file, const struct gs_toml *list,
                                    struct gs_data_exercise *data)
{
    enum gs_status status = GS_OK;
    if (list == NULL)
        return GS_OK;
    if (list->kind != GS_TOML_LIST || list->count > GS_MOST_REMARKS)
        return gs_data_wrong(file, list->line, "finding",
                             "write up to %d of them, each begins with a line [[finding]]",
                             (int)GS_MOST_REMARKS);
    for (size_t k = 0; status == GS_OK && k < list->count; k++)
        status = read_remark(file, &list->items[k], data, &data->remarks[data->remark_count++]);
    return status;
}

/* ---- telling --------------------------------------------------------------------------------- */

static bool is_of_array(const struct gs_toml *array, const json_t *finding)
{
    if (array == NULL)
        return true;
    if (array->kind == GS_TOML_TEXT)
        return gs_has_text(finding, "array", array->text);
    for (size_t k = 0; k < array->count; k++) {
        if (gs_has_text(finding, "array", array->items[k].text))
            return true;
    }
    return false;
}

static bool is_about(const struct gs_data_remark *remark, const json_t *finding,
                     const struct gs_formula_at *at)
{
    const bool of_kind = strcmp(remark->finding, kinds[0]) == 0
                             ? gs_is_race(finding)
                             : gs_finding_is(finding, remark->finding);
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    /* Two threads that change the same old value are kept apart by no barrier, and of two that
     * store there in one line, one has an index that is not its own. */
    const bool both_store = gs_is_race(finding) && first.writes && !first.reads && second.writes &&
                            !second.reads && first.line == second.line;
    const bool of_no_use = strcmp(remark->kind, "missing-barrier") == 0 &&
                           (gs_finding_why(finding, "lost-update") || both_store);
    return of_kind && !of_no_use && is_of_array(remark->array, finding) &&
           (remark->memory == NULL || gs_has_text(finding, "memory", remark->memory)) &&
           (remark->holds == NULL || gs_formula_value(remark->holds, at) != 0);
}

bool gs_data_say_finding(const struct gs_data_exercise *data, const struct gs_shape *shape,
                         const json_t *finding, struct gs_saying *out)
{
    const struct gs_formula_names names = names_of_finding(data);
    const struct gs_party first = gs_party_of(finding, "first"),
                          second = gs_party_of(finding, "second");
    const struct gs_cell cell = gs_finding_cell(finding);
    const struct gs_formula_at at = {
        .shape = shape,
        .index = (long double)gs_get_number(finding, "index"),
        .elements = (long double)gs_get_number(finding, "elements"),
        .x = (long double)first.x,
        .reads = first.reads,
        .writes = first.writes,
    };
    struct gs_data_word words[WORDS + 1];
    char thread[sizeof first.name + 1];
    (void)snprintf(thread, sizeof thread, "T%s", first.name + 1);
    name_words(words);
    words[THREAD].text = first.name;
    words[THREAD_FIRST].text = thread;
    words[OTHER].text = second.name;
    words[CELL].text = cell.text;
    words[ARRAY].text = gs_get_text(finding, "array");
    for (size_t k = 0; k < data->remark_count; k++) {
        const struct gs_data_remark *remark = &data->remarks[k];
        if (!is_about(remark, finding, &at))
            continue;
        gs_data_say(remark->kind, remark->says, &names, &at, words, out);
        return true;
    }
    return false;
}
