#include "sentence_streams.h"

#include "place_words.h"

#include <stdio.h>
#include <string.h>

#define SAY(...) simt_place_append(finding->sentence, sizeof(finding->sentence), __VA_ARGS__)

static const char *const names[] = {
    [SIMT_WORK_KERNEL] = "kernel", [SIMT_WORK_COPY] = "copy", [SIMT_WORK_FILL] = "fill"};

/* "kernel launched at x.cu:12", "copy at x.cu:15" */
static void write_work(const struct simt_work *work, char *text, size_t size)
{
    char line[96] = "";
    const char *folder = work->file ? strrchr(work->file, '/') : NULL;

    if (work->file)
        (void)snprintf(line, sizeof(line), " launched at %.70s:%d",
                       folder ? folder + 1 : work->file, work->line);
    else
        simt_place_line(work->site, line, sizeof(line));
    (void)snprintf(text, size, "%s%s", names[work->kind], line);
}

/* "stream 2", "the default stream" */
static void write_stream(const struct simt_work *work, char *text, size_t size)
{
    if (work->stream)
        (void)snprintf(text, size, "stream %u", work->stream);
    else
        (void)snprintf(text, size, "the default stream");
}

void simt_say_stream_race(struct simt_finding *finding, const struct simt_work *work,
                          const struct simt_work *other, bool writes)
{
    const char *late = names[work->kind], *early = names[other->kind];
    char words[128], there[40], here[40];

    write_work(other, words, sizeof(words));
    write_stream(other, there, sizeof(there));
    write_stream(work, here, sizeof(here));
    SAY("The %s %s what %s %s %s here, and the %s does not wait for it: the first is in %s, the "
        "second in %s, so the second may come first. Give both to one stream, or record an event "
        "after the %s and let %s wait for it with cudaStreamWaitEvent() before the %s.",
        words, writes ? "writes" : "reads", work->kind == other->kind ? "another" : "the", late,
        writes ? "uses" : "writes", late, there, here, early, here, late);
}

void simt_say_host_race(struct simt_finding *finding, const struct simt_work *other, bool writes)
{
    bool host_writes = simt_access_writes(finding->first.access);
    char words[128], there[40];

    write_work(other, words, sizeof(words));
    write_stream(other, there, sizeof(there));
    SAY("The host %s what the %s %s, and has not waited for it: it is in %s, and its call returns "
        "before it is done. Call cudaStreamSynchronize(), cudaEventSynchronize() or "
        "cudaDeviceSynchronize() first.",
        host_writes ? "writes" : "reads", words, writes ? "writes" : "still reads", there);
}
