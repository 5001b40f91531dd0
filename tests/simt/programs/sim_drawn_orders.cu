// With SIMT_SEED, work of streams is done in an order that is drawn from the seed. Random programs
// hold it against what streams, events, graphs and the host's waits order, and no more than that;
// faults, that a missing wait shows for some seed. Each run is a process of its own.
#include "check.h"

#include <pthread.h>
#include <semaphore.h>
#include <simt/seal.h>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

// ---- processes ----

// What a run left; shared with its process.
struct outcome {
    int values[64]; // of the work of a random program: when it was done
    long wrong;     // results, or waits that ended too early
    bool ended;
};

// Runs it under a seed; a negative one: under none.
template <typename F> static outcome run(int seed, F program)
{
    static outcome *shared = (outcome *)mmap(NULL, sizeof(outcome), PROT_READ | PROT_WRITE,
                                             MAP_SHARED | MAP_ANON, -1, 0);
    int status = 0;
    memset(shared, 0, sizeof(*shared));
    pid_t child = fork();
    if (child == 0) {
        check_failures = 0;
        unsetenv("SIMT_SEED");
        if (seed >= 0) {
            setenv("SIMT_SEED", std::to_string(seed).c_str(), 1);
        }
        setenv("SIMT_DEVICES", "2", 1);
        program(shared);
        shared->ended = check_failures == 0;
        _exit(0);
    }
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && shared->ended);
    return *shared;
}

// ---- random programs ----

enum kind { KERNEL, COPY, CALL, GRAPH, RECORD, WAIT, WAIT_STREAM, WAIT_EVENT, WAIT_DEVICE, KINDS };
enum { STREAMS = 5, BLOCKING = 3, EVENTS = 4, EXECS = 2, WORK = 40 }; // stream 0: the default one

struct step {
    kind what;
    int stream, event, exec;
    int work; // its number; a graph has two
};

static std::vector<step> random_program(uint64_t seed)
{
    std::vector<step> program;
    for (int work = 0; work < WORK;) {
        step s = {(kind)(check_random(&seed) % KINDS), (int)(check_random(&seed) % STREAMS),
                  (int)(check_random(&seed) % EVENTS), (int)(check_random(&seed) % EXECS), work};
        if (s.what == WAIT_DEVICE && check_random(&seed) % 4 != 0) {
            s.what = KERNEL;
        }
        work += s.what == GRAPH ? 2 : s.what < GRAPH ? 1 : 0;
        program.push_back(s);
    }
    return program;
}

typedef uint64_t set; // of work

// What CUDA says that comes before what. Of each step: the work that is done when it begins, or, of
// a wait of the host, that is done when it ends.
static std::vector<set> order_of(const std::vector<step> &program)
{
    std::vector<set> before;
    set streams[STREAMS] = {}, events[EVENTS] = {}, execs[EXECS] = {}, host = 0;
    for (const step &s : program) {
        set &stream = streams[s.stream];
        if (s.what != WAIT_EVENT && s.what != WAIT_DEVICE) {
            for (int i = 1; s.stream == 0 && i < BLOCKING; i++) {
                stream |= streams[i];
            }
            stream |= host | (s.stream < BLOCKING ? streams[0] : 0);
        }
        set here = stream;
        if (s.what == GRAPH) {
            here |= execs[s.exec];
            stream = execs[s.exec] = here | (set)3 << s.work;
        } else if (s.what < GRAPH) {
            stream |= (set)1 << s.work;
        } else if (s.what == RECORD) {
            events[s.event] = here;
        } else if (s.what == WAIT) {
            stream |= events[s.event];
        } else if (s.what == WAIT_EVENT) {
            here = events[s.event];
        } else if (s.what == WAIT_DEVICE) {
            for (int i = 0; i < STREAMS; i++) {
                here |= streams[i];
            }
        }
        if (s.what >= WAIT_STREAM) {
            host |= here;
        }
        before.push_back(here);
    }
    return before;
}

// Kernels and calls take the next number of a clock; a copy takes the last one that was taken.
struct clock_log {
    int clock, values[64];
};

