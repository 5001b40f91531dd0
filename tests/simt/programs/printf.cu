// printf in kernels: every line of every thread arrives whole, in whatever order, once the host has
// synchronised; the conversions print what the host's printf prints.
#include "check.h"
#include "capture.h"

enum { LINES_MAX = 3000 };

__global__ void say(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        printf("thread %d of block %d says %5.2f\n", (int)threadIdx.x, (int)blockIdx.x, i * 0.25);
    }
}

__device__ void say_from_function(const char *what)
{
    printf("function: %s\n", what);
}

__global__ void conversions(float f, unsigned u, long long ll, const void *p, char c)
{
    printf("plain text, 100%%\n");
    printf("%d|%5d|%-5d|%05d|%+d|%i\n", -7, 42, 42, 42, 42, 7);
    printf("%u|%x|%X|%o|%#x|%08x\n", u, u, u, u, u, u);
    printf("%lld|%llu|%ld|%llx|%lu\n", ll, (unsigned long long)ll, (long)ll, ll, sizeof(int));
    printf("%f|%.3f|%10.2f|%e|%g|%G\n", f, f, f, f, f, f / 1e10);
    printf("%c|%s|%10s|%-10s|%.2s\n", c, "text", "right", "left", "cut");
    printf("%p\n", p);
    say_from_function("said");
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Splits text into lines, in place, sorted. Returns how many.
static int sort_lines(char *text, char **lines)
{
    int n = 0;
    for (char *line = strtok(text, "\n"); line && n < LINES_MAX; line = strtok(NULL, "\n")) {
        lines[n++] = line;
    }
    qsort(lines, (size_t)n, sizeof(*lines), compare);
    return n;
}

static char got_text[1 << 20], expected_text[1 << 20];
static char *got_lines[LINES_MAX], *expected_lines[LINES_MAX];

static void check_same_lines(void)
{
    int got = sort_lines(got_text, got_lines), expected = sort_lines(expected_text, expected_lines);
    CHECK_EQ(got, expected);
    for (int i = 0; i < got && i < expected; i++) {
        CHECK_STR(got_lines[i], expected_lines[i]);
    }
}

static void check_threads(int n, int block)
{
    struct capture c = capture_begin(1);
    say<<<(n + block - 1) / block, block>>>(n);
    cudaError_t status = cudaDeviceSynchronize();
    capture_end(&c, got_text, sizeof(got_text));
    CHECK_CUDA(status);
    char *end = expected_text;
    for (int i = 0; i < n; i++) {
        end += sprintf(end, "thread %d of block %d says %5.2f\n", i % block, i / block, i * 0.25);
    }
    check_same_lines();
}

static void check_conversions(void)
{
    float f = 3.14159265f;
    unsigned u = 0xdeadbeef;
    long long ll = -1234567890123ll;
    const void *p = (const void *)0x7f0012345678;
    struct capture c = capture_begin(1);
    conversions<<<1, 1>>>(f, u, ll, p, 'c');
    cudaError_t status = cudaDeviceSynchronize();
    capture_end(&c, got_text, sizeof(got_text));
    CHECK_CUDA(status);
    char *end = expected_text;
    end += sprintf(end, "plain text, 100%%\n");
    end += sprintf(end, "%d|%5d|%-5d|%05d|%+d|%i\n", -7, 42, 42, 42, 42, 7);
    end += sprintf(end, "%u|%x|%X|%o|%#x|%08x\n", u, u, u, u, u, u);
    end += sprintf(end, "%lld|%llu|%ld|%llx|%lu\n", ll, (unsigned long long)ll, (long)ll, ll,
                   sizeof(int));
    end += sprintf(end, "%f|%.3f|%10.2f|%e|%g|%G\n", f, f, f, f, f, f / 1e10);
    end += sprintf(end, "%c|%s|%10s|%-10s|%.2s\n", 'c', "text", "right", "left", "cut");
    end += sprintf(end, "%p\n", p);
    sprintf(end, "function: said\n");
    check_same_lines();
}

int main(void)
{
    check_threads(1, 1);
    check_threads(33, 32);
    check_threads(2000, 128);
    check_conversions();
    return check_end();
}
