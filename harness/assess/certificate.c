#include "certificate.h"

#include "certificate_page.h"
#include "files.h"
#include "json_get.h"
#include "seal.h"
#include "visible.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char format[] = "gridstride certificate";

const char gs_seal_by_key[] =
    "Only who has the key can make such a seal, and any change to the file breaks it.";
const char gs_seal_by_checksum[] =
    "A change by accident breaks such a seal. But anyone can make one: it does not show who did.";

/* ---- writing --------------------------------------------------------------------------------- */

static json_t *verdicts_of(const struct gs_assessed *result)
{
    json_t *all = json_array();
    for (size_t i = 0; i < GS_ASSESSED_VERDICTS; i++) {
        const struct gs_assessed_verdict *verdict = &result->verdicts[i];
        json_array_append_new(all, json_pack("{s:s, s:s, s:b, s:s}", "verdict", verdict->name,
                                             "question", verdict->question, "passed",
                                             verdict->state == GS_ASSESSED_YES, "sentence",
                                             verdict->sentence));
    }
    return all;
}

static json_t *gpu_of(const struct gs_certificate *c)
{
    const struct gs_call_time *time = &c->result->time;
    if (time->device[0] == '\0')
        return json_null();
    return json_pack("{s:s, s:s, s:f, s:f}", "name", time->device, "size",
                     gs_shape_name(c->exercise, &c->exercise->assessment->timed).text, "seconds",
                     time->s, "bus_seconds", time->least_s);
}

static json_t *certificate_of(const struct gs_certificate *c, const struct gs_digest *source)
{
    const struct gs_assessment *assessment = c->exercise->assessment;
    char date[16] = "";
    const time_t now = time(NULL);
    struct tm day;
    if (gmtime_r(&now, &day) != NULL)
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    const char *slash = strrchr(c->source, '/');
    return json_pack("{s:s, s:i, s:i, s:s, s:s, s:s, s:s, s:s, s:I, s:s, s:{s:s, s:s}, s:o, s:o}",
                     "format", format, "version", 1, "assessment", (int)assessment->number, "title",
                     assessment->title, "about", assessment->about, "exercise", c->exercise->name,
                     "name", c->name, "date", date, "seed", (json_int_t)c->seed, "gridstride",
                     c->version, "source", "file", slash != NULL ? slash + 1 : c->source, "sha256",
                     source->text, "verdicts", verdicts_of(c->result), "gpu", gpu_of(c));
}