__global__ void take(clock_log *log, int work)
{
    log->values[work] = ++log->clock;
}

struct call {
    clock_log *log;
    int work;
};

static void take_on_host(void *data)
{
    const call *c = (const call *)data;
    c->log->values[c->work] = ++c->log->clock;
}

struct graph {
    cudaGraph_t graph;
    cudaGraphNode_t kernel, host;
    cudaGraphExec_t exec;
};

static graph make_graph(call *c)
{
    graph g;
    void *arguments[] = {&c->log, &c->work};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)take;
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = arguments;
    cudaHostNodeParams host = {take_on_host, c};
    CHECK_CUDA(cudaGraphCreate(&g.graph, 0));
    CHECK_CUDA(cudaGraphAddKernelNode(&g.kernel, g.graph, NULL, 0, &kernel));
    CHECK_CUDA(cudaGraphAddHostNode(&g.host, g.graph, NULL, 0, &host));
    CHECK_CUDA(cudaGraphInstantiate(&g.exec, g.graph, 0));
    return g;
}

// A launch has the parameters that were set before it, and not those that are set after it.
static void launch_graph(const graph &g, call *first, call *second, cudaStream_t stream)
{
    void *arguments[] = {&first->log, &first->work};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)take;
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = arguments;
    cudaHostNodeParams host = {take_on_host, second};
    CHECK_CUDA(cudaGraphExecKernelNodeSetParams(g.exec, g.kernel, &kernel));
    CHECK_CUDA(cudaGraphExecHostNodeSetParams(g.exec, g.host, &host));
    CHECK_CUDA(cudaGraphLaunch(g.exec, stream));
}

struct machine {
    clock_log *log;
    call calls[64];
    cudaStream_t streams[STREAMS];
    cudaEvent_t events[EVENTS];
    graph graphs[EXECS];
};

static void begin(machine *m)
{
    CHECK_CUDA(cudaMallocManaged(&m->log, sizeof(*m->log)));
    memset(m->log, 0, sizeof(*m->log));
    memset(m->log->values, -1, sizeof(m->log->values));
    for (int i = 0; i < 64; i++) {
        m->calls[i] = {m->log, i};
    }
    m->streams[0] = NULL;
    for (int i = 1; i < STREAMS; i++) {
        CHECK_CUDA(cudaStreamCreateWithFlags(&m->streams[i], i < BLOCKING ? cudaStreamDefault
                                                                          : cudaStreamNonBlocking));
    }
    for (cudaEvent_t &event : m->events) {
        CHECK_CUDA(cudaEventCreate(&event));
    }
    for (graph &g : m->graphs) {
        g = make_graph(&m->calls[0]);
    }
}

static void do_step(machine *m, const step &s)
{
    cudaStream_t stream = m->streams[s.stream];
    cudaEvent_t event = m->events[s.event];
    switch (s.what) {
    case KERNEL:
        take<<<1, 1, 0, stream>>>(m->log, s.work);
        CHECK_CUDA(cudaGetLastError());
        break;
    case COPY:
        CHECK_CUDA(cudaMemcpyAsync(&m->log->values[s.work], &m->log->clock, sizeof(int),
                                   cudaMemcpyDefault, stream));
        break;
    case CALL:
        CHECK_CUDA(cudaLaunchHostFunc(stream, take_on_host, &m->calls[s.work]));
        break;
    case GRAPH:
        launch_graph(m->graphs[s.exec], &m->calls[s.work], &m->calls[s.work + 1], stream);
        break;
    case RECORD:
        CHECK_CUDA(cudaEventRecord(event, stream));
        break;
    case WAIT:
        CHECK_CUDA(cudaStreamWaitEvent(stream, event, 0));
        break;
    case WAIT_STREAM:
        if (s.event % 2) { // asking until it is done comes to the same
            while (cudaStreamQuery(stream) == cudaErrorNotReady) {
            }
        }
        CHECK_CUDA(cudaStreamSynchronize(stream));
        break;
    case WAIT_EVENT:
        CHECK_CUDA(cudaEventSynchronize(event));
        CHECK_CUDA(cudaEventQuery(event));
        break;
    default:
        CHECK_CUDA(cudaDeviceSynchronize());
    }
}

