// Lockstep only: additions that are not atomic lose updates as on a GPU, where (H200) up to one
// block keeps exactly one of all its updates, and a large grid a few of a million. The seed and the
// number of the launch say which, and nothing else does.
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

__global__ void racy(double *cells)
{
    cells[0] += 0.5;
    cells[1] += 0.5;
}

struct outcome {
    double cells[2];
};

static struct outcome lose(double *cells, unsigned grid, unsigned block)
{
    struct outcome o = {{0, 1}};
    CHECK_CUDA(cudaMemcpy(cells, o.cells, sizeof(o.cells), cudaMemcpyHostToDevice));
    racy<<<grid, block>>>(cells);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(o.cells, cells, sizeof(o.cells), cudaMemcpyDeviceToHost));
    return o;
}

static bool same(const struct outcome *a, const struct outcome *b, int n)
{
    return memcmp(a, b, n * sizeof(*a)) == 0;
}

static void check_small_launches(double *cells)
{
    static const unsigned shapes[][2] = {{1, 1}, {1, 2}, {1, 32}, {1, 33}, {1, 1024}};
    for (int i = 0; i < 5; i++) {
        for (int repeat = 0; repeat < 3; repeat++) {
            struct outcome o = lose(cells, shapes[i][0], shapes[i][1]);
            CHECK_EQ_AT(o.cells[0], 0.5, i);
            CHECK_EQ_AT(o.cells[1], 1.5, i);
        }
    }
}

static void check_large_launch(double *cells)
{
    const unsigned grid = 256, block = 256;
    struct outcome o = lose(cells, grid, block);
    for (int i = 0; i < 2; i++) {
        double kept = (o.cells[i] - i) / 0.5;
        CHECK(kept == floor(kept));
        CHECK(kept >= 2);
        CHECK(kept < grid * block / 100);
    }
}

enum { LAUNCHES = 5, GRID = 500 };

// What a program of its own would see that makes LAUNCHES launches.
static void run_program(const char *seed, const char *resident, struct outcome *outcomes)
{
    int ends[2], status = -1;
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) {
        double *cells = NULL;
        setenv("SIMT_SEED", seed, 1);
        setenv("SIMT_RESIDENT_BLOCKS", resident, 1);
        CHECK_CUDA(cudaMalloc(&cells, sizeof(struct outcome)));
        for (int i = 0; i < LAUNCHES; i++) {
            outcomes[i] = lose(cells, GRID, 32);
        }
        CHECK_CUDA(cudaFree(cells));
        ssize_t written = write(ends[1], outcomes, LAUNCHES * sizeof(*outcomes));
        _exit(written == (ssize_t)(LAUNCHES * sizeof(*outcomes)) ? check_end() : 2);
    }
    close(ends[1]);
    CHECK_EQ(read(ends[0], outcomes, LAUNCHES * sizeof(*outcomes)),
             (ssize_t)(LAUNCHES * sizeof(*outcomes)));
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_EQ(status, 0);
}

static void check_seeds(void)
{
    struct outcome first[LAUNCHES], again[LAUNCHES], other[LAUNCHES];
    run_program("7", "32", first);
    run_program("7", "32", again);
    run_program("8", "32", other);
    CHECK(same(first, again, LAUNCHES));
    CHECK(!same(first, other, LAUNCHES));
    bool all_same = true;
    for (int i = 1; i < LAUNCHES; i++) {
        all_same &= same(&first[0], &first[i], 1);
    }
    CHECK(!all_same);
}

// One block after the other: each keeps one update.
static void check_residency(void)
{
    struct outcome alone[LAUNCHES], many[LAUNCHES];
    run_program("1", "1", alone);
    run_program("1", "64", many);
    for (int i = 0; i < LAUNCHES; i++) {
        CHECK_EQ_AT(alone[i].cells[0], GRID * 0.5, i);
        CHECK_EQ_AT(alone[i].cells[1], 1 + GRID * 0.5, i);
        CHECK(many[i].cells[0] < GRID * 0.5);
    }
}

// Settings that are no numbers end the program at its first launch, with a line that names them.
static void check_refused(const char *name, const char *value)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        double *cells = NULL;
        setenv(name, value, 1);
        if (freopen("/dev/null", "w", stderr) && cudaMalloc(&cells, 16) == cudaSuccess) {
            racy<<<1, 1>>>(cells);
        }
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_EQ(WEXITSTATUS(status), 2);
}

int main(void)
{
    double *cells = NULL;
    // Before this process has begun anything that a copy of it would have to share.
    check_seeds();
    check_residency();
    check_refused("SIMT_SEED", "one");
    check_refused("SIMT_SEED", "-1");
    check_refused("SIMT_RESIDENT_BLOCKS", "0");
    check_refused("SIMT_RESIDENT_BLOCKS", "2x");
    CHECK_CUDA(cudaMalloc(&cells, sizeof(struct outcome)));
    check_small_launches(cells);
    check_large_launch(cells);
    CHECK_CUDA(cudaFree(cells));
    return check_end();
}
