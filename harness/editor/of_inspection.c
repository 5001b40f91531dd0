/* The document of an inspection as a list for other programs. */
#include "told.h"

#include "json_get.h"

#include <string.h>
#include <unistd.h>

/* As the compiler was told it, where that can be opened from here; else where it lies. */
static const char *file_of(const json_t *finding, const char *as_told, const char *path)
{
    const char *file = gs_get_text(finding, as_told), *whole = gs_get_text(finding, path);
    if (whole[0] != '\0' && access(file, F_OK) != 0)
        return whole;
    return strcmp(file, "?") == 0 ? "" : file;
}

/* The same line of several variants or dtypes says the same. */
static bool add_once(json_t *told, json_t *one)
{
    bool known = false;
    for (size_t i = 0; i < json_array_size(told); i++)
        known = known || json_equal(json_array_get(told, i), one);
    if (!known)
        return json_array_append_new(told, one) == 0;
    json_decref(one);
    return true;
}

static bool add_finding(json_t *told, const json_t *finding, const char *level)
{
    const char *subject = gs_get_text(finding, "subject");
    const json_t *second = json_object_get(finding, "second");
    bool expected = json_is_true(json_object_get(finding, "expected"));
    json_t *text = json_sprintf("%s%s%s%s%s", gs_get_text(finding, "sentence"),
                                subject[0] != '\0' ? " The memory: " : "", subject,
                                subject[0] != '\0' ? "." : "",
                                expected ? " Expected: this variant races on purpose." : "");
    json_t *one = json_pack("{s:s, s:s, s:s, s:i, s:o}", "level", expected ? "note" : level, "rule",
                            gs_get_text(finding, "kind"), "file", file_of(finding, "file", "path"),
                            "line", gs_line_of(finding), "text", text);
    long long other = gs_get_number(finding, "other_line");
    if (one != NULL && other > 0) {
        json_object_set_new(one, "other_file",
                            json_string(file_of(finding, "other_file", "other_path")));
        json_object_set_new(one, "other_line", json_integer(other));
        json_object_set_new(one, "other_text",
                            json_sprintf("the other access: %s", gs_get_text(second, "name")));
    }
    return add_once(told, one);
}

static bool add_all(json_t *told, const json_t *document)
{
    const json_t *findings = json_object_get(document, "findings"),
                 *remarks = json_object_get(document, "remarks");
    bool good = true;
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *also = json_object_get(json_array_get(findings, i), "also");
        good = add_finding(told, json_array_get(findings, i), "error") && good;
        for (size_t k = 0; k < json_array_size(also); k++)
            good = add_finding(told, json_array_get(also, k), "error") && good;
    }
    for (size_t i = 0; i < json_array_size(remarks); i++)
        good = add_finding(told, json_array_get(remarks, i), "note") && good;
    return good;
}

/* What is wrong and has no line. */
static bool add_whole(json_t *told, const char *rule, const char *file, json_t *text)
{
    return add_once(told, json_pack("{s:s, s:s, s:s, s:i, s:o}", "level", "error", "rule", rule,
                                    "file", file, "line", 0, "text", text));
}

bool gs_told_add_inspection(json_t *told, const json_t *document)
{
    const json_t *variants = json_object_get(document, "variants");
    const char *ended = gs_get_text(document, "ended");
    bool good = add_all(told, document);
    if (ended[0] != '\0')
        good = good && add_whole(told, "program-failed", "",
                                 json_sprintf("%s %s.", gs_get_text(document, "program"), ended));
    for (size_t i = 0; i < json_array_size(variants); i++) {
        const json_t *variant = json_array_get(variants, i);
        const char *detail = gs_get_text(variant, "detail");
        good = add_all(told, variant) && good;
        if (!json_is_true(json_object_get(variant, "good")))
            good = good &&
                   add_whole(told, gs_get_text(variant, "verdict"), gs_get_text(document, "kernel"),
                             json_sprintf("%s/%s/%s: %s%s%s", gs_get_text(variant, "workload"),
                                          gs_get_text(variant, "variant"),
                                          gs_get_text(variant, "dtype"),
                                          gs_get_text(variant, "verdict"),
                                          detail[0] != '\0' ? ": " : "", detail));
    }
    return good;
}
