/* The name that is meant by one that is not known. */
#include "test.h"

#include "suggest.h"

#include <string.h>

static const char *const names[] = {"add_from_all", "histogram", "block_histogram", "vecadd",
                                    "gaussian",     "race_add",  "check",           "list"};

static const char *nearest(const char *name)
{
    const char *found = gs_nearest(name, names, sizeof names / sizeof names[0]);
    return found != NULL ? found : "";
}

static void a_slip_of_the_finger_is_seen(void **state)
{
    (void)state;
    assert_string_equal(nearest("vecad"), "vecadd");
    assert_string_equal(nearest("vecdad"), "vecadd");
    assert_string_equal(nearest("gausian"), "gaussian");
    assert_string_equal(nearest("Vecadd"), "vecadd");
    assert_string_equal(nearest("chekc"), "check");
    assert_string_equal(nearest("lsit"), "list");
}

static void a_word_or_the_begin_of_a_name_is_enough(void **state)
{
    (void)state;
    assert_string_equal(nearest("race"), "race_add");
    assert_string_equal(nearest("rase"), "race_add");
    assert_string_equal(nearest("vec"), "vecadd");
    assert_string_equal(nearest("histogram"), "histogram");
    assert_string_equal(nearest("blok"), "block_histogram");
}

static void nothing_is_guessed(void **state)
{
    (void)state;
    assert_string_equal(nearest("grafik"), "");
    assert_string_equal(nearest("x"), "");
    assert_string_equal(nearest("9.9"), "");
    assert_null(gs_nearest("vecadd", names, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slip_of_the_finger_is_seen),
        cmocka_unit_test(a_word_or_the_begin_of_a_name_is_enough),
        cmocka_unit_test(nothing_is_guessed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
