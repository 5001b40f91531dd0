#include "cpu.h"

#include "processor.h"

#include <omp.h>
#include <stdint.h>

int gs_cpu_threads(void)
{
    return omp_get_max_threads();
}

size_t gs_cpu_cache_bytes(void)
{
    static size_t bytes;
    if (bytes == 0)
        bytes = gs_cpu_last_level_bytes();
    return bytes;
}

void gs_cpu_share(size_t n, size_t grain, int thread, int threads, size_t *begin, size_t *end)
{
    size_t grains = n / grain;
    *begin = grains * (size_t)thread / (size_t)threads * grain;
    *end = thread + 1 == threads ? n : grains * ((size_t)thread + 1) / (size_t)threads * grain;
}

void gs_cpu_fill(void *to, unsigned char value, size_t bytes)
{
#pragma omp parallel
    {
        size_t begin, end;
        gs_cpu_share(bytes, 4096, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);
        memset((char *)to + begin, value, end - begin);
    }
}

static void copy_part(char *to, const char *from, size_t bytes)
{
    size_t head = (16 - (uintptr_t)to % 16) % 16;
    if (head > bytes)
        head = bytes;
    memcpy(to, from, head);
    size_t i = head;
    for (; i + 64 <= bytes; i += 64) {
        for (size_t k = 0; k < 64; k += 16)
            gs_stream_store16(to + i + k, from + i + k);
    }
    memcpy(to + i, from + i, bytes - i);
    gs_stream_fence();
}

void gs_cpu_stream_copy(void *to, const void *from, size_t bytes)
{
#pragma omp parallel
    {
        size_t begin, end;
        gs_cpu_share(bytes, 4096, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);
        copy_part((char *)to + begin, (const char *)from + begin, end - begin);
    }
}
