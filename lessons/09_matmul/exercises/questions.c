/* Lesson 9's questions. */
#include "exercise_tools.h"

enum { SIDE = 1024, TILE = 32, BLOCK_SIDE = 128, EACH = 8 };

/* Bytes of f32 that one thread of naive loads. */
static struct gs_answer answer_naive(void)
{
    return gs_answer_exactly(2.0 * SIDE * sizeof(float));
}

static bool explain_naive(double given, char *sentence, size_t size)
{
    if (given == 2.0 * SIDE)
        return gs_reply(sentence, size, "So many elements it is. How many bytes are they?");
    return given == (double)SIDE * sizeof(float) &&
           gs_reply(sentence, size, "That is the row of a. A column of b comes to it.");
}

/* How often a tile of so many rows and columns loads an element of a from global memory. */
static struct gs_answer answer_tile(void)
{
    return gs_answer_exactly((double)SIDE / TILE);
}

static bool explain_tile(double given, char *sentence, size_t size)
{
    return given == SIDE &&
           gs_reply(sentence, size, "So often naive loads it: once for each column of c.");
}

/* Products for each element that a thread reads from shared memory. */
static struct gs_answer answer_registers(void)
{
    return gs_answer_exactly((double)EACH * EACH / (2.0 * EACH));
}

static bool explain_registers(double given, char *sentence, size_t size)
{
    if (given == EACH * EACH)
        return gs_reply(sentence, size,
                        "So many products there are for one k. How many elements "
                        "are read for them?");
    return given == EACH &&
           gs_reply(sentence, size, "A row and a column of them are read, not one of the two.");
}

/* Multiplications for each byte of three square matrices of f32, each moved once. */
static struct gs_answer answer_intensity(void)
{
    return gs_answer_about((double)SIDE / (3 * sizeof(float)), 0.01);
}

static bool explain_intensity(double given, char *sentence, size_t size)
{
    return given > SIDE / 3.01 && given < SIDE / 2.99 &&
           gs_reply(sentence, size, "That is for each element. An element has four bytes.");
}

/* Bytes of shared memory of a block with two slabs of each matrix, without the padding. */
enum { SLAB_DEPTH = 16 };

static struct gs_answer answer_shared(void)
{
    return gs_answer_exactly(2.0 * 2 * BLOCK_SIDE * SLAB_DEPTH * sizeof(float));
}

static bool explain_shared(double given, char *sentence, size_t size)
{
    if (given == 2.0 * BLOCK_SIDE * SLAB_DEPTH * sizeof(float))
        return gs_reply(sentence, size, "So many has one slab of both matrices. There are two.");
    return given == 2.0 * 2 * BLOCK_SIDE * SLAB_DEPTH &&
           gs_reply(sentence, size, "So many elements it is. How many bytes are they?");
}

const struct gs_question gs_questions_matmul[] = {
    {
        .name = "naive_bytes",
        .text = "Two matrices of 1024 x 1024 floats are multiplied by `naive`: how many bytes does "
                "one thread load?",
        .hints = {"A thread makes 1024 products. What does it load for each?",
                  "An element of a and one of b.", "2048 floats of 4 bytes."},
        .answer = answer_naive,
        .explain = explain_naive,
    },
    {
        .name = "tile_loads",
        .text = "The same by `tile`, with tiles of 32 x 32: how many blocks load one element of a?",
        .hints = {"Which elements of c need it?", "Those of its row: 1024 of them.",
                  "A block has 32 of those."},
        .answer = answer_tile,
        .explain = explain_tile,
    },
    {
        .name = "register_products",
        .text = "A thread of `registers` has 8 x 8 elements of c. How many products does it make "
                "for each element that it reads from shared memory?",
        .hints = {"For one k it makes 64 products. How many elements does it read?",
                  "8 of a and 8 of b.", "64 over 16."},
        .answer = answer_registers,
        .explain = explain_registers,
    },
    {
        .name = "products_for_a_byte",
        .text = "Two matrices of 1024 x 1024 floats: how many multiplications are there for each "
                "byte, if each element of a and b is read once and each of c written once?",
        .hints = {"How many multiplications are there in all, and how many bytes?",
                  "1024 x 1024 x 1024 multiplications; three matrices of 1024 x 1024 x 4 bytes.",
                  "1024 over 12."},
        .answer = answer_intensity,
        .explain = explain_intensity,
    },
    {
        .name = "shared_bytes",
        .text = "A block of `pipelined` has two slabs, each with 128 x 16 floats of a and as many "
                "of b. How many bytes of shared memory is that, without the padding?",
        .hints = {"How many floats has a slab?", "2 x 128 x 16 floats of 4 bytes.",
                  "16384 bytes a slab, and there are two."},
        .answer = answer_shared,
        .explain = explain_shared,
    },
    {0},
};