static void run_program(const std::vector<step> &program, const std::vector<set> &before,
                        outcome *out)
{
    machine m;
    begin(&m);
    for (size_t i = 0; i < program.size(); i++) {
        do_step(&m, program[i]);
        for (int w = 0; program[i].what >= WAIT_STREAM && w < WORK; w++) {
            out->wrong += (before[i] >> w & 1) && m.log->values[w] < 0;
        }
    }
    for (int i = 1; i < STREAMS; i++) { // what is under way may outlive these
        CHECK_CUDA(cudaStreamDestroy(m.streams[i]));
    }
    for (int i = 0; i < EXECS; i++) {
        CHECK_CUDA(cudaGraphExecDestroy(m.graphs[i].exec));
    }
    for (int i = 0; i < EVENTS; i++) {
        CHECK_CUDA(cudaEventDestroy(m.events[i]));
    }
    CHECK_CUDA(cudaDeviceSynchronize());
    memcpy(out->values, m.log->values, sizeof(out->values));
}

// Of each pair of work: whether the first is seen done before the second.
typedef std::vector<std::vector<bool>> pairs;

static void check_run(const std::vector<step> &program, const std::vector<set> &before,
                      const outcome &out, pairs *seen)
{
    CHECK_EQ(out.wrong, 0L);
    for (size_t i = 0; i < program.size(); i++) {
        const step &s = program[i];
        for (int k = 0; s.what <= GRAPH && k <= (s.what == GRAPH); k++) {
            int work = s.work + k, value = out.values[work];
            CHECK(value >= 0);
            for (int w = 0; w < WORK; w++) {
                bool is_before = before[i] >> w & 1;
                if (is_before) {
                    CHECK(s.what == COPY ? out.values[w] <= value : out.values[w] < value);
                }
                if (out.values[w] < value) {
                    (*seen)[w][work] = true;
                }
            }
        }
    }
}

// Pairs that nothing orders, and those of them that were seen both ways.
static void count_pairs(const std::vector<step> &program, const std::vector<set> &before,
                        const pairs &seen, long *unordered, long *both)
{
    std::vector<set> of_work(64);
    for (size_t i = 0; i < program.size(); i++) {
        for (int k = 0; program[i].what <= GRAPH && k <= (program[i].what == GRAPH); k++) {
            of_work[program[i].work + k] = before[i];
        }
    }
    for (int a = 0; a < WORK; a++) {
        for (int b = 0; b < a; b++) {
            if (!(of_work[a] >> b & 1) && !(of_work[b] >> a & 1)) {
                ++*unordered;
                *both += seen[a][b] && seen[b][a];
            }
        }
    }
}

static void check_random_programs()
{
    enum { PROGRAMS = 12, SEEDS = 16 };
    long unordered = 0, both = 0;
    for (int p = 0; p < PROGRAMS; p++) {
        const std::vector<step> program = random_program((uint64_t)p);
        const std::vector<set> before = order_of(program);
        pairs seen(64, std::vector<bool>(64));
        for (int seed = 0; seed < SEEDS; seed++) {
            auto run_once = [&] {
                return run(seed, [&](outcome *out) { run_program(program, before, out); });
            };
            const outcome first = run_once();
            check_run(program, before, first, &seen);
            const outcome again = run_once(); // the same seed gives the same order
            CHECK(memcmp(first.values, again.values, sizeof(first.values)) == 0);
        }
        count_pairs(program, before, seen, &unordered, &both);
        // Without a seed all is done in the order in which it was given.
        pairs plain(64, std::vector<bool>(64));
        check_run(program, before,
                  run(-1, [&](outcome *out) { run_program(program, before, out); }), &plain);
        for (int w = 0; w < WORK; w++) {
            for (int earlier = 0; earlier < w; earlier++) {
                CHECK(!plain[w][earlier]);
            }
        }
    }
    CHECK(unordered > 1000);
    CHECK(both * 2 > unordered);
}

// ---- faults ----