static bool write_json(FILE *out, const void *certificate)
{
    return json_dumpf(certificate, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
}

/* Both files, or neither. */
static enum gs_status write_files(const json_t *certificate, const char *stem,
                                  struct gs_error *error)
{
    static const char advice[] = "go to a folder that you can write to";
    struct gs_new_file json = {.advice = advice}, page = {.advice = advice};
    snprintf(json.path, sizeof json.path, "%s.json", stem);
    snprintf(page.path, sizeof page.path, "%s.html", stem);
    enum gs_status status = gs_new_file_write(&json, 0666, write_json, certificate, error);
    if (status != GS_OK)
        return status;
    status = gs_new_file_write(&page, 0666, gs_certificate_page_write, certificate, error);
    if (status != GS_OK) {
        gs_new_file_drop(&json);
        return status;
    }
    status = gs_new_file_keep(&page, error);
    return status == GS_OK ? gs_new_file_keep(&json, error) : status;
}

enum gs_status gs_certificate_write(const struct gs_certificate *c, const struct gs_seal_key *key,
                                    const char *stem, struct gs_error *error)
{
    struct gs_digest digest;
    enum gs_status status = gs_digest_of_file(c->source, &digest, error);
    if (status != GS_OK)
        return status;
    json_t *certificate = certificate_of(c, &digest);
    json_t *seal = gs_seal_of(certificate, key);
    if (certificate == NULL || seal == NULL || json_object_set(certificate, "seal", seal) != 0)
        status = gs_out_of_memory(error);
    else
        status = write_files(certificate, stem, error);
    json_decref(seal);
    json_decref(certificate);
    return status;
}

/* ---- verifying ------------------------------------------------------------------------------- */

enum { MOST_CERTIFICATE = 1 << 20 };

static enum gs_status read_certificate(const char *path, json_t **out, struct gs_error *error)
{
    struct gs_text text;
    json_error_t why;
    *out = NULL;
    enum gs_status status = gs_file_read(path, MOST_CERTIFICATE, &text, error);
    if (status != GS_OK)
        return status;
    json_t *read = json_loadb(text.data, text.length, JSON_REJECT_DUPLICATES, &why);
    free(text.data);
    if (gs_has_text(read, "format", format) &&
        json_integer_value(json_object_get(read, "version")) == 1) {
        *out = read;
        return GS_OK;
    }
    status =
        read == NULL
            ? gs_fail(error, GS_USAGE, "%.300s:%d: %s; give the JSON file of a certificate", path,
                      why.line, why.text)
            : gs_fail(error, GS_USAGE,
                      "%.300s is no certificate of gridstride; give the JSON file of one", path);
    json_decref(read);
    return status;
}

/* A seal fits whatever it is put on: what it is put on has to say that somebody passed. */
static enum gs_status look_at_verdicts(const char *path, const json_t *certificate,
                                       struct gs_error *error)
{
    const json_int_t number = json_integer_value(json_object_get(certificate, "assessment"));
    const json_t *verdicts = json_object_get(certificate, "verdicts");
    const bool known =
        number > 0 && number <= UINT_MAX && gs_assessed_exercise((unsigned)number) != NULL;
    bool passed = known && gs_get_text(certificate, "name")[0] != '\0' &&
                  json_array_size(verdicts) == GS_ASSESSED_VERDICTS;
    for (size_t i = 0; i < GS_ASSESSED_VERDICTS; i++)
        passed = passed && json_is_true(json_object_get(json_array_get(verdicts, i), "passed"));
    return passed ? GS_OK
                  : gs_fail(error, GS_WRONG,
                            "%.300s does not say that somebody passed an assessment of "
                            "gridstride's, so it is no certificate of one",
                            path);
}

static enum gs_status look_at_seal(const char *path, const json_t *certificate,
                                   const struct gs_seal_key *key, struct gs_error *error)
{
    const json_t *seal = json_object_get(certificate, "seal");
    const bool by_key = gs_has_text(seal, "kind", "hmac-sha256");
    if (by_key && key->length == 0)
        return gs_fail(error, GS_USAGE,
                       "%.300s is sealed with a key; give the file of that key: --key FILE", path);
    if (!by_key && key->length > 0)
        return gs_fail(error, GS_WRONG,
                       "%.300s is not sealed with a key, so anyone can have made it", path);
    json_t *wanted = gs_seal_of(certificate, key);
    const bool fits = wanted != NULL && gs_seals_are_equal(seal, wanted);
    json_decref(wanted);
    if (fits)
        return GS_OK;
    return gs_fail(error, GS_WRONG, "the seal of %.300s does not fit: %s", path,
                   by_key ? "the file was changed, or sealed with another key"
                          : "the file was changed since it was written");
}

static void say_whose(const json_t *certificate, FILE *out)
{
    const json_t *source = json_object_get(certificate, "source");
    fprintf(out, "name:       %s\n", gs_visible(gs_get_text(certificate, "name")).text);
    fprintf(out, "passed:     assessment %lld, %s\n",
            (long long)json_integer_value(json_object_get(certificate, "assessment")),
            gs_visible(gs_get_text(certificate, "title")).text);
    fprintf(out, "date:       %s\n", gs_visible(gs_get_text(certificate, "date")).text);
    fprintf(out, "seed:       %lld\n",
            (long long)json_integer_value(json_object_get(certificate, "seed")));
    fprintf(out, "gridstride: %s\n", gs_visible(gs_get_text(certificate, "gridstride")).text);
    fprintf(out, "source:     %s\n", gs_visible(gs_get_text(source, "file")).text);
    fprintf(out, "SHA-256:    %s\n", gs_visible(gs_get_text(source, "sha256")).text);
}

enum gs_status gs_certificate_verify(const char *path, const struct gs_seal_key *key, FILE *out,
                                     struct gs_error *error)
{
    json_t *certificate = NULL;
    enum gs_status status = read_certificate(path, &certificate, error);
    if (status == GS_OK)
        status = look_at_seal(path, certificate, key, error);
    if (status == GS_OK)
        status = look_at_verdicts(path, certificate, error);
    if (status == GS_OK) {
        say_whose(certificate, out);
        fprintf(out, "\nThe seal fits. %s\n",
                key->length > 0 ? gs_seal_by_key : gs_seal_by_checksum);
    }
    json_decref(certificate);
    return status;
}
