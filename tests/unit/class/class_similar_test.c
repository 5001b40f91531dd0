/* Similar submissions: copies are found, whatever their names; honest answers are not. */
#include "class_course.h"

#include "class_similar.h"

#include <glob.h>
#include <libgen.h>

/* Everybody in all/ hands in vecadd.cu. */
static struct gs_similar_list find(struct gs_students *students)
{
    struct gs_tasks tasks;
    struct gs_similar_list list;
    struct gs_error error = {""};
    assert_int_equal(gs_tasks_parse("3.1,3.q1", &tasks, &error), GS_OK);
    assert_int_equal(gs_students_list("all", students, &error), GS_OK);
    assert_int_equal(gs_similar_find("all", &tasks, students, &list, &error), GS_OK);
    gs_tasks_release(&tasks);
    return list;
}

static void hand_in(const char *student, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "all/%.100s", student);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "all/%.100s/vecadd.cu", student);
    put(path, text);
}

static void hand_out(const char *stub, const char *solution)
{
    mkdir("stub", 0700);
    mkdir("stub/solutions", 0700);
    put("stub/vecadd.cu", stub);
    put("stub/solutions/vecadd.cu", solution);
}

static int enter_class(void **state)
{
    return enter(state) != 0 || mkdir("all", 0700) != 0;
}

/* ---- copies ---------------------------------------------------------------------------------- */

static const char original[] =
    "__device__ float two_sides(float a, float b)\n"
    "{\n    float sum = a * a;\n    sum += b * b;\n    return sqrtf(sum);\n}\n"
    "__global__ void kernel(const float *a, const float *b, float *c, size_t n)\n"
    "{\n    size_t stride = (size_t)gridDim.x * blockDim.x;\n"
    "    size_t begin = threadIdx.x + blockDim.x * (size_t)blockIdx.x;\n"
    "    for (size_t i = begin; i < n; i += stride) {\n"
    "        float left = a[i], right = b[i];\n"
    "        if (left < right) c[i] = two_sides(left, right);\n"
    "        else c[i] = two_sides(right, left);\n    }\n}\n";

/* The same with other names, comments, blanks, and its functions in another order. */
static const char copied[] =
    "float __device__ f(float, float);\n"
    "// my own work\n"
    "__global__ void solve(const float *in1, const float *in2, float *res, size_t N) {\n"
    "  size_t step = (size_t)gridDim.x * blockDim.x; /* all threads */\n"
    "  size_t tid = threadIdx.x + blockDim.x * (size_t)blockIdx.x;\n"
    "  for (size_t k = tid; k < N; k += step) {\n    float x1 = in1[k], x2 = in2[k];\n"
    "    if (x1 < x2) res[k] = f(x1, x2);\n    else res[k] = f(x2, x1);\n  }\n}\n"
    "__device__ float f(float p, float q) { float r = p * p; r += q * q; return sqrtf(r); }\n";

static const char other[] =
    "__global__ void kernel(const float *a, const float *b, float *c, size_t n)\n"
    "{\n    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n"
    "    const size_t i = ((size_t)blockIdx.x * (blockDim.x / 32) + warp) * 32 + lane;\n"
    "    if (i >= n)\n        return;\n"
    "    c[i] = hypotf(__ldg(&a[i]), __ldg(b + i));\n}\n"
    "void run(const float *a, const float *b, float *c, size_t n)\n"
    "{\n    dim3 block(128), grid(unsigned((n + 127) / 128));\n"
    "    if (n > 0) kernel<<<grid, block>>>(a, b, c, n);\n}\n";

static void a_copy_is_found_whatever_its_names(void **state)
{
    (void)state;
    struct gs_students students;
    hand_in("alice", original);
    hand_in("bob", other);
    hand_in("carol", copied);
    mkdir("all/dave", 0700); /* handed in nothing */
    hand_in("eve", "int broken = \"; ' /* never closed");
    struct gs_similar_list list = find(&students);
    assert_int_equal(list.count, 1);
    const struct gs_similar *group = &list.items[0];
    assert_int_equal(group->count, 2);
    assert_string_equal(students.students[group->students[0]].shown, "alice");
    assert_string_equal(students.students[group->students[1]].shown, "carol");
    assert_true(group->least >= 0.75 && group->least <= group->most && group->most <= 1);
    assert_false(group->same_text);
    assert_true(list.items[0].tokens > 20);
    gs_similar_release(&list);
    gs_students_release(&students);
}

