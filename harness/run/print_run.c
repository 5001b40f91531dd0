#include "print_run.h"

#include "cpu.h"
#include "peers.h"
#include "processor.h"
#include "visible.h"

#include <stdio.h>

static bool prints(const struct gs_run_state *run)
{
    return !run->options->quiet && !run->options->json;
}

void gs_run_print_header(const struct gs_run_state *run)
{
    const struct gs_lesson *lesson = run->options->selection.lesson;
    const char *reason = run->options->device_reason;
    if (!prints(run))
        return;
    if (!run->assignment.opened)
        printf("device: none (CPU baselines only)\n");
    else
        printf("device: %s%s%s%s\n", run->assignment.facts.name, reason ? " (" : "",
               reason ? reason : "", reason ? ")" : "");
    printf("host:   %s, %d threads\n", gs_cpu_name(), gs_cpu_threads());
    if (run->options->peers)
        printf("peers:  %s\n", gs_peers_versions());
    if (run->options->peers && gs_peers_missing()[0] != '\0')
        printf("        %s\n", gs_peers_missing());
    if (lesson->source == NULL)
        printf("lesson %u, ", lesson->number);
    else
        printf("%s, ", lesson->source);
    printf("%s: %zu points", lesson->title, run->mine_count);
    if (run->mine_count < run->plan.count)
        printf(" of %zu, shard %u/%u", run->plan.count, run->options->shard, run->options->shards);
    if (run->before.count > 0)
        printf("; resumed: %zu records are there", run->results.count);
    else if (run->options->resume)
        printf("; nothing to resume: from the first one");
    printf("\n");
    fflush(stdout);
}

void gs_run_print_notes(const struct gs_run_state *run, size_t before)
{
    enum { MANY_POINTS = 1000 };
    const bool simulated = run->assignment.opened && run->assignment.facts.simulated;
    if (!prints(run))
        return;
    if (run->options->verify_only && simulated && run->mine_count > MANY_POINTS)
        printf(
            "note:   on the simulator this takes minutes; --variant, --dtype and --workload choose "
            "a part\n");
    if (before > run->mine_count)
        printf("note:   %s/%s.json has %zu points, and this run replaces them; --out FOLDER keeps "
               "them\n",
               gs_visible(run->folder).text, run->name, before);
    fflush(stdout);
}

void gs_run_print_limits(const struct gs_run_state *run)
{
    const struct gs_cpu_limits *cpu = &run->assignment.limits.cpu;
    const struct gs_device_limits *device = &run->assignment.limits.device;
    const struct gs_arithmetic_limits *arithmetic = &device->arithmetic;
    if (run->options->verify_only || !prints(run))
        return;
    printf("limits: CPU copy %.3g GB/s, %.3g G multiply-adds/s (f32)\n",
           cpu->copy_bytes_per_s * 1e-9, cpu->arithmetic.mads[GS_F32] * 1e-9);
    if (device->copy_bytes_per_s > 0)
        printf(
            "        device copy %.4g GB/s, %.3g T multiply-adds/s (f32), %.3g (f64), %.3g T exp/s "
            "(f32)\n"
            "        pinned in %.3g GB/s, out %.3g GB/s (%.3g each way at once), empty kernel %.2g "
            "us (%.2g us in a row)\n",
            device->copy_bytes_per_s * 1e-9, arithmetic->mads[GS_F32] * 1e-12,
            arithmetic->mads[GS_F64] * 1e-12, arithmetic->exps[GS_F32] * 1e-12,
            device->pinned_in_bytes_per_s * 1e-9, device->pinned_out_bytes_per_s * 1e-9,
            device->pinned_both_bytes_per_s * 1e-9, device->empty_kernel_s * 1e6,
            device->empty_batch_s * 1e6);
    if (device->peer_to_bytes_per_s > 0)
        printf("        to the second device %.3g GB/s, from it %.3g GB/s (%.3g each way at "
               "once)%s\n",
               device->peer_to_bytes_per_s * 1e-9, device->peer_from_bytes_per_s * 1e-9,
               device->peer_both_bytes_per_s * 1e-9,
               device->peers_direct ? "" : ", by way of the host: there is no peer access");
    if (run->assignment.opened && run->assignment.facts.launches_block)
        printf(
            "note:   launches block here (CUDA_LAUNCH_BLOCKING, or a tool that watches); the times "
            "of short kernels include the host's\n");
    fflush(stdout);
}

void gs_run_print_kept(const struct gs_run_state *run)
{
    if (prints(run))
        printf("note:   an earlier run was never finished; its points are kept in "
               "%s/%s.abandoned.jsonl\n",
               gs_visible(run->folder).text, run->name);
}
