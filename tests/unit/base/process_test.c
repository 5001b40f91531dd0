/* What counts as a process's own time. */
#include "test.h"

#include "clock.h"
#include "process.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RIVALS = 4 };

static void spin_for_ever(void)
{
    for (volatile unsigned turn = 0;; turn = turn + 1)
        ;
}

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

/* A child that dies with the group of tests at the latest. */
static pid_t start(void (*work)(void))
{
    pid_t pid = fork();
    if (pid == 0) {
        alarm(600);
        work();
    }
    assert_true(pid > 0);
    return pid;
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* Waits until the children have run, or would have. */
static double span_of(double seconds)
{
    const double begin_s = gs_clock_s();
    while (gs_clock_s() - begin_s < seconds)
        sched_yield();
    return gs_clock_s() - begin_s;
}

static void time_of_a_process_that_sleeps_counts_whole(void **state)
{
    (void)state;
    double cpu_s = 0;
    pid_t pid = start(sleep_for_ever);
    gs_process_own_s(pid, 1, &cpu_s);
    while (gs_process_own_s(pid, 1e9, &cpu_s) < 1e9) /* it has not come to sleep yet */
        sched_yield();
    assert_true(gs_process_own_s(pid, 5, &cpu_s) == 5);
    end(pid);
}

static void time_that_others_have_the_processor_does_not_count(void **state)
{
    (void)state;
    cpu_set_t all, one;
    double cpu_s = 0;
    pid_t rivals[RIVALS];
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    size_t first = 0;
    while (!CPU_ISSET(first, &all))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    for (size_t i = 0; i < RIVALS; i++)
        rivals[i] = start(spin_for_ever);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    span_of(0.05);
    gs_process_own_s(rivals[0], 1, &cpu_s);
    const double span_s = span_of(0.5), own_s = gs_process_own_s(rivals[0], span_s, &cpu_s);
    for (size_t i = 0; i < RIVALS; i++)
        end(rivals[i]);
    assert_true(own_s < 0.8 * span_s);
}

static void time_of_what_is_no_process_counts_whole(void **state)
{
    (void)state;
    double cpu_s = 0;
    pid_t pid = start(sleep_for_ever);
    end(pid);
    assert_true(gs_process_own_s(pid, 5, &cpu_s) == 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_of_a_process_that_sleeps_counts_whole),
        cmocka_unit_test(time_that_others_have_the_processor_does_not_count),
        cmocka_unit_test(time_of_what_is_no_process_counts_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
