/* What the host chose: the same in two runs, wherever memory lies, and another where a number is.
 */
#include "test.h"

#include "choices.h"
#include "crossing.h"

#include <string.h>

/* Device memory, of which each run has other addresses. */
static uint32_t arena[2][64];
static unsigned run;
static struct simt_object object = {.bytes = sizeof(arena[0]), .kind = SIMT_OBJECT_DEVICE};

bool simt_region_in_arena(const void *address)
{
    return (uintptr_t)address - (uintptr_t)arena[run] < sizeof(arena[run]);
}

size_t simt_region_offset(const void *address)
{
    return (size_t)((uintptr_t)address - (uintptr_t)arena[run]);
}

/* What textures are, behind the device's memory. */
static char structures[2][16];

bool simt_structure_offset(const void *address, size_t *offset)
{
    *offset = (size_t)((uintptr_t)address - (uintptr_t)structures[run]);
    return *offset < sizeof(structures[run]);
}

struct simt_object *simt_objects_find(uintptr_t address)
{
    object.base = (uintptr_t)arena[run];
    return address - object.base < object.bytes ? &object : NULL;
}

/* Of a program with one launch. */
struct plan {
    size_t to; /* the element that its argument points to */
    unsigned blocks;
    float number;
    uint32_t word; /* that it copies to the device */
    uint32_t fill; /* as a fill of elements of 4 bytes leaves it */
};

static const struct plan usual = {.to = 3, .blocks = 2, .number = 1.5f, .word = 9, .fill = 7};

static void launch(const struct plan *plan)
{
    static int kernel;
    const struct simt_launch_config config = {
        .grid = {plan->blocks, 1, 1}, .block = {32, 1, 1}, .line = 20, .function = &kernel};
    struct {
        uint32_t *to;
        unsigned blocks;
    } object_of_both;
    uint32_t *to = arena[run] + plan->to;

    memset(&object_of_both, 0, sizeof(object_of_both));
    object_of_both.to = to;
    object_of_both.blocks = plan->blocks;
    simt_choices_argument(&to, sizeof(to), SIMT_ARGUMENT_POINTER);
    simt_choices_argument(&plan->number, sizeof(plan->number), SIMT_ARGUMENT_NUMBER);
    simt_choices_argument(&object_of_both, sizeof(object_of_both), SIMT_ARGUMENT_OBJECT);
    simt_choices_launch(&config);
}

static void go(const struct plan *plan)
{
    const uint32_t host = plan->word;
    uint32_t *to = arena[run] + plan->to;

    simt_choices_begin();
    simt_choices_operation(&(struct simt_operation){
        .kind = SIMT_OPERATION_COPY, .site = &usual, .dst = to, .src = &host, .bytes = 4});
    simt_choices_row(to, &host, sizeof(host));
    simt_choices_operation(&(struct simt_operation){
        .kind = SIMT_OPERATION_FILL, .site = &usual, .dst = to, .bytes = 4});
    *to = plan->fill;
    simt_choices_filled(to, sizeof(*to));
    launch(plan);
    simt_choices_end();
    launch(plan); /* comes too late */
}

enum { CHOICES = 3 };

/* The first that is another one than in the usual run; CHOICES: none. */
static size_t first_other(const struct plan *plan)
{
    struct simt_choice before[CHOICES];
    size_t i = 0;

    run = 0;
    go(&usual);
    for (size_t k = 0; k < CHOICES; k++)
        before[k] = *simt_choices_get(k);
    run = 1;
    go(plan);
    while (i < CHOICES && simt_choices_get(i)->value == before[i].value)
        i++;
    assert_null(simt_choices_get(CHOICES));
    return i;
}

static void test_other_addresses_are_no_other_choice(void **state)
{
    (void)state;
    assert_int_equal(first_other(&usual), CHOICES);
    assert_ptr_equal(simt_choices_get(0)->site, &usual);
    assert_true(!simt_choices_get(2)->site && simt_choices_get(2)->line == 20);
}

