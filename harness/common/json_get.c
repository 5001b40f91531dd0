#include "json_get.h"

#include <limits.h>
#include <string.h>

const char *gs_get_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

/* Far beyond what a run on the simulator counts, and its addresses; sums and differences of many
 * such numbers are numbers still. */
static long long number_of(const json_t *value)
{
    const long long most = 1LL << 48;
    long long number = json_integer_value(value);
    return number > most ? most : number < -most ? -most : number;
}

long long gs_get_number(const json_t *object, const char *name)
{
    return number_of(json_object_get(object, name));
}

bool gs_has_text(const json_t *object, const char *name, const char *text)
{
    return strcmp(gs_get_text(object, name), text) == 0;
}

int gs_line_of(const json_t *object)
{
    long long line = gs_get_number(object, "line");
    return line > 0 && line <= INT_MAX ? (int)line : 0;
}

bool gs_is_in_file(const json_t *object, const char *name)
{
    const char *path = gs_get_text(object, "file"), *slash = strrchr(path, '/');
    return strcmp(slash != NULL ? slash + 1 : path, name) == 0;
}

long long gs_get_element(const json_t *object, const char *name, size_t k)
{
    return number_of(json_array_get(json_object_get(object, name), k));
}