enum { N = 64, BYTES = N * sizeof(int) };

__global__ void fill(int *a, int value)
{
    a[threadIdx.x] = value;
}

__global__ void add_one(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x] + 1;
}

struct world {
    cudaStream_t s, t;
    cudaEvent_t done;
    int *a, *b, *host;
};

// With `right` the wait is there. What is in w->host at the end has to be 8.
typedef void fault(world *w, bool right);

static void order(world *w, bool right)
{
    if (right) {
        CHECK_CUDA(cudaEventRecord(w->done, w->s));
        CHECK_CUDA(cudaStreamWaitEvent(w->t, w->done, 0));
    }
}

static void take_out(world *w)
{
    CHECK_CUDA(cudaMemcpyAsync(w->host, w->b, BYTES, cudaMemcpyDeviceToHost, w->t));
    CHECK_CUDA(cudaStreamSynchronize(w->t));
}

static void no_event(world *w, bool right)
{
    fill<<<1, N, 0, w->s>>>(w->a, 7);
    order(w, right);
    add_one<<<1, N, 0, w->t>>>(w->b, w->a);
    take_out(w);
}

static void event_too_early(world *w, bool right)
{
    CHECK_CUDA(cudaEventRecord(w->done, w->s));
    fill<<<1, N, 0, w->s>>>(w->a, 7);
    if (right) {
        CHECK_CUDA(cudaEventRecord(w->done, w->s));
    }
    CHECK_CUDA(cudaStreamWaitEvent(w->t, w->done, 0));
    add_one<<<1, N, 0, w->t>>>(w->b, w->a);
    take_out(w);
}

static void host_too_early(world *w, bool right)
{
    fill<<<1, N, 0, w->s>>>(w->a, 8);
    CHECK_CUDA(cudaMemcpyAsync(w->host, w->a, BYTES, cudaMemcpyDeviceToHost, w->s));
    if (right) {
        CHECK_CUDA(cudaStreamSynchronize(w->s));
    }
}

static void refilled_too_early(world *w, bool right)
{
    for (int value = 8; value >= 0; value -= 8) {
        for (int i = 0; i < N; i++) {
            w->host[i] = value;
        }
        if (value) {
            CHECK_CUDA(cudaMemcpyAsync(w->b, w->host, BYTES, cudaMemcpyHostToDevice, w->t));
        }
        if (right) {
            CHECK_CUDA(cudaStreamSynchronize(w->t));
        }
    }
    take_out(w);
}

static void default_stream(world *w, bool right)
{
    CHECK_CUDA(cudaMemset(w->a, 0, BYTES)); // of the device: the host need not wait
    fill<<<1, N>>>(w->a, 7);
    if (right) {
        CHECK_CUDA(cudaDeviceSynchronize());
    }
    add_one<<<1, N, 0, w->t>>>(w->b, w->a);
    take_out(w);
}

static void graph_beside_stream(world *w, bool right)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaStreamBeginCapture(w->s, cudaStreamCaptureModeGlobal));
    fill<<<1, N, 0, w->s>>>(w->a, 3);
    fill<<<1, N, 0, w->s>>>(w->a, 7);
    CHECK_CUDA(cudaStreamEndCapture(w->s, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, w->s));
    order(w, right);
    add_one<<<1, N, 0, w->t>>>(w->b, w->a);
    take_out(w);
}

// A capture that goes on in another stream, and comes back.
static void capture_forked_too_early(world *w, bool right)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaEvent_t joined;
    CHECK_CUDA(cudaEventCreate(&joined));
    CHECK_CUDA(cudaStreamBeginCapture(w->s, cudaStreamCaptureModeGlobal));
    CHECK_CUDA(cudaEventRecord(w->done, w->s));
    CHECK_CUDA(cudaStreamWaitEvent(w->t, w->done, 0));
    fill<<<1, N, 0, w->s>>>(w->a, 7);
    order(w, right);
    add_one<<<1, N, 0, w->t>>>(w->b, w->a);
    CHECK_CUDA(cudaEventRecord(joined, w->t));
    CHECK_CUDA(cudaStreamWaitEvent(w->s, joined, 0));
    CHECK_CUDA(cudaMemcpyAsync(w->host, w->b, BYTES, cudaMemcpyDeviceToHost, w->s));
    CHECK_CUDA(cudaStreamEndCapture(w->s, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, w->s));
    CHECK_CUDA(cudaEventRecord(w->done, w->s)); // the capture's events are events again
    CHECK_CUDA(cudaEventSynchronize(w->done));
}

