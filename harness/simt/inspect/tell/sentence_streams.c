#include "sentence_streams.h"

#include "place_words.h"

#include <stdio.h>
#include <string.h>

#define SAY(...) simt_place_append(finding->sentence, sizeof(finding->sentence), __VA_ARGS__)

static const char *const names[] = {[SIMT_WORK_KERNEL] = "kernel",
                                    [SIMT_WORK_COPY] = "copy",
                                    [SIMT_WORK_FILL] = "fill",
                                    [SIMT_WORK_CALL] = "host function",
                                    [SIMT_WORK_ALLOCATION] = "allocation",
                                    [SIMT_WORK_FREE] = "free",
                                    [SIMT_WORK_CONDITION] = "conditional node"};

/* "kernel launched at x.cu:12", "copy at x.cu:15" */
static void write_work(const struct simt_work *work, char *text, size_t size)
{
    char line[96] = "";
    const char *folder = work->file ? strrchr(work->file, '/') : NULL;

    if (work->file)
        (void)snprintf(line, sizeof(line), "%s at %.70s:%d",
                       work->kind == SIMT_WORK_KERNEL ? " launched" : "",
                       folder ? folder + 1 : work->file, work->line);
    else
        simt_place_line(work->site, line, sizeof(line));
    (void)snprintf(text, size, "%s%s", names[work->kind], line);
}

/* "stream 2", "the default stream" */
static void write_stream(const struct simt_work *work, char *text, size_t size)
{
    if (!work->is_default)
        (void)snprintf(text, size, "stream %u", work->stream);
    else if (work->device)
        (void)snprintf(text, size, "the default stream of device %d", work->device);
    else
        (void)snprintf(text, size, "the default stream");
}

static const char *graph_of(const struct simt_work *work)
{
    return work->graph ? "a graph in " : "";
}

static bool is_about_memory(const struct simt_work *work)
{
    return work->kind == SIMT_WORK_ALLOCATION || work->kind == SIMT_WORK_FREE;
}

static const char *done_to_memory(const struct simt_work *work)
{
    return work->kind == SIMT_WORK_FREE ? "freed" : "allocated";
}

/* What the two do that does not go together. */
static void say_conflict(struct simt_finding *finding, const struct simt_work *work,
                         const struct simt_work *other, bool writes)
{
    const char *late = names[work->kind];
    char words[128];

    write_work(other, words, sizeof(words));
    if (is_about_memory(work))
        SAY("The memory is %s here when its stream comes to it, and that does not wait for the %s, "
            "which %s it: ",
            done_to_memory(work), words, writes ? "writes" : "reads");
    else if (is_about_memory(other))
        SAY("The memory is %s when its stream comes to the %s, and the %s does not wait for that: ",
            done_to_memory(other), words, late);
    else
        SAY("The %s %s what %s %s %s here, and the %s does not wait for it: ", words,
            writes ? "writes" : "reads", work->kind == other->kind ? "another" : "the", late,
            writes ? "uses" : "writes", late);
}

void simt_say_stream_race(struct simt_finding *finding, const struct simt_work *work,
                          const struct simt_work *other, bool writes)
{
    const char *late = names[work->kind], *early = names[other->kind];
    char there[40], here[40];

    say_conflict(finding, work, other, writes);
    write_stream(other, there, sizeof(there));
    write_stream(work, here, sizeof(here));
    if (finding->why == SIMT_WHY_ONE_GRAPH)
        SAY("both are nodes of one graph, and no dependency leads from one to the other. Add it "
            "with cudaGraphAddDependencies(), or in a capture record an event after the %s and let "
            "the other stream wait for it with cudaStreamWaitEvent() before the %s.",
            early, late);
    else
        SAY("the first is in %s%s, the second in %s%s, so the second may come first. Give both to "
            "one "
            "stream, or record an event after the %s and let %s wait for it with "
            "cudaStreamWaitEvent() before the %s.",
            graph_of(other), there, graph_of(work), here, early, here, late);
}

void simt_say_host_race(struct simt_finding *finding, const struct simt_work *other, bool writes)
{
    bool host_writes = simt_access_writes(finding->first.access);
    char words[128], there[40];

    write_work(other, words, sizeof(words));
    write_stream(other, there, sizeof(there));
    SAY("The host %s what the %s %s, and has not waited for it: it is in %s%s, and its call "
        "returns "
        "before it is done. Call cudaStreamSynchronize(), cudaEventSynchronize() or "
        "cudaDeviceSynchronize() first.",
        host_writes ? "writes" : "reads", words, writes ? "writes" : "still reads", graph_of(other),
        there);
}
