/* Lesson 3's questions. */
#include "exercise_tools.h"

#include "occupancy.h"

#include <math.h>

static const size_t asked_n = ((size_t)1 << 24) + 11;
enum { ASKED_BLOCK = 256, LARGE_BLOCK = 1024 };

static size_t blocks_of(size_t n, size_t block)
{
    return (n + block - 1) / block;
}

static struct gs_answer answer_blocks(void)
{
    return gs_answer_exactly((double)blocks_of(asked_n, ASKED_BLOCK));
}

static bool explain_blocks(double given, char *sentence, size_t size)
{
    if (fabs(given - (double)asked_n / ASKED_BLOCK) < 1 &&
        given < (double)blocks_of(asked_n, ASKED_BLOCK))
        return gs_reply(sentence, size,
                        "So many are full. What is left over needs a block too: round up.");
    return given == (double)asked_n &&
           gs_reply(sentence, size,
                    "That is the number of threads that are needed; 256 of them make a block.");
}

static size_t idle_threads(void)
{
    return blocks_of(asked_n, LARGE_BLOCK) * LARGE_BLOCK - asked_n;
}

static struct gs_answer answer_idle(void)
{
    return gs_answer_exactly((double)idle_threads());
}

static bool explain_idle(double given, char *sentence, size_t size)
{
    if (given == (double)(LARGE_BLOCK - idle_threads()))
        return gs_reply(sentence, size,
                        "So many threads of the last block have an element. How many have none?");
    return given == (double)(blocks_of(asked_n, ASKED_BLOCK) * ASKED_BLOCK - asked_n) &&
           gs_reply(sentence, size,
                    "That is right for blocks of 256; here they have 1024 threads.");
}

static struct gs_answer answer_bus_bytes(void)
{
    return gs_answer_exactly(3.0 * sizeof(float) * (double)asked_n);
}

static bool explain_bus_bytes(double given, char *sentence, size_t size)
{
    if (given == 3.0 * (double)asked_n)
        return gs_reply(sentence, size, "That is the number of elements; a float has 4 bytes.");
    if (given == 2.0 * sizeof(float) * (double)asked_n)
        return gs_reply(sentence, size, "So many go to the device. The sum comes back, too.");
    return given == sizeof(float) * (double)asked_n &&
           gs_reply(sentence, size,
                    "That is one array. How many go there, and how many come back?");
}

enum { RESIDENT_BLOCK = 256, RESIDENT_SHARED = 48 << 10 };

static struct gs_occupancy resident(size_t shared_bytes)
{
    const struct gs_block_needs needs = {
        .threads = RESIDENT_BLOCK, .registers = 32, .shared_bytes = shared_bytes};
    return gs_occupancy_of(gs_multiprocessor_find("9.0"), &needs);
}

static struct gs_answer answer_resident(void)
{
    return gs_answer_exactly(resident(RESIDENT_SHARED).warps);
}

static bool explain_resident(double given, char *sentence, size_t size)
{
    if (given == resident(RESIDENT_SHARED).blocks)
        return gs_reply(sentence, size, "So many blocks are resident. How many warps has each?");
    return given == resident(0).warps &&
           gs_reply(
               sentence, size,
               "So many it would be without shared memory. How many times do 48 KiB, and 1 KiB "
               "that CUDA keeps for each block, fit into 228 KiB?");
}

static bool explain_break_even(double given, char *sentence, size_t size)
{
    (void)given;
    return gs_reply(sentence, size,
                    "The tables of lesson 3 have a line `break-even`: read it of f32, "
                    "with the data on the device. Half or twice of it is near enough.");
}

const struct gs_question gs_questions_vecadd[] = {
    {
        .name = "blocks",
        .text = "How many blocks of 256 threads does n = 2^24 + 11 need, one thread an element?",
        .hints = {"How many threads do 65536 blocks of 256 have?", "It is n / 256, rounded up.",
                  "(2^24 + 11 + 255) / 256, without what is behind the point."},
        .answer = answer_blocks,
        .explain = explain_blocks,
    },
    {
        .name = "spare_threads",
        .text = "n = 2^24 + 11 again, with 1024 threads a block: how many threads of the last "
                "block have no element?",
        .hints = {"How many elements are left when all blocks before the last are full?",
                  "2^24 is a multiple of 1024.",
                  "The last block has 11 elements for 1024 threads."},
        .answer = answer_idle,
        .explain = explain_idle,
    },
    {
        .name = "bus_bytes",
        .text = "vecadd in f32 from host to host, n = 2^24 + 11: how many bytes cross the bus?",
        .hints = {"Which arrays have to be on the device before the kernel, and which one is "
                  "wanted on the host after it?",
                  "Two arrays go there, one comes back.", "3 arrays * 4 bytes * n."},
        .answer = answer_bus_bytes,
        .explain = explain_bus_bytes,
    },
    {
        .name = "resident_warps",
        .text = "An H100 (compute capability 9.0), 256 threads a block, 32 registers a thread and "
                "48 KiB of shared memory a block: how many warps are resident on a multiprocessor?",
        .hints =
            {"Which of threads, blocks, registers and shared memory runs out first?",
             "A multiprocessor has 228 KiB of shared memory, and each block takes 49 KiB of it.",
             "Four blocks of eight warps; the command occupancy shows it."},
        .answer = answer_resident,
        .explain = explain_resident,
    },
    {
        .name = "break_even",
        .text = "From which n on is this machine's GPU ahead of its best CPU variant, for vecadd "
                "in f32 with the data on the device?",
        .hints =
            {"The answer is measured: which command runs lesson 3?",
             "Below its tables, the command run prints a line `break-even`.",
             "The command table prints it again, of results/*/lesson3.json; write the number out, "
             "as 81 * 1024 for 81Ki."},
        .break_even = {.workload = "vecadd", .dtype = GS_F32},
        .explain = explain_break_even,
    },
    {0},
};
