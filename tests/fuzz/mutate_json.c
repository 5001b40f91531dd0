/*
 * How libFuzzer changes an input: mostly as JSON, a value at a time, so that what comes out is read
 * to its end; at times byte by byte, as damaged files are. A file of several lines that are JSON
 * each, a journal, is changed in one of its lines.
 */
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* A number below `below`; state is the input's seed, and goes on from call to call. */
static size_t any(uint64_t *state, size_t below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(*state >> 33) % below;
}

#define ANY_OF(state, table) ((table)[any((state), sizeof(table) / sizeof(table)[0])])

/* ---- values ---------------------------------------------------------------------------------- */

static json_t *any_integer(uint64_t *state)
{
    static const json_int_t values[] = {0,         1,         -1,        2,          3,
                                        31,        256,       1024,      1025,       4097,
                                        1 << 27,   INT32_MAX, INT32_MIN, UINT32_MAX, 1LL << 32,
                                        1LL << 53, INT64_MAX, INT64_MIN};
    return json_integer(ANY_OF(state, values));
}

static json_t *any_real(uint64_t *state)
{
    static const double values[] = {0.0,    -0.0, 0.5,   1.0,   -1e-9, 1e-9,  5e-324,
                                    1e-300, 1e-6, 1e-05, 60.25, 1e18,  1e300, 1.7e308};
    return json_real(ANY_OF(state, values));
}

/* A word that means something somewhere, or text of any length around those that fit. */
static json_t *any_text(uint64_t *state)
{
    static const char *const words[] = {
        "cpu",          "device",  "host",     "host_pinned",  "host_pageable", "cold",
        "warm",         "right",   "wrong",    "lost",         "partial",       "inaccurate",
        "hung",         "crashed", "skipped",  "lost_updates", "f32",           "f64",
        "i32",          "bytes",   "launches", "copies",       "noisy",         "1/1",
        "1/4294967295", "2/3",     "a\nb",     "%s%n",         "../../x",       "\x1b[31m",
        "\xe2\x80\xae"};
    static const char wide[] = "0123456789 abcdefghijklmnopqrstuvwxyz, (\xc3\xa9)";
    char text[320];
    size_t length = any(state, sizeof text);
    if (any(state, 2) == 0)
        return json_string(ANY_OF(state, words));
    for (size_t i = 0; i < length; i++)
        text[i] = wide[i % (sizeof wide - 1)];
    json_t *value = json_stringn(text, length);
    return value != NULL ? value : json_string(""); /* cut within a character */
}

/* Mostly of the same kind as the old value. */
static json_t *any_like(const json_t *old, uint64_t *state)
{
    size_t kind = any(state, 8);
    if (kind > 4)
        kind = json_is_integer(old) ? 0 : json_is_real(old) ? 1 : json_is_string(old) ? 2 : 3;
    switch (kind) {
    case 0:
        return any_integer(state);
    case 1:
        return any_real(state);
    case 2:
        return any_text(state);
    case 3:
        return json_boolean(any(state, 2));
    default:
        return any(state, 2) == 0 ? json_null() : json_array();
    }
}

/* ---- containers ------------------------------------------------------------------------------ */

static void change_array(json_t *array, size_t index, uint64_t *state)
{
    json_t *old = json_array_get(array, index);
    switch (any(state, 4)) {
    case 0:
        json_array_remove(array, index);
        break;
    case 1:
        json_array_insert_new(array, any(state, json_array_size(array) + 1), json_deep_copy(old));
        break;
    case 2: /* many times over, as samples and records are */
        for (size_t copies = any(state, 70); copies > 0; copies--)
            json_array_append_new(array, json_deep_copy(old));
        break;
    default:
        json_array_set_new(array, index, any_like(old, state));
    }
}

static void change_object(json_t *object, const char *key, uint64_t *state)
{
    if (any(state, 4) == 0)
        json_object_del(object, key);
    else
        json_object_set_new(object, key, any_like(json_object_get(object, key), state));
}

/* Changes one value within the container, at any depth. */
static void change(json_t *container, uint64_t *state)
{
    for (;;) {
        bool is_array = json_is_array(container);
        size_t count = is_array ? json_array_size(container) : json_object_size(container);
        if (count == 0)
            return;
        size_t index = any(state, count);
        void *entry = json_object_iter(container); /* NULL for an array */
        for (size_t i = 0; !is_array && i < index; i++)
            entry = json_object_iter_next(container, entry);
        json_t *child = is_array ? json_array_get(container, index) : json_object_iter_value(entry);
        bool inner = json_is_array(child) || json_is_object(child);
        if (inner && any(state, 8) > 0) {
            container = child;
            continue;
        }
        if (is_array)
            change_array(container, index, state);
        else
            change_object(container, json_object_iter_key(entry), state);
        return;
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Changes the JSON in data[begin, end); 0 where there is none, or it would not fit. */
static size_t change_part(uint8_t *data, size_t size, size_t most, size_t begin, size_t end,
                          uint64_t *state)
{
    json_error_t ignored;
    json_t *root = json_loadb((const char *)data + begin, end - begin, 0, &ignored);
    if (root == NULL)
        return 0;
    for (size_t changes = 1 + any(state, 3); changes > 0; changes--)
        change(root, state);
    size_t length = json_dumpb(root, NULL, 0, JSON_COMPACT), rest = size - end;
    bool fits = length > 0 && begin + length + rest <= most;
    if (fits) {
        memmove(data + begin + length, data + end, rest);
        json_dumpb(root, (char *)data + begin, length, JSON_COMPACT);
    }
    json_decref(root);
    return fits ? begin + length + rest : 0;
}

static size_t change_line(uint8_t *data, size_t size, size_t most, uint64_t *state)
{
    size_t begin = any(state, size), end;
    while (begin > 0 && data[begin - 1] != '\n')
        begin--;
    for (end = begin; end < size && data[end] != '\n';)
        end++;
    return change_part(data, size, most, begin, end, state);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    uint64_t state = seed;
    size_t changed = 0;
    if (size > 0 && any(&state, 5) > 0)
        changed = change_part(data, size, most, 0, size, &state);
    if (size > 0 && changed == 0 && any(&state, 5) > 0)
        changed = change_line(data, size, most, &state);
    return changed > 0 ? changed : LLVMFuzzerMutate(data, size, most);
}
