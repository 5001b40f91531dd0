#include "profile_file.h"

#include "files.h"
#include "install_paths.h"
#include "visible.h"

#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { VERSION = 1, MOST_FILE_BYTES = 1 << 20 };

/* ---- writing --------------------------------------------------------------------------------- */

static json_t *numbers_to_json(const struct gs_gpu_profile *profile)
{
    json_t *numbers = json_object();
    for (int k = 0; k < GS_GPU_NUMBERS; k++) {
        if (profile->numbers[k] > 0)
            json_object_set_new(numbers, gs_gpu_numbers[k].key, json_real(profile->numbers[k]));
    }
    return numbers;
}

static json_t *curve_to_json(const struct gs_gpu_points *points, const char *by)
{
    json_t *list = json_array();
    for (size_t i = 0; i < points->count; i++)
        json_array_append_new(list, json_pack("[f, f]", points->at[i], points->value[i]));
    return json_pack("{s:s, s:o}", "by", by, "points", list);
}

static json_t *curves_to_json(const struct gs_gpu_profile *profile)
{
    json_t *curves = json_object();
    for (int k = 0; k < GS_GPU_CURVES; k++) {
        if (profile->curves[k].count > 0)
            json_object_set_new(curves, gs_gpu_curves[k].name.key,
                                curve_to_json(&profile->curves[k], gs_gpu_curves[k].by));
    }
    return curves;
}

static bool write_json(FILE *out, const void *content)
{
    return json_dumpf(content, out, JSON_INDENT(1) | JSON_REAL_PRECISION(7)) == 0 &&
           fputc('\n', out) != EOF;
}

enum gs_status gs_profile_write(const char *path, const struct gs_gpu_profile *profile,
                                struct gs_error *error)
{
    char capability[24];
    snprintf(capability, sizeof capability, "%d.%d", profile->compute_major,
             profile->compute_minor);
    json_t *document =
        json_pack("{s:i, s:s, s:b, s:s, s:s, s:s, s:o, s:o}", "profile_version", VERSION, "name",
                  profile->name, "measured", profile->measured, "source", profile->source, "date",
                  profile->date, "compute_capability", capability, "numbers",
                  numbers_to_json(profile), "curves", curves_to_json(profile));
    if (document == NULL)
        return gs_out_of_memory(error);
    enum gs_status status =
        gs_file_replace(path, 0644, write_json, document, gs_choose_another_out, error);
    json_decref(document);
    return status;
}

/* ---- those that are recorded ----------------------------------------------------------------- */

/* Whole words: "h100" is one of nvidia-h100-80gb-hbm3, and "h1" is none. */
static bool has_words(const char *folder, const char *words)
{
    const size_t length = strlen(words);
    for (const char *at = folder; length > 0 && (at = strcasestr(at, words)) != NULL; at++) {
        if ((at == folder || at[-1] == '-') && (at[length] == '\0' || at[length] == '-'))
            return true;
    }
    return false;
}

static void add_name(char *list, size_t size, const char *name)
{
    const size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", name);
}

/* What was found of the GPU's name. */
struct finding {
    char all[1024], alike[1024]; /* the folders' names: of all profiles, of those that match */
    int matches;
    bool exact; /* one has just this name, and no other counts */
};

static void look_at(struct finding *finding, const char *gpu, const char *folder, const char *name,
                    char *path, size_t size)
{
    char here[4096];
    const int length = snprintf(here, sizeof here, "%s/%s/profile.json", folder, name);
    if (length < 0 || (size_t)length >= sizeof here || (size_t)length >= size ||
        access(here, R_OK) != 0)
        return;
    add_name(finding->all, sizeof finding->all, name);
    if (finding->exact || !has_words(name, gpu))
        return;
    finding->matches++;
    finding->exact = strcasecmp(name, gpu) == 0;
    add_name(finding->alike, sizeof finding->alike, name);
    memcpy(path, here, (size_t)length + 1);
}

enum gs_status gs_profile_find(const char *gpu, char *path, size_t size, struct gs_error *error)
{
    struct finding finding = {.matches = 0};
    struct dirent **names = NULL;
    char folder[2048];
    int count = gs_path_of_shared("results/recorded", folder, sizeof folder)
                    ? scandir(folder, &names, NULL, alphasort)
                    : 0;
    for (int i = 0; i < count; i++) {
        look_at(&finding, gpu, folder, names[i]->d_name, path, size);
        free(names[i]);
    }
    free(names);
    if (finding.matches == 1 || finding.exact)
        return GS_OK;
    if (finding.matches > 1)
        return gs_fail(error, GS_USAGE, "several profiles are of it: %s; give more of its name",
                       finding.alike);
    return gs_fail(error, GS_USAGE,
                   "there is no profile of it; give words of one of these names: %s; or the file "
                   "that `%s profile` wrote on such a GPU",
                   finding.all, gs_called());
}

/* ---- reading --------------------------------------------------------------------------------- */

/* One file while it is read: what is wrong is said with its path. */
struct reading {
    const char *path;
    struct gs_gpu_profile *out;
    struct gs_error *error;
};

