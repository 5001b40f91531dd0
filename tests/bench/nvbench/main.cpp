/*
 * Has nvbench measure gridstride's kernels, those of the lessons, or those of the kernel files that
 * stand before nvbench's options. One benchmark a workload; its axes are the variant, the dtype, n,
 * and what happens to the L2 before each isolated sample (README.md):
 *
 *     memset  nvbench as it is: as many bytes as the L2 has are set, and stay in it, dirty
 *     read    nvbench's measurement, with gridstride's flush in place of the memset
 *     gridstride  no measurement of nvbench's but gridstride's own, of the same arrays in the same
 *             process: where in memory they and the kernel lie makes as much of a difference to
 *             short kernels as the way of measuring, and every process has its own places
 *     none    nvbench's measurement, without a flush: the data of the run before are still there
 */
#include "subject.h"

#include <nvbench/nvbench.cuh>

#include <cstddef>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace
{

void check(int code, const char *what)
{
    if (code != 0)
        throw std::runtime_error(std::string(what) + " failed with code " + std::to_string(code));
}

/*
 * nvbench's own timer of an isolated sample, all but its flush. measure_cold_launch_timer_core, the
 * order of the steps, asks this for each step.
 */
template <typename Timer, typename Flush> struct other_flush {
    Timer &timer;
    Flush &flush;
    cudaStream_t stream; /* of the launches, and so of the flush: from another it costs 0.2 us */

    void flush_device_l2()
    {
        flush(stream);
    }
    void sync_stream()
    {
        timer.sync_stream();
    }
    cudaError_t sync_stream_noexcept() const noexcept
    {
        return timer.sync_stream_noexcept();
    }
    void cpu_timer_start()
    {
        timer.cpu_timer_start();
    }
    void cpu_timer_stop()
    {
        timer.cpu_timer_stop();
    }
    void cpu_timer_stop_noexcept() noexcept
    {
        timer.cpu_timer_stop_noexcept();
    }
    void block_stream()
    {
        timer.block_stream();
    }
    void unblock_stream()
    {
        timer.unblock_stream();
    }
    void unblock_stream_noexcept() noexcept
    {
        timer.unblock_stream_noexcept();
    }
    void gpu_frequency_start()
    {
        timer.gpu_frequency_start();
    }
    void gpu_frequency_stop()
    {
        timer.gpu_frequency_stop();
    }
    void profiler_start()
    {
        timer.profiler_start();
    }
    void profiler_stop()
    {
        timer.profiler_stop();
    }
    cudaError_t profiler_stop_noexcept() const noexcept
    {
        return timer.profiler_stop_noexcept();
    }
    void cuda_timer_start()
    {
        timer.cuda_timer_start();
    }
    void cuda_timer_stop()
    {
        timer.cuda_timer_stop();
    }
};

/* Isolated samples with another flush; nvbench decides how many, and what becomes of them. */
template <typename Flush>
void measure_with(nvbench::state &state, struct subject *subject, Flush flush)
{
    using nvbench::detail::measure_cold_launch_timer_core;
    nvbench::detail::measure_cold_launch_timer_config config;
    config.disable_blocking_kernel = state.get_disable_blocking_kernel() || state.get_run_once();
    config.run_once = state.get_run_once();
    config.check_throttling = !state.get_run_once();
    state.set_cuda_stream(nvbench::make_cuda_stream_view(
        static_cast<cudaStream_t>(subject_stream(subject)))); /* both in the same one */
    state.exec(nvbench::exec_tag::gpu | nvbench::exec_tag::timer,
               [&](nvbench::launch &launch, auto &timer) {
                   using steps = other_flush<std::remove_reference_t<decltype(timer)>, Flush>;
                   cudaStream_t stream = launch.get_stream().get_stream();
                   steps around{timer, flush, stream};
                   measure_cold_launch_timer_core<steps> core(around, config);
                   core.start();
                   int code = subject_launch(subject, stream);
                   core.stop();
                   check(code, "the launch");
               });
}

/* nvbench untouched: isolated samples, and then a batch. */
void measure_as_it_is(nvbench::state &state, struct subject *subject)
{
    state.exec(nvbench::exec_tag::gpu, [&](nvbench::launch &launch) {
        check(subject_launch(subject, launch.get_stream().get_stream()), "the launch");
    });
}

void measure_by_gridstride(nvbench::state &state, struct subject *subject)
{
    double median_s = 0;
    std::size_t samples = 0;
    check(subject_measure(subject, &median_s, &samples) ? 0 : 1, "a sample");
    auto &median = state.add_summary("gridstride/cold/median");
    median.set_string("name", "gridstride");
    median.set_string("hint", "duration");
    median.set_float64("value", median_s);
    auto &size = state.add_summary("gridstride/cold/sample_size");
    size.set_string("name", "Samples");
    size.set_string("hint", "sample_size");
    size.set_int64("value", static_cast<nvbench::int64_t>(samples));
}

struct benchmark {
    struct subject *subject;

    void operator()(nvbench::state &state, nvbench::type_list<>)
    {
        const std::string flush = state.get_string("flush");
        const char *why = subject_choose(
            subject, state.get_benchmark().get_name().c_str(), state.get_string("variant").c_str(),
            state.get_string("dtype").c_str(), static_cast<std::size_t>(state.get_int64("n")));
        if (why != nullptr) {
            state.skip(why);
            return;
        }
        auto &block = state.add_summary("gridstride/block");
        block.set_string("name", "Block");
        block.set_int64("value", subject_block(subject));
        if (flush == "memset")
            measure_as_it_is(state, subject);
        else if (flush == "read")
            measure_with(state, subject, [this](cudaStream_t stream) {
                check(subject_flush(subject, stream), "the flush");
            });
        else if (flush == "gridstride")
            measure_by_gridstride(state, subject);
        else if (flush == "none")
            measure_with(state, subject, [](cudaStream_t) {});
        else
            state.skip("flush is memset, read, gridstride or none, not " + flush);
    }
};

/* nvbench steps through the first axis fastest, so arrays are filled once for all variants. */
void add(struct subject *subject, const char *workload, std::vector<std::string> variants)
{
    auto made = std::make_unique<nvbench::benchmark<benchmark>>(benchmark{subject});
    nvbench::benchmark_manager::get()
        .add(std::move(made))
        .set_name(workload)
        .add_string_axis("flush", {"memset", "read", "gridstride", "none"})
        .add_string_axis("variant", std::move(variants))
        .add_string_axis("dtype", {"f32", "f64"})
        .add_int64_power_of_two_axis("n", {10, 14, 18, 20, 22, 24, 27});
}

/* A kernel file's own dtypes and sizes; nvbench's --axis chooses others. */
void add_file(struct subject *subject, const subject_kernels &kernels)
{
    std::vector<nvbench::int64_t> sizes(kernels.sizes, kernels.sizes + kernels.size_count);
    nvbench::benchmark_manager::get()
        .add(std::make_unique<nvbench::benchmark<benchmark>>(benchmark{subject}))
        .set_name(kernels.workload)
        .add_string_axis("flush", {"memset", "read", "gridstride", "none"})
        .add_string_axis("variant", {kernels.variants, kernels.variants + kernels.variant_count})
        .add_string_axis("dtype", {kernels.dtypes, kernels.dtypes + kernels.dtype_count})
        .add_int64_axis("n", std::move(sizes));
}

void add_lessons(struct subject *subject)
{
    add(subject, "grid_add", {"one_per_thread", "grid_stride", "vector4"});
    add(subject, "double_2d", {"row_major", "column_major"});
    add(subject, "vecadd", {"one_per_thread", "grid_stride", "vector4"});
    add(subject, "gaussian_pdf", {"float_literals", "fast_math", "vector4"});
    add(subject, "hidden_layer", {"fused"});
    add(subject, "sum", {"warp_shuffle", "single_pass"});
}

/* All of them before CUDA is used, for a file is tried in a process that is forked from this one.
 */
std::vector<subject_kernels> bring_files(struct subject *subject,
                                         const std::vector<std::string> &files)
{
    std::vector<subject_kernels> all(files.size());
    for (std::size_t i = 0; i < files.size(); i++) {
        const char *why = subject_bring(subject, files[i].c_str(), &all[i]);
        if (why != nullptr)
            throw std::runtime_error(why);
    }
    return all;
}

bool is_file(const std::string &word)
{
    return word.size() > 3 && word.compare(word.size() - 3, 3, ".cu") == 0;
}

void run(const std::vector<std::string> &arguments)
{
    nvbench::option_parser parser;
    parser.parse(arguments);
    nvbench::detail::main_print_preamble(parser);
    nvbench::detail::main_run_benchmarks(parser);
    nvbench::detail::main_print_epilogue(parser);
    nvbench::detail::main_print_results(parser);
}

} // namespace

int main(int argc, char **argv)
try {
    std::unique_ptr<struct subject, decltype(&subject_close)> subject(subject_open(),
                                                                      subject_close);
    std::vector<std::string> files, arguments{argv[0]};
    int at = 1;
    while (at < argc && is_file(argv[at]))
        files.emplace_back(argv[at++]);
    arguments.insert(arguments.end(), argv + at, argv + argc);
    for (const subject_kernels &kernels : bring_files(subject.get(), files))
        add_file(subject.get(), kernels);
    if (files.empty())
        add_lessons(subject.get());
    nvbench::detail::main_initialize(argc, argv);
    run(arguments);
    return 0;
} catch (const std::exception &error) {
    std::cerr << "nvbench_gridstride: " << error.what() << "\n";
    return 1;
}