static void test_other_numbers_are(void **state)
{
    struct plan plan = usual;

    (void)state;
    plan.number = 1.25f;
    assert_int_equal(first_other(&plan), 2);
    plan = usual;
    plan.blocks = 3;
    assert_int_equal(first_other(&plan), 2);
    plan = usual;
    plan.fill = 8;
    assert_int_equal(first_other(&plan), 1);
    plan.fill = usual.fill + 0x10000;
    assert_int_equal(first_other(&plan), 1);
    plan = usual;
    plan.word = 10;
    assert_int_equal(first_other(&plan), 0);
    plan = usual;
    plan.to = 4;
    assert_int_equal(first_other(&plan), 0);
}

/* Of more than are listed the rest has one hash. */
/* The choice that a launch is which has one number, of 8 bytes. */
static uint64_t choice_of(uint64_t number, enum simt_argument_kind kind)
{
    simt_choices_begin();
    simt_choices_argument(&number, sizeof(number), kind);
    simt_choices_launch(&(struct simt_launch_config){.line = 1});
    simt_choices_end();
    return simt_choices_get(0)->value;
}

static void test_handles_are_no_other_choice_and_numbers_are(void **state)
{
    uint64_t texture, condition;

    (void)state;
    run = 0;
    texture = choice_of((uintptr_t)&structures[0][8], SIMT_ARGUMENT_NUMBER);
    condition = choice_of((uintptr_t)&arena[0][5], SIMT_ARGUMENT_NUMBER);
    run = 1;
    assert_true(choice_of((uintptr_t)&structures[1][8], SIMT_ARGUMENT_NUMBER) == texture);
    assert_true(choice_of((uintptr_t)&structures[1][9], SIMT_ARGUMENT_NUMBER) != texture);
    assert_true(choice_of((uintptr_t)&arena[1][5], SIMT_ARGUMENT_NUMBER) == condition);
    assert_true(choice_of(1000, SIMT_ARGUMENT_POINTER) != choice_of(1001, SIMT_ARGUMENT_POINTER));
}

static uint64_t choice_of_description(size_t at, uint64_t number)
{
    const uint64_t numbers[] = {1, number};

    simt_choices_begin();
    simt_choices_described(&arena[run][at], numbers, 2, &usual);
    simt_choices_end();
    return simt_choices_get(0)->value;
}

static void test_what_is_described_is_a_choice(void **state)
{
    uint64_t before;

    (void)state;
    run = 0;
    before = choice_of_description(3, 7);
    run = 1;
    assert_true(choice_of_description(3, 7) == before);
    assert_true(choice_of_description(3, 8) != before);
    assert_true(choice_of_description(4, 7) != before);
    assert_ptr_equal(simt_choices_get(0)->site, &usual);
}

static void test_many(void **state)
{
    uint64_t rest[2];

    (void)state;
    for (unsigned turn = 0; turn < 2; turn++) {
        simt_choices_begin();
        for (unsigned i = 0; i < 600; i++)
            launch(&(struct plan){.blocks = i == 599 ? turn + 1 : 1});
        rest[turn] = simt_choices_rest();
    }
    assert_non_null(simt_choices_get(499));
    assert_null(simt_choices_get(500));
    assert_true(rest[0] != rest[1]);
}

/* Who measures may do the same as often as there is time. */
static void test_as_often_as_there_is_time(void **state)
{
    (void)state;
    simt_choices_begin();
    simt_choices_operation(&(struct simt_operation){.kind = SIMT_OPERATION_NOTE});
    for (unsigned i = 0; i < 5; i++)
        launch(&usual);
    assert_non_null(simt_choices_get(0));
    assert_null(simt_choices_get(1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_addresses_are_no_other_choice),
        cmocka_unit_test(test_other_numbers_are),
        cmocka_unit_test(test_handles_are_no_other_choice_and_numbers_are),
        cmocka_unit_test(test_what_is_described_is_a_choice),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_as_often_as_there_is_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
