/* Lesson 5: pulses and noise, without the round trip between the two. It is C and no data: it
 * asks which copies were needed, and what crossed the bus for nothing. */
#include "crossing.h"
#include "pipelines.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { WAVEFORM, T, NOISE, PERIOD, AMPLITUDE, WAVEFORM_N };

static const struct gs_array waveform_parameters[] = {
    {"waveform", GS_OUTPUT, GS_HOME_PAGEABLE, GS_F32},
    {"t", GS_INPUT, GS_HOME_PAGEABLE, GS_F32},
    {"noise", GS_INPUT, GS_HOME_PAGEABLE, GS_F32},
    {"period", GS_NUMBER, GS_HOME_PAGEABLE, GS_F32},
    {"amplitude", GS_NUMBER, GS_HOME_PAGEABLE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_PAGEABLE, GS_U64},
    {0},
};

/* The last is the train of pulses that is drawn. */
enum { TRAIN_N = 50000 };
static const struct gs_shape waveform_shapes[] = {
    {.n = 0},   {.n = 31},  {.n = 1},       {.n = 33},     {.n = 255},
    {.n = 256}, {.n = 257}, {.n = TRAIN_N}, GS_LAST_SHAPE,
};

/* Time begins anywhere, within a pulse; small sizes have short ones. */
static void waveform_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *t = arrays[T], *noise = arrays[NOISE];
    const bool train = shape->n == TRAIN_N;
    const float period = train ? (float)(TRAIN_N / (6.283185307179586 * GS_PULSES))
                               : (float)(gs_random_bits(seed, PERIOD, 0) % 4 + 4);
    const float begin = train ? 0 : roundf(period * (1 + gs_random_f32(seed, T, 0) / 4));
    for (size_t i = 0; i < shape->n; i++) {
        t[i] = begin + (float)i;
        noise[i] = 3 * (float)gs_random_normal(seed, NOISE, i);
    }
    *(float *)arrays[PERIOD] = period;
    *(float *)arrays[AMPLITUDE] =
        train ? 100 : (float)(gs_random_bits(seed, AMPLITUDE, 0) % 100 + 60);
    *(uint64_t *)arrays[WAVEFORM_N] = shape->n;
}

struct sample {
    double wave, noise, amplitude; /* wave: the sine */
    double cut;                    /* what of it is over 0.3 */
};

/* The phase is rounded once, as IEEE's division does it everywhere. */
static struct sample sample_at(const void *const *arrays, size_t i)
{
    const float phase = ((const float *)arrays[T])[i] / *(const float *)arrays[PERIOD];
    const double wave = sin((double)phase);
    return (struct sample){.wave = wave,
                           .noise = (double)((const float *)arrays[NOISE])[i],
                           .amplitude = (double)*(const float *)arrays[AMPLITUDE],
                           .cut = fmax(wave - 0.3, 0)};
}

static void waveform_solve(const struct gs_shape *shape, const void *const *arrays,
                           struct gs_expected *out)
{
    double *waveform = out->want[WAVEFORM];
    for (size_t i = 0; i < shape->n; i++) {
        const struct sample s = sample_at(arrays, i);
        waveform[i] = s.cut * s.amplitude + s.noise;
    }
    out->scale = (double)*(const float *)arrays[AMPLITUDE];
}

static struct gs_crossing waveform_crossing(const struct gs_shape *shape)
{
    return (struct gs_crossing){.inputs = "t and noise",
                                .bytes_in = 2 * sizeof(float) * shape->n,
                                .result = "`waveform`",
                                .bytes_out = sizeof(float) * shape->n};
}

static void waveform_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    const struct gs_crossing crossing = waveform_crossing(shape);
    most->bytes_in = crossing.bytes_in + GS_BYTES_OF_NUMBERS;
    most->bytes_out = crossing.bytes_out;
    most->sectors = 2.1;
    most->global_bytes = 6 * sizeof(float) * shape->n; /* two kernels, and one value more */
}

static bool waveform_audit(const struct gs_shape *shape, const json_t *report,
                           struct gs_saying *out)
{
    const struct gs_crossing crossing = waveform_crossing(shape);
    return gs_audit_crossing(shape, report, &crossing, out);
}

/* What is computed in place of a sample where a step is forgotten or another one is meant. */
enum slip {
    NO_NOISE,
    NO_PULSES,
    NO_AMPLITUDE,
    BELOW_ZERO,
    NOTHING_TAKEN,
    AMPLITUDE_FIRST,
    NOISE_AMPLIFIED,
    BY_INDEX,
    WHOLE_WAVES,
    SLIPS
};

