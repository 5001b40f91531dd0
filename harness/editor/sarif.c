/* A list as a log of SARIF 2.1.0, the format of OASIS that editors and services read. */
#include "told.h"

#include "json_get.h"
#include "source_place.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The name of the folder that relative paths begin at. */
static const char base[] = "%SRCROOT%";

/* ---- where ----------------------------------------------------------------------------------- */

/* A path as part of a URI: what is no plain character of one is escaped, byte by byte. */
static json_t *uri_of(const char *before, const char *path, const char *behind)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-._~/!$&'()*+,;=@";
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fputs(before, out);
    for (; *path != '\0'; path++) {
        if (strchr(plain, *path) != NULL)
            fputc(*path, out);
        else
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*path);
    }
    fputs(behind, out);
    fclose(out);
    json_t *uri = json_string(text);
    free(text);
    return uri;
}

/* Below the folder we are in by the way from there; else by the whole path. */
static json_t *artifact(const char *file)
{
    char whole[PATH_MAX];
    while (strncmp(file, "./", 2) == 0)
        file += 2;
    if (strncmp(file, "../", 3) == 0 && realpath(file, whole) != NULL)
        file = whole;
    if (file[0] == '/')
        return json_pack("{s:o}", "uri", uri_of("file://", file, ""));
    return json_pack("{s:o, s:s}", "uri", uri_of("", file, ""), "uriBaseId", base);
}

/* Line 0: the whole file. */
static json_t *physical(const char *file, int line)
{
    json_t *location = json_pack("{s:o}", "artifactLocation", artifact(file));
    if (line <= 0)
        return location;
    struct gs_source_place place = gs_source_place(file, line);
    json_t *region = json_pack("{s:i, s:i}", "startLine", line, "startColumn", place.column);
    if (place.end > place.column)
        json_object_set_new(region, "endColumn", json_integer(place.end));
    json_t *text = place.text != NULL ? json_string(place.text) : NULL; /* NULL: no UTF-8 */
    if (text != NULL)
        json_object_set_new(region, "snippet", json_pack("{s:o}", "text", text));
    json_object_set_new(location, "region", region);
    free(place.text);
    return location;
}

/* ---- results --------------------------------------------------------------------------------- */

/* Where the rule is in the list of those that are named; it is added where it is not. */
static size_t rule_index(json_t *rules, const char *rule)
{
    size_t i = 0;
    while (i < json_array_size(rules) && !gs_has_text(json_array_get(rules, i), "id", rule))
        i++;
    if (i == json_array_size(rules)) {
        char words[128];
        snprintf(words, sizeof words, "%s", rule);
        for (char *p = words; *p != '\0'; p++)
            *p = (char)(*p == '-' || *p == '_' ? ' ' : *p);
        json_array_append_new(
            rules, json_pack("{s:s, s:{s:s}}", "id", rule, "shortDescription", "text", words));
    }
    return i;
}

static json_t *result(const json_t *one, json_t *rules)
{
    const char *file = gs_get_text(one, "file"), *rule = gs_get_text(one, "rule");
    const int other = (int)gs_get_number(one, "other_line");
    json_t *made =
        json_pack("{s:s, s:I, s:s, s:{s:s}}", "ruleId", rule, "ruleIndex",
                  (json_int_t)rule_index(rules, rule), "level", gs_get_text(one, "level"),
                  "message", "text", gs_get_text(one, "text"));
    if (file[0] != '\0')
        json_object_set_new(
            made, "locations",
            json_pack("[{s:o}]", "physicalLocation", physical(file, gs_line_of(one))));
    if (other > 0)
        json_object_set_new(made, "relatedLocations",
                            json_pack("[{s:i, s:o, s:{s:s}}]", "id", 1, "physicalLocation",
                                      physical(gs_get_text(one, "other_file"), other), "message",
                                      "text", gs_get_text(one, "other_text")));
    return made;
}

/* ---- the run --------------------------------------------------------------------------------- */

static json_t *invocation(const struct gs_told_run *run)
{
    json_t *words = json_array();
    for (char *const *word = run->words; *word != NULL; word++) {
        json_t *text = json_string(*word);
        json_array_append_new(words, text != NULL ? text : json_string("?"));
    }
    json_t *made = json_pack("{s:o, s:i, s:b}", "arguments", words, "exitCode", run->exit_status,
                             "executionSuccessful", run->failure == NULL);
    if (run->failure != NULL)
        json_object_set_new(
            made, "toolExecutionNotifications",
            json_pack("[{s:s, s:{s:s}}]", "level", "error", "message", "text", run->failure));
    return made;
}

json_t *gs_told_sarif(const json_t *told, const struct gs_told_run *run)
{
    char here[PATH_MAX];
    json_t *rules = json_array(), *results = json_array();
    for (size_t i = 0; i < json_array_size(told); i++)
        json_array_append_new(results, result(json_array_get(told, i), rules));
    if (json_array_size(results) != json_array_size(told)) { /* no memory */
        json_decref(rules);
        json_decref(results);
        return NULL;
    }
    json_t *made =
        json_pack("{s:{s:{s:s, s:s, s:o}}, s:[o], s:s, s:o}", "tool", "driver", "name",
                  "gridstride", "version", run->version, "rules", rules, "invocations",
                  invocation(run), "columnKind", "unicodeCodePoints", "results", results);
    if (getcwd(here, sizeof here) != NULL)
        json_object_set_new(made, "originalUriBaseIds",
                            json_pack("{s:{s:o}}", base, "uri",
                                      uri_of("file://", here, here[1] != '\0' ? "/" : "")));
    return json_pack("{s:s, s:s, s:[o]}", "$schema",
                     "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                     "sarif-schema-2.1.0.json",
                     "version", "2.1.0", "runs", made);
}
