/* Mistakes that are made by rule: each once, in code alone. */
#include "test.h"

#include "teach_rules.h"

static const char source[] = "#include \"x.h\" /* a < b */\n"
                             "__global__ void f(int *c, size_t n)\n"
                             "{\n"
                             "    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    int sum = 0; // begins = 0; here\n"
                             "    if (i < n)\n"
                             "        atomicAdd(&c[i], g(1, 2));\n"
                             "    __syncthreads();\n"
                             "    sum += c[0];\n"
                             "    printf(\"%d < 3\\n\", sum);\n"
                             "}\n"
                             "f<<<(n + 255 - 1) / 255, 255>>>(c, n);\n";

struct wanted {
    int line;
    const char *part;
};

static void makes_each_once(void **state)
{
    (void)state;
    static const struct wanted wanted[] = {
        {4, "(size_t)0 + threadIdx.x;"},
        {5, "int sum = 1; // begins = 0; here"},
        {6, "    if (true)\n"},
        {6, "    if (i <= n)\n"},
        {7, "        c[i] += g(1, 2);\n"},
        {8, "    ;\n"},
        {9, "    sum = c[0];\n"},
        {12, "f<<<(n) / 255, 255>>>"},
    };
    struct gs_rule_mutants mutants;
    assert_true(gs_rule_mutants_make(source, &mutants));
    assert_int_equal(mutants.count, sizeof wanted / sizeof wanted[0]);
    for (size_t i = 0; i < mutants.count; i++) {
        assert_int_equal(mutants.items[i].line, wanted[i].line);
        assert_contains(mutants.items[i].text, wanted[i].part);
        assert_contains(mutants.items[i].text, "a < b");
        assert_contains(mutants.items[i].text, "%d < 3");
    }
    gs_rule_mutants_release(&mutants);
}

/* Whatever the source is, cut off anywhere. */
static void takes_any_source(void **state)
{
    (void)state;
    for (size_t i = 0; i <= strlen(source); i++) {
        char cut[sizeof source];
        struct gs_rule_mutants mutants;
        memcpy(cut, source, i);
        cut[i] = '\0';
        assert_true(gs_rule_mutants_make(cut, &mutants));
        for (size_t k = 0; k < mutants.count; k++)
            assert_string_not_equal(mutants.items[k].text, cut);
        gs_rule_mutants_release(&mutants);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_each_once),
        cmocka_unit_test(takes_any_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