static void use_host(void *data)
{
    world *w = (world *)data;
    for (int i = 0; i < N; i++) {
        w->host[i]++;
    }
}

static void callback_beside_copy(world *w, bool right)
{
    fill<<<1, N, 0, w->s>>>(w->a, 7);
    CHECK_CUDA(cudaMemcpyAsync(w->host, w->a, BYTES, cudaMemcpyDeviceToHost, w->s));
    order(w, right);
    CHECK_CUDA(cudaLaunchHostFunc(w->t, use_host, w));
    CHECK_CUDA(cudaDeviceSynchronize());
}

static void peer_copy(world *w, bool right)
{
    int *there = NULL;
    cudaStream_t other;
    CHECK_CUDA(cudaSetDevice(1));
    CHECK_CUDA(cudaMalloc(&there, BYTES));
    CHECK_CUDA(cudaStreamCreate(&other));
    fill<<<1, N, 0, other>>>(there, 8);
    if (right) {
        CHECK_CUDA(cudaStreamSynchronize(other));
    }
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaMemcpyPeerAsync(w->b, 0, there, 1, BYTES, w->t));
    take_out(w);
}

static void not_waited_for(world *w, bool right)
{
    fill<<<1, N, 0, w->t>>>(w->host, 8); // page-locked memory, which the kernel writes
    if (right) {
        CHECK_CUDA(cudaStreamSynchronize(w->t));
    }
}

static long wrong_results(fault *make, bool right)
{
    world w;
    long wrong = 0;
    CHECK_CUDA(cudaStreamCreateWithFlags(&w.s, cudaStreamNonBlocking));
    CHECK_CUDA(cudaStreamCreateWithFlags(&w.t, cudaStreamNonBlocking));
    CHECK_CUDA(cudaEventCreate(&w.done));
    CHECK_CUDA(cudaMalloc(&w.a, BYTES));
    CHECK_CUDA(cudaMalloc(&w.b, BYTES));
    CHECK_CUDA(cudaMallocHost(&w.host, BYTES));
    CHECK_CUDA(cudaMemset(w.a, 0, BYTES));
    CHECK_CUDA(cudaMemset(w.b, 0, BYTES));
    CHECK_CUDA(cudaDeviceSynchronize());
    memset(w.host, 0, BYTES);
    make(&w, right);
    for (int i = 0; i < N; i++) {
        wrong += w.host[i] != 8;
    }
    return wrong;
}

static void check_faults()
{
    enum { SEEDS = 20 };
    fault *const faults[] = {no_event,
                             event_too_early,
                             host_too_early,
                             default_stream,
                             graph_beside_stream,
                             callback_beside_copy,
                             peer_copy,
                             not_waited_for,
                             refilled_too_early,
                             capture_forked_too_early};
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        int shown = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            auto made = [&](bool right) {
                return run(seed,
                           [&](outcome *out) { out->wrong = wrong_results(faults[i], right); })
                    .wrong;
            };
            CHECK_EQ_AT(made(true), 0L, i);
            shown += made(false) > 0;
        }
        CHECK(shown > 0 && shown < SEEDS);
    }
}

// ---- the host waits with its eyes on memory ----

static void raise_flag(void *flag)
{
    *(volatile int *)flag = 1;
}

// In a program that may start no thread, as one that is checked, no other would do the work.
static void check_polling(bool sealed)
{
    for (int seed = 0; seed < 12; seed++) {
        (void)run(seed, [=](outcome *) {
            volatile int flag = 0;
            cudaStream_t stream;
            int *pinned;
            CHECK_CUDA(cudaStreamCreate(&stream));
            CHECK_CUDA(cudaMallocHost(&pinned, BYTES));
            if (sealed) {
                simt_seal();
            }
            fill<<<1, N, 0, stream>>>(pinned, 5);
            CHECK_CUDA(cudaLaunchHostFunc(stream, raise_flag, (void *)&flag));
            while (!flag) {
            }
            CHECK_EQ(pinned[N - 1], 5);
        });
    }
}

