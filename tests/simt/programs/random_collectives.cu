// Random programs of warp collectives and barriers: in each round the lanes of a warp fall into
// random groups, each group performs a collective of its own under its own mask, some threads
// return, and now and then the whole block meets. A model on the host says what every thread must
// end with.
#include "check.h"

enum { THREADS = 104, WARPS = (THREADS + 31) / 32, ROUNDS = 80, BLOCKS = 6 };

enum op {
    SHUFFLE,
    BALLOT,
    ANY,
    ALL,
    MATCH,
    REDUCE_ADD,
    REDUCE_MAX,
    EXCHANGE,
    OWN_OPS,
    BARRIER,
    EXIT
};

// What one thread does in one round.
struct step {
    unsigned mask;        // of its group
    unsigned char op;     // the same for its group
    unsigned char source; // a lane of its group
};

struct program {
    struct step steps[ROUNDS][THREADS];
};

__device__ unsigned collective(struct step s, unsigned value, unsigned *cells)
{
    unsigned *warp = cells + threadIdx.x / 32 * 32, result;
    switch (s.op) {
    case SHUFFLE:
        return __shfl_sync(s.mask, value, s.source);
    case BALLOT:
        return __ballot_sync(s.mask, value % 3 == 0);
    case ANY:
        return __any_sync(s.mask, value % 8 == 0) != 0;
    case ALL:
        return __all_sync(s.mask, value % 8 != 0) != 0;
    case MATCH:
        return __match_any_sync(s.mask, value % 4);
    case REDUCE_ADD:
        return __reduce_add_sync(s.mask, value);
    case REDUCE_MAX:
        return __reduce_max_sync(s.mask, value);
    case EXCHANGE:
        warp[threadIdx.x % 32] = value;
        __syncwarp(s.mask);
        result = warp[s.source];
        __syncwarp(s.mask);
        return result;
    default:
        cells[threadIdx.x] = value;
        result = __syncthreads_count(value % 2);
        result += cells[s.source];
        __syncthreads();
        return result;
    }
}

__global__ void run(unsigned *out, const struct program *programs)
{
    __shared__ unsigned cells[WARPS * 32];
    const struct program *program = &programs[blockIdx.x];
    unsigned value = 1000 * blockIdx.x + threadIdx.x;
    for (int round = 0; round < ROUNDS; round++) {
        struct step s = program->steps[round][threadIdx.x];
        if (s.op == EXIT) {
            break;
        }
        value = value * 5 + collective(s, value, cells);
    }
    out[blockIdx.x * THREADS + threadIdx.x] = value;
}

// Splits the living lanes of a warp into up to four groups and gives each an operation.
static void plan_warp(struct step *steps, unsigned living, uint64_t *seed)
{
    unsigned groups[4] = {0};
    int n = 1 + (int)(check_random(seed) % 4);
    for (int lane = 0; lane < 32; lane++) {
        groups[check_random(seed) % n] |= living & 1u << lane;
    }
    for (int g = 0; g < n; g++) {
        unsigned char op = (unsigned char)(check_random(seed) % OWN_OPS);
        for (int lane = 0; lane < 32; lane++) {
            if (groups[g] >> lane & 1) {
                int source = (int)(check_random(seed) % 32);
                while (!(groups[g] >> source & 1)) {
                    source = (source + 1) % 32;
                }
                steps[lane] = {groups[g], op, (unsigned char)source};
            }
        }
    }
}

static void plan_barrier(struct step *steps, const unsigned *living, uint64_t *seed)
{
    for (int t = 0; t < THREADS; t++) {
        int source = (int)(check_random(seed) % THREADS);
        while (living[t / 32] >> t % 32 & 1 && !(living[source / 32] >> source % 32 & 1)) {
            source = (source + 1) % THREADS;
        }
        steps[t] = {0, BARRIER, (unsigned char)source};
    }
}

// exits: one thread in so many returns each round; 0: none.
static void plan(struct program *program, int exits, uint64_t *seed)
{
    unsigned living[WARPS];
    for (int w = 0; w < WARPS; w++) {
        int lanes = THREADS - 32 * w;
        living[w] = lanes >= 32 ? ~0u : (1u << lanes) - 1;
    }
    for (int round = 0; round < ROUNDS; round++) {
        struct step *steps = program->steps[round];
        bool barrier = check_random(seed) % 4 == 0;
        for (int t = 0; t < THREADS; t++) {
            if (exits > 0 && check_random(seed) % exits == 0) {
                living[t / 32] &= ~(1u << t % 32);
            }
        }
        if (barrier) {
            plan_barrier(steps, living, seed);
        }
        for (int w = 0; w < WARPS && !barrier; w++) {
            plan_warp(steps + 32 * w, living[w], seed);
        }
        for (int t = 0; t < THREADS; t++) {
            if (!(living[t / 32] >> t % 32 & 1)) {
                steps[t].op = EXIT;
            }
        }
    }
}

// What the group of mask, whose lanes begin at values[0], gives to one of them.
static unsigned model(struct step s, int lane, const unsigned *values)
{
    unsigned ballot = 0, any = 0, all = 1, match = 0, sum = 0, max = 0;
    for (int other = 0; other < 32; other++) {
        if (s.mask >> other & 1) {
            unsigned v = values[other];
            ballot |= (unsigned)(v % 3 == 0) << other;
            any |= v % 8 == 0;
            all &= v % 8 != 0;
            match |= (unsigned)(v % 4 == values[lane] % 4) << other;
            sum += v;
            max = v > max ? v : max;
        }
    }
    const unsigned results[OWN_OPS] = {values[s.source], ballot, any, all, match, sum, max,
                                       values[s.source]};
    return results[s.op];
}

static void run_by_host(unsigned *values, const struct program *program)
{
    for (int round = 0; round < ROUNDS; round++) {
        const struct step *steps = program->steps[round];
        unsigned before[WARPS * 32] = {0}, odd = 0;
        memcpy(before, values, THREADS * sizeof(*values));
        for (int t = 0; t < THREADS; t++) {
            odd += steps[t].op != EXIT && before[t] % 2;
        }
        for (int t = 0; t < THREADS; t++) {
            if (steps[t].op == BARRIER) {
                values[t] = before[t] * 5 + odd + before[steps[t].source];
            } else if (steps[t].op != EXIT) {
                values[t] = before[t] * 5 + model(steps[t], t % 32, before + t / 32 * 32);
            }
        }
    }
}

static void check_seed(uint64_t seed, int exits)
{
    static struct program programs[BLOCKS];
    static unsigned got[BLOCKS * THREADS];
    memset(programs, 0, sizeof(programs));
    for (int b = 0; b < BLOCKS; b++) {
        plan(&programs[b], exits, &seed);
    }
    struct program *device = check_upload(programs, BLOCKS);
    unsigned *out = check_device<unsigned>(BLOCKS * THREADS);
    run<<<BLOCKS, THREADS>>>(out, device);
    CHECK_LAUNCH();
    check_take(got, out, BLOCKS * THREADS);
    CHECK_CUDA(cudaFree(device));
    for (int b = 0; b < BLOCKS; b++) {
        unsigned expected[THREADS];
        for (int t = 0; t < THREADS; t++) {
            expected[t] = 1000u * (unsigned)b + (unsigned)t;
        }
        run_by_host(expected, &programs[b]);
        for (int t = 0; t < THREADS; t++) {
            CHECK_EQ_AT(got[b * THREADS + t], expected[t], b * THREADS + t);
        }
    }
}

int main(void)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        check_seed(seed, 0);
        check_seed(seed, 300);
        check_seed(seed, 40);
    }
    return check_end();
}
