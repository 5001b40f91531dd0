/* Lesson 7's questions. */
#include "exercise_tools.h"

enum { WARP = 32, SECTOR = 32, BANKS = 32, BANK_BYTES = 4, TILE = 32, PITCH = 34 };

/* Each lane of a store down a column has a sector of its own. */
static struct gs_answer answer_store_sectors(void)
{
    return gs_answer_exactly(WARP);
}

static bool explain_store_sectors(double given, char *sentence, size_t size)
{
    const size_t along_rows = WARP * sizeof(double) / SECTOR;
    return given == (double)along_rows &&
           gs_reply(sentence, size,
                    "So many it loads, along a row. It stores down a column: how many of the 32 "
                    "elements lie in one sector?");
}

/* Wavefronts of a warp that reads down a column: how often the fullest bank is asked. */
static int wavefronts_at(int pitch)
{
    int asked[BANKS] = {0}, most = 0;
    for (int lane = 0; lane < WARP; lane++) {
        int bank = lane * pitch % BANKS;
        asked[bank]++;
        most = asked[bank] > most ? asked[bank] : most;
    }
    return most;
}

static struct gs_answer answer_pitch(void)
{
    return gs_answer_exactly(wavefronts_at(PITCH));
}

static bool explain_pitch(double given, char *sentence, size_t size)
{
    if (given == wavefronts_at(TILE))
        return gs_reply(sentence, size,
                        "So many it is at a pitch of 32, where all lanes meet in one bank.");
    if (given == wavefronts_at(TILE + 1))
        return gs_reply(sentence, size,
                        "So many it is at a pitch of 33. At 34 the next lane is two banks further: "
                        "in which bank is lane 16?");
    return given == (double)BANKS / 2 &&
           gs_reply(sentence, size, "So many banks are used. How many lanes share one of them?");
}

/* The element of a line that a swizzled tile keeps at a place. */
enum { SWIZZLED_LINE = 5, SWIZZLED_COLUMN = 12 };

static struct gs_answer answer_place(void)
{
    return gs_answer_exactly(SWIZZLED_COLUMN ^ SWIZZLED_LINE);
}

static bool explain_place(double given, char *sentence, size_t size)
{
    if (given == (SWIZZLED_COLUMN + SWIZZLED_LINE) % BANKS)
        return gs_reply(sentence, size,
                        "That is the sum. The exclusive or compares bits: 1 where they differ.");
    return given == (SWIZZLED_COLUMN | SWIZZLED_LINE) &&
           gs_reply(sentence, size,
                    "That is the or. In the exclusive or a bit that both have becomes 0.");
}

/* Of a tile of floats with a column of padding. */
static struct gs_answer answer_padding(void)
{
    return gs_answer_exactly(TILE * BANK_BYTES);
}

static bool explain_padding(double given, char *sentence, size_t size)
{
    if (given == TILE)
        return gs_reply(sentence, size, "So many floats it is. How many bytes are they?");
    return given == (double)(TILE * (TILE + 1) * BANK_BYTES) &&
           gs_reply(sentence, size, "So many bytes has the whole tile. How many are never used?");
}

const struct gs_question gs_questions_transpose[] = {
    {
        .name = "store_sectors",
        .text = "`naive` turns a large matrix in f64: how many sectors of 32 bytes does one warp "
                "touch when it stores?",
        .hints = {"Where does the element of the next lane go?",
                  "It goes into the next row of b, a whole row further on.",
                  "No two lanes share a sector, and a warp has 32 lanes."},
        .answer = answer_store_sectors,
        .explain = explain_store_sectors,
    },
    {
        .name = "pitch_wavefronts",
        .text = "A tile of floats has lines with a pitch of 34: how many wavefronts does a warp "
                "take that reads down a column of 32 lines?",
        .hints = {"In which bank does line l begin?", "Line l begins in bank 34 * l % 32.",
                  "Lines 0 and 16 begin in bank 0, lines 1 and 17 in bank 2, and so on."},
        .answer = answer_pitch,
        .explain = explain_pitch,
    },
    {
        .name = "swizzled_place",
        .text = "`swizzled`: at which place of line 5 is the element of column 12?",
        .hints = {"The place is column ^ line, the exclusive or.",
                  "12 is 1100 in binary, and 5 is 0101.", "1100 ^ 0101 is 1001 in binary."},
        .answer = answer_place,
        .explain = explain_place,
    },
    {
        .name = "padding_bytes",
        .text = "`padded` has a tile of 32 x 33 floats: how many bytes of it stay empty?",
        .hints = {"How many places of a line stay empty?", "One in each line, and there are 32.",
                  "32 floats of 4 bytes."},
        .answer = answer_padding,
        .explain = explain_padding,
    },
    {0},
};