// ---- the host sleeps until work wakes it ----

struct sleeper {
    sem_t woken;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int order[64], count; // which calls were done, as they were
};

struct wake_up {
    sleeper *whom;
    int number;
};

static void wake(void *data)
{
    const wake_up *w = (const wake_up *)data;
    pthread_mutex_lock(&w->whom->lock);
    w->whom->order[w->whom->count++] = w->number;
    pthread_cond_signal(&w->whom->changed);
    pthread_mutex_unlock(&w->whom->lock);
    sem_post(&w->whom->woken);
}

static void wait_for_count(sleeper *s, int count)
{
    pthread_mutex_lock(&s->lock);
    while (s->count < count) {
        pthread_cond_wait(&s->changed, &s->lock);
    }
    pthread_mutex_unlock(&s->lock);
}

// The host sleeps in three ways, and gives more work as soon as it is woken. Nothing orders the two
// streams; so a seed draws which call is done first, and the host's speed does not matter.
static void sleep_and_go_on(outcome *out)
{
    sleeper s = {{}, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {}, 0};
    wake_up calls[60];
    cudaStream_t streams[2];
    sem_init(&s.woken, 0, 0);
    for (cudaStream_t &stream : streams) {
        CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    }
    for (int i = 0; i < 60; i++) {
        calls[i] = {&s, i};
    }
    for (int i = 0; i < 60; i += 3) {
        CHECK_CUDA(cudaLaunchHostFunc(streams[0], wake, &calls[i]));
        CHECK_CUDA(cudaLaunchHostFunc(streams[1], wake, &calls[i + 1]));
        sem_wait(&s.woken);
        CHECK_CUDA(cudaLaunchHostFunc(streams[0], wake, &calls[i + 2]));
        std::thread([&] { wait_for_count(&s, i + 3); }).join();
        sem_wait(&s.woken);
        sem_wait(&s.woken);
    }
    memcpy(out->values, s.order, sizeof(out->values));
}

// If each of these waits took seconds, the whole would take an hour.
static void check_sleeping()
{
    enum { SEEDS = 12 };
    int first_of[2] = {0, 0};
    for (int seed = 0; seed < SEEDS; seed++) {
        const outcome once = run(seed, sleep_and_go_on), again = run(seed, sleep_and_go_on);
        CHECK(memcmp(once.values, again.values, sizeof(once.values)) == 0);
        for (int i = 0; i < 60; i += 3) {
            first_of[once.values[i] % 3 == 1]++;
        }
    }
    CHECK(first_of[0] > 0 && first_of[1] > 0);
}

// A call that waits for the host, which makes a call of its own before it lets that one end.
struct meeting {
    pthread_t host;
    sem_t here, go_on;
    int beside_host;
};

static void meet(void *data)
{
    meeting *m = (meeting *)data;
    m->beside_host = !pthread_equal(pthread_self(), m->host);
    sem_post(&m->here);
    if (m->beside_host) {
        sem_wait(&m->go_on);
    }
}