static double slip_at(const void *const *arrays, size_t i, enum slip slip)
{
    const struct sample s = sample_at(arrays, i);
    const double period = (double)*(const float *)arrays[PERIOD];
    const double t = (double)((const float *)arrays[T])[i], two_pi = 6.283185307179586;
    const double values[SLIPS] = {
        [NO_NOISE] = s.cut * s.amplitude,
        [NO_PULSES] = s.noise,
        [NO_AMPLITUDE] = s.cut + s.noise,
        [BELOW_ZERO] = (s.wave - 0.3) * s.amplitude + s.noise,
        [NOTHING_TAKEN] = fmax(s.wave, 0) * s.amplitude + s.noise,
        [AMPLITUDE_FIRST] = fmax(s.wave * s.amplitude - 0.3, 0) + s.noise,
        [NOISE_AMPLIFIED] = (s.cut + s.noise) * s.amplitude,
        [BY_INDEX] = fmax(sin((double)i / period) - 0.3, 0) * s.amplitude + s.noise,
        [WHOLE_WAVES] = fmax(sin(two_pi * t / period) - 0.3, 0) * s.amplitude + s.noise,
    };
    return values[slip];
}

/* All wrong elements are what that slip gives; a phase may be rounded otherwise. */
static bool is_slip(const struct gs_wrong *wrong, enum slip slip)
{
    const float *got = wrong->got;
    const double amplitude = (double)*(const float *)wrong->arrays[AMPLITUDE];
    for (size_t i = wrong->first; i <= wrong->last; i++) {
        const double value = slip_at(wrong->arrays, i, slip);
        if (wrong->states[i] != 0 &&
            !(fabs((double)got[i] - value) <= 1e-3 * (amplitude + fabs(value))))
            return false;
    }
    return true;
}

static bool waveform_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    static const char *const remarks[SLIPS] = {
        [NO_NOISE] = "Those are the pulses alone: the noise is missing. Was the result of the "
                     "second kernel copied back, or that of the first?",
        [NO_PULSES] = "That is the noise alone: the pulses are missing.",
        [NO_AMPLITUDE] = "That comes out without the amplitude: what is over 0.3 is to be "
                         "multiplied by it.",
        [BELOW_ZERO] = "That comes out without max(..., 0): what is under 0.3 is to be 0, not "
                       "below it.",
        [NOTHING_TAKEN] = "That comes out where 0.3 is not taken away.",
        [AMPLITUDE_FIRST] = "The sine was multiplied by the amplitude first: 0.3 is taken away "
                            "from the sine itself.",
        [NOISE_AMPLIFIED] = "The noise was multiplied by the amplitude too: only the pulses are.",
        [BY_INDEX] = "That comes out for the index i in place of t[i], and time begins anywhere.",
        [WHOLE_WAVES] = "That comes out where the phase is multiplied by 2 pi: period is the time "
                        "of one radian.",
    };
    const size_t i = wrong->first;
    if (wrong->untouched > 0)
        return gs_explain_not_back(wrong, out);
    for (enum slip slip = 0; slip < SLIPS; slip++) {
        if (is_slip(wrong, slip))
            return gs_say(out, "wrong-value", "waveform[%zu] is %g, and %g is right. %s", i,
                          (double)((const float *)wrong->got)[i], ((const double *)wrong->want)[i],
                          remarks[slip]);
    }
    return false;
}

const struct gs_exercise gs_exercise_make_waveform = {
    .name = "make_waveform",
    .title = "Make a waveform without the round trip",
    .entry = "make_waveform",
    .parameters = waveform_parameters,
    .shapes = waveform_shapes,
    .n_name = "n",
    .hints = {"Which of the five copies brings something that is not there already?",
              "The first kernel's result lies on the device, where the second kernel can read it. "
              "Only t and noise have to come from the host, and only the waveform has to go back.",
              "Copy t to x and noise to y; then make_pulses(out, x, ...), add(out, out, y, n); and "
              "copy out to waveform. Each thread of add reads its element before it writes it."},
    .count = gs_count_n,
    .fill = waveform_fill,
    .solve = waveform_solve,
    .tolerance = 3e-5, /* of the amplitude: a phase of 145 is rounded to 2^-17 */
    .explain = waveform_explain,
    .audit = waveform_audit,
    .say_finding = gs_say_not_brought,
    .budget = waveform_budget,
    .curves = {{NOISE, "the noise"}, {WAVEFORM, "the waveform: pulses + noise"}},
};