static enum gs_status refuse(const struct reading *in, const char *what, const char *name)
{
    return gs_fail(in->error, GS_USAGE,
                   "%s: %s \"%s\"; it is no profile of this version, or it is damaged: make it "
                   "again by %s profile",
                   in->path, what, name, gs_called());
}

static bool take_number(const json_t *json, double *out)
{
    *out = json_number_value(json);
    return json_is_number(json) && isfinite(*out) && *out > 0;
}

static bool take_text(const json_t *document, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(document, key));
    if (text == NULL || strlen(text) >= size || !gs_is_visible(text))
        return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static enum gs_status read_facts(const struct reading *in, const json_t *document)
{
    struct gs_gpu_profile *out = in->out;
    char capability[24], end;
    const json_t *measured = json_object_get(document, "measured");
    if (!take_text(document, "name", out->name, sizeof out->name) || out->name[0] == '\0')
        return refuse(in, "it has no text", "name");
    if (!take_text(document, "source", out->source, sizeof out->source))
        return refuse(in, "it has no text", "source");
    if (!take_text(document, "date", out->date, sizeof out->date))
        return refuse(in, "it has no text", "date");
    if (!json_is_boolean(measured))
        return refuse(in, "it does not say whether it was", "measured");
    out->measured = json_is_true(measured);
    if (!take_text(document, "compute_capability", capability, sizeof capability) ||
        sscanf(capability, "%3d.%3d%c", &out->compute_major, &out->compute_minor, &end) != 2)
        return refuse(in, "it has no version as 9.0 in", "compute_capability");
    return GS_OK;
}

static enum gs_status read_numbers(const struct reading *in, json_t *numbers)
{
    const char *key;
    json_t *value;
    json_object_foreach(numbers, key, value)
    {
        int k = 0;
        while (k < GS_GPU_NUMBERS && strcmp(gs_gpu_numbers[k].key, key) != 0)
            k++;
        if (k == GS_GPU_NUMBERS)
            return refuse(in, "it has an unknown number", key);
        if (!take_number(value, &in->out->numbers[k]))
            return refuse(in, "this is no number over 0:", key);
    }
    return GS_OK;
}

static bool read_points(const json_t *list, struct gs_gpu_points *out)
{
    size_t count = json_array_size(list);
    if (count == 0 || count > GS_GPU_POINTS)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *point = json_array_get(list, i);
        if (json_array_size(point) != 2 || !take_number(json_array_get(point, 0), &out->at[i]) ||
            !take_number(json_array_get(point, 1), &out->value[i]))
            return false;
        if (i > 0 && out->at[i] <= out->at[i - 1])
            return false;
    }
    out->count = count;
    return true;
}

static enum gs_status read_curves(const struct reading *in, json_t *curves)
{
    const char *key;
    json_t *curve;
    json_object_foreach(curves, key, curve)
    {
        int k = 0;
        while (k < GS_GPU_CURVES && strcmp(gs_gpu_curves[k].name.key, key) != 0)
            k++;
        if (k == GS_GPU_CURVES)
            return refuse(in, "it has an unknown curve", key);
        const char *by = json_string_value(json_object_get(curve, "by"));
        if (by == NULL || strcmp(by, gs_gpu_curves[k].by) != 0 ||
            !read_points(json_object_get(curve, "points"), &in->out->curves[k]))
            return refuse(in, "these are no points of a curve:", key);
    }
    return GS_OK;
}

static enum gs_status read_document(const struct reading *in, const json_t *document)
{
    const json_t *version = json_object_get(document, "profile_version");
    if (!json_is_integer(version))
        return refuse(in, "it has no number", "profile_version");
    if (json_integer_value(version) != VERSION)
        return gs_fail(in->error, GS_USAGE,
                       "%s: a profile of version %" JSON_INTEGER_FORMAT
                       ", and this gridstride reads version %d; make it again by %s profile",
                       in->path, json_integer_value(version), VERSION, gs_called());
    json_t *numbers = json_object_get(document, "numbers");
    json_t *curves = json_object_get(document, "curves");
    if (!json_is_object(numbers))
        return refuse(in, "it has no table", "numbers");
    if (!json_is_object(curves))
        return refuse(in, "it has no table", "curves");
    enum gs_status status = read_facts(in, document);
    if (status == GS_OK)
        status = read_numbers(in, numbers);
    return status == GS_OK ? read_curves(in, curves) : status;
}

enum gs_status gs_profile_read(const char *path, struct gs_gpu_profile *out, struct gs_error *error)
{
    struct gs_text text;
    json_error_t where;
    *out = (struct gs_gpu_profile){0};
    enum gs_status status = gs_file_read(path, MOST_FILE_BYTES, &text, error);
    if (status != GS_OK)
        return status;
    json_t *document = json_loadb(text.data, text.length, JSON_REJECT_DUPLICATES, &where);
    free(text.data);
    const struct reading in = {path, out, error};
    if (document == NULL)
        status = gs_fail(error, GS_USAGE, "%s: line %d: %s; this is no whole JSON file", path,
                         where.line, where.text);
    else
        status = read_document(&in, document);
    json_decref(document);
    return status;
}