static void check_meeting()
{
    (void)run(0, [](outcome *) {
        meeting m = {pthread_self(), {}, {}, 0};
        cudaStream_t stream, other;
        sem_init(&m.here, 0, 0);
        sem_init(&m.go_on, 0, 0);
        CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CHECK_CUDA(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
        CHECK_CUDA(cudaLaunchHostFunc(stream, meet, &m));
        sem_wait(&m.here);
        CHECK_CUDA(cudaStreamSynchronize(other));
        sem_post(&m.go_on);
        CHECK_CUDA(cudaStreamSynchronize(stream));
    });
}

// ---- what a call returns with ----

// A copy that is not asynchronous is done, where the host can see what it copies.
static void check_managed_copies()
{
    for (int seed = 0; seed < 12; seed++) {
        (void)run(seed, [](outcome *) {
            int *device, *managed;
            CHECK_CUDA(cudaMalloc(&device, BYTES));
            CHECK_CUDA(cudaMallocManaged(&managed, BYTES));
            managed[N - 1] = 0;
            fill<<<1, N>>>(device, 6);
            CHECK_CUDA(cudaMemcpy(managed, device, BYTES, cudaMemcpyDefault));
            CHECK_EQ(managed[N - 1], 6);
        });
    }
}

// ---- events whose turn comes late ----

// Stands for work: an event behind it is stamped when it is done.
static void do_nothing(void *)
{
}

// What was recorded in the first stream, whose turn may come after all that the second one does.
static void record_all(std::vector<cudaEvent_t> &events, cudaStream_t stream)
{
    CHECK_CUDA(cudaLaunchHostFunc(stream, do_nothing, NULL));
    for (cudaEvent_t event : events) {
        CHECK_CUDA(cudaEventRecord(event, stream));
    }
}

// An event has the time of its last record, not of one before that is done later; and one that is
// destroyed leaves its time to nobody, be it in the same place.
static void check_late_events(bool destroyed)
{
    for (int seed = 0; seed < 24; seed++) {
        (void)run(seed, [=](outcome *) {
            cudaStream_t first, second;
            cudaEvent_t end;
            std::vector<cudaEvent_t> events(16);
            CHECK_CUDA(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
            CHECK_CUDA(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
            CHECK_CUDA(cudaEventCreate(&end));
            for (cudaEvent_t &event : events) {
                CHECK_CUDA(cudaEventCreate(&event));
            }
            record_all(events, first);
            for (cudaEvent_t &event : events) {
                if (destroyed) {
                    CHECK_CUDA(cudaEventDestroy(event));
                }
            }
            for (cudaEvent_t &event : events) {
                if (destroyed) {
                    CHECK_CUDA(cudaEventCreate(&event));
                }
            }
            record_all(events, second);
            CHECK_CUDA(cudaEventRecord(end, second));
            CHECK_CUDA(cudaEventSynchronize(end));
            CHECK_CUDA(cudaDeviceSynchronize()); // only now the first stream may be done
            for (cudaEvent_t event : events) {
                float ms = -1;
                CHECK_CUDA(cudaEventElapsedTime(&ms, event, end));
                CHECK(ms >= 0);
            }
        });
    }
}

// ---- another process ----

struct waiting_call {
    pthread_t host;
    volatile int begun, may_end, beside_host;
};

// Where the host itself does the call it cannot wait for the host.
static void wait_beside_host(void *data)
{
    waiting_call *c = (waiting_call *)data;
    c->beside_host = !pthread_equal(pthread_self(), c->host);
    c->begun = 1;
    while (c->beside_host && !c->may_end) {
    }
}

// A process that fork() makes while work is under way ends, and has no part in that work.
static void check_forked_processes()
{
    int beside = 0;
    for (int seed = 0; seed < 6; seed++) {
        beside += run(seed, [](outcome *out) {
                      waiting_call c = {pthread_self(), 0, 0, 0};
                      cudaStream_t stream;
                      CHECK_CUDA(cudaStreamCreate(&stream));
                      CHECK_CUDA(cudaLaunchHostFunc(stream, wait_beside_host, &c));
                      while (!c.begun) {
                      }
                      int status = -1;
                      pid_t child = fork();
                      if (child == 0) {
                          exit(cudaStreamSynchronize(stream) == cudaSuccess ? 0 : 1);
                      }
                      waitpid(child, &status, 0);
                      CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
                      c.may_end = 1;
                      CHECK_CUDA(cudaDeviceSynchronize());
                      out->wrong = c.beside_host;
                  }).wrong > 0;
    }
    CHECK(beside > 0);
}

int main()
{
    check_random_programs();
    check_faults();
    check_polling(false);
    check_polling(true);
    check_sleeping();
    check_meeting();
    check_managed_copies();
    check_late_events(false);
    check_late_events(true);
    check_forked_processes();
    return check_end();
}
