/* Slips that compile. */
#include "test_source.h"

#include "source_slips.h"

/* All that is said of a kernel with this text in it, which begins in line 3: "3: sentence; ". */
static const char *slips(const char *body)
{
    static char said[2048];
    char text[2048];
    snprintf(text, sizeof text,
             "__global__ void k(float *c, const float *a, int n, int i)\n{\n%s\n}\n", body);
    struct gs_source source = gs_test_source(text);
    json_t *warnings = json_array();
    gs_source_check_slips(&source, warnings);
    said[0] = '\0';
    for (size_t k = 0; k < json_array_size(warnings); k++) {
        const json_t *warning = json_array_get(warnings, k);
        assert_string_equal(json_string_value(json_object_get(warning, "kind")), "warning");
        snprintf(said + strlen(said), sizeof said - strlen(said), "%d: %s; ",
                 (int)json_integer_value(json_object_get(warning, "line")),
                 json_string_value(json_object_get(warning, "sentence")));
    }
    json_decref(warnings);
    gs_source_release(&source);
    return said;
}

#define assert_none(body) assert_string_equal(slips(body), "")

static void a_sign_behind_an_assignment_is_seen(void **state)
{
    (void)state;
    static const char add[] = "3: `=+` sets the variable to what follows: to add it, write `+=`.; ";
    assert_string_equal(slips("    c[i] =+ a[i];"), add);
    assert_string_equal(slips("    c[i] =+a[i];"), add);
    assert_string_equal(slips("    c[i]=+ a[i];"), add);
    assert_contains(slips("    c[i] =- a[i];"), "to subtract it, write `-=`");
    assert_none("    c[i] = +a[i]; c[i] = -a[i]; i=-1; c[i] += a[i]; i = n == +1;");
    assert_none("    /* =+ */ c[i] = a[i];\n    // c[i] =+ 1\n    printf(\" =+ \");");
}

static void a_loop_that_does_nothing_is_seen(void **state)
{
    (void)state;
    assert_string_equal(slips("    for (i = 0; i < n; i++);\n    {\n        c[i] = 1;\n    }"),
                        "3: The `;` behind `for (...)` is all that the loop does: what follows "
                        "runs once, after it. Take the `;` away.; ");
    assert_contains(slips("    for (i = 0; i < n; i++);\n        c[i] = 1;"), "3: The `;` behind");
    assert_contains(slips("    while (i < n);\n    {\n        i++;\n    }"),
                    "behind `while (...)`");
    assert_none("    while (atomicCAS((int *)c, 0, 1) != 0);\n    c[1] = 2;");
    assert_none("    for (i = 1; i < n; i *= 2);\n    c[i] = 2;");
    assert_none("    do {\n        i++;\n    } while (i < n);\n    {\n        c[i] = 2;\n    }");
    assert_none("    for (i = 0; i < n; i++)\n        c[i] = 1;\n    c[0] = 2;");
}

static void a_line_that_only_looks_guarded_is_seen(void **state)
{
    (void)state;
    assert_string_equal(slips("    if (i < n)\n        c[i] = a[i];\n        c[i] += 1;"),
                        "3: Only line 4 belongs to this `if`, though line 5 is indented too: put "
                        "braces around all of it.; ");
    assert_contains(slips("\tfor (i = 0; i < n; i++)\n\t\tc[i] = f(a[i]);\n\t\tc[0] += 1;"),
                    "belongs to this `for`");
    assert_none("    if (i < n)\n        c[i] = a[i];\n    c[i] += 1;");
    assert_none("    if (i < n) {\n        c[i] = a[i];\n        c[i] += 1;\n    }");
    assert_none("    if (i < n)\n        c[i] = 1;\n    else\n        c[i] = 2;\n    c[0] = 1;");
    assert_none("    if (i < n)\n    c[i] = 1;\n    c[0] = 1;");
}

static void a_division_that_drops_its_remainder_is_seen(void **state)
{
    (void)state;
    assert_string_equal(slips("    c[i] = 1 / 2 * a[i];"),
                        "3: `1 / 2` is a division of whole numbers, and gives 0. With a fraction "
                        "it is `1.0f / 2`.; ");
    assert_none("    c[i] = 1.0f / 2 + 1 / 2.0f + 1024 / 32; i = n / 2;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sign_behind_an_assignment_is_seen),
        cmocka_unit_test(a_loop_that_does_nothing_is_seen),
        cmocka_unit_test(a_line_that_only_looks_guarded_is_seen),
        cmocka_unit_test(a_division_that_drops_its_remainder_is_seen),
    };
    return cmocka_run_group_tests(tests, gs_test_make_sources, gs_test_remove_sources);
}
