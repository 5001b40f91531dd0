#include "gbench_shim.h"

#include <benchmark/benchmark.h>

#include <mutex>
#include <string>
#include <vector>

namespace
{

/* Takes the one result of the one benchmark, and prints nothing: users see our own table. */
class ResultTaker : public benchmark::BenchmarkReporter
{
  public:
    explicit ResultTaker(gs_benchmark_result *out) : out_(out)
    {
    }

    bool ReportContext(const Context &) override
    {
        return true;
    }

    void ReportRuns(const std::vector<Run> &runs) override
    {
        for (const Run &run : runs) {
            if (run.iterations <= 0)
                continue;
            const double iterations = static_cast<double>(run.iterations);
            out_->iterations = static_cast<size_t>(run.iterations);
            out_->real_time_s = run.real_accumulated_time / iterations;
            out_->cpu_time_s = run.cpu_accumulated_time / iterations;
        }
    }

  private:
    gs_benchmark_result *out_;
};

/* The library also takes flags from BENCHMARK_* variables of the environment; what would change how
   often or whether we measure, or print, is said here, which outweighs them. */
void initialize_once()
{
    static std::once_flag once;
    std::call_once(once, [] {
        static std::vector<std::string> words = {
            "gridstride",
            "--benchmark_filter=.",
            "--benchmark_list_tests=false",
            "--benchmark_enable_random_interleaving=false",
            "--benchmark_min_warmup_time=0",
            "--benchmark_out=",
        };
        std::vector<char *> arguments;
        for (std::string &word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        int count = static_cast<int>(words.size());
        benchmark::Initialize(&count, arguments.data());
    });
}

void run(const char *name, gs_benchmark_sample_fn *sample, void *context, size_t iterations,
         gs_benchmark_result *out, bool *failed)
{
    initialize_once();
    auto loop = [=](benchmark::State &state) {
        for (auto _ : state) {
            const double seconds = sample(context);
            if (seconds < 0) {
                *failed = true;
                state.SkipWithError("a sample failed");
                break;
            }
            state.SetIterationTime(seconds);
        }
    };
    benchmark::RegisterBenchmark(name, loop)
        ->UseManualTime()
        ->Iterations(static_cast<benchmark::IterationCount>(iterations))
        ->Repetitions(1);
    ResultTaker taker(out);
    benchmark::RunSpecifiedBenchmarks(&taker);
    benchmark::ClearRegisteredBenchmarks();
}

} // namespace

bool gs_benchmark_run(const char *name, gs_benchmark_sample_fn *sample, void *context,
                      size_t iterations, gs_benchmark_result *out)
{
    bool failed = false;
    *out = gs_benchmark_result{};
    try {
        run(name, sample, context, iterations, out, &failed);
    } catch (...) { /* nothing thrown may cross into C */
        failed = true;
    }
    return !failed && out->iterations == iterations;
}

const char *gs_benchmark_library(void)
{
    return "Google Benchmark " GS_BENCHMARK_VERSION;
}