/* The stub and the solution are everybody's. */
static void what_the_course_hands_out_does_not_count(void **state)
{
    (void)state;
    struct gs_students students;
    hand_out(other, original);
    hand_in("alice", original);
    hand_in("bob", copied);
    hand_in("carol", other);
    hand_in("dave", other);
    struct gs_similar_list list = find(&students);
    assert_int_equal(list.count, 0);
    gs_similar_release(&list);
    gs_students_release(&students);
}

/* The text with an own name in it: nobody's copy. */
static void hand_in_own(const char *student, const char *text)
{
    char own[2000];
    snprintf(own, sizeof own, "%s// %s\n", text, student);
    hand_in(student, own);
}

static void what_many_have_does_not_count(void **state)
{
    (void)state;
    struct gs_students students;
    const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    for (size_t i = 0; i < 8; i++)
        hand_in_own(names[i], i < 3 ? original : other);
    struct gs_similar_list list = find(&students);
    assert_int_equal(list.count, 0); /* 3 and 5 of 8: how one writes it, or nothing to tell by */
    gs_similar_release(&list);
    gs_students_release(&students);
    hand_in("c", "int x;");
    list = find(&students);
    assert_int_equal(list.count, 1);
    gs_similar_release(&list);
    gs_students_release(&students);
}

/* One text of six, and two that took it and changed it: one group, however many they are. */
static void copies_of_one_text_are_one_group(void **state)
{
    (void)state;
    struct gs_students students;
    const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    for (size_t i = 0; i < 6; i++)
        hand_in(names[i], original);
    hand_in("g", other);
    struct gs_similar_list list = find(&students);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.items[0].count, 6);
    assert_true(list.items[0].same_text);
    gs_similar_release(&list);
    gs_students_release(&students);
    hand_in("h", copied);
    list = find(&students);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.items[0].count, 7);
    assert_false(list.items[0].same_text);
    gs_similar_release(&list);
    gs_students_release(&students);
}

/* ---- honest answers: the right variants of the course's exercises -----------------------------
 */

/* Gives them to students; how many that are. */
static size_t hand_in_all(const char *exercises, const char *name)
{
    char pattern[600];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/right/%s/*.cu", exercises, name);
    glob(pattern, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *text = get(found.gl_pathv[i]), student[32];
        snprintf(student, sizeof student, "s%zu", i);
        hand_in(student, text);
        free(text);
    }
    size_t count = found.gl_pathc;
    globfree(&found);
    return count;
}

static void look_at_exercise(const char *stub_path)
{
    char path[600], folder[400], name[100];
    snprintf(path, sizeof path, "%s", stub_path);
    snprintf(name, sizeof name, "%s", basename(path));
    name[strlen(name) - 3] = '\0';
    snprintf(path, sizeof path, "%s", stub_path);
    snprintf(folder, sizeof folder, "%s", dirname(path));
    snprintf(path, sizeof path, "%s/solutions/%s.cu", folder, name);
    char *stub = get(stub_path), *solution = get(path);
    hand_out(stub, solution);
    free(stub);
    free(solution);
    size_t count = hand_in_all(folder, name);
    struct gs_students students;
    struct gs_similar_list list = find(&students);
    if (list.count > 0)
        fail_msg("%s: right/%zu and %zu are \"similar\": %.0f %%, %zu tokens", name,
                 list.items[0].students[0], list.items[0].students[1], 100 * list.items[0].most,
                 list.items[0].tokens);
    gs_similar_release(&list);
    gs_students_release(&students);
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "all/s%zu", i);
        assert_int_equal(gs_test_remove_folder(path), 0);
    }
}

static void honest_answers_are_not_similar(void **state)
{
    (void)state;
    glob_t found = {0};
    assert_int_equal(glob(LESSONS "/*/exercises/*.cu", 0, NULL, &found), 0);
    assert_true(found.gl_pathc > 10);
    for (size_t i = 0; i < found.gl_pathc; i++)
        look_at_exercise(found.gl_pathv[i]);
    globfree(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_copy_is_found_whatever_its_names, enter_class, leave),
        cmocka_unit_test_setup_teardown(what_the_course_hands_out_does_not_count, enter_class,
                                        leave),
        cmocka_unit_test_setup_teardown(what_many_have_does_not_count, enter_class, leave),
        cmocka_unit_test_setup_teardown(copies_of_one_text_are_one_group, enter_class, leave),
        cmocka_unit_test_setup_teardown(honest_answers_are_not_similar, enter_class, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
