// Simulator only: it says what it is, and its memory is bounded by the machine's.
#include "check.h"
#include <unistd.h>

static void check_name(void)
{
    struct cudaDeviceProp prop;
    int count = 0;
    CHECK_CUDA(cudaGetDeviceCount(&count));
    CHECK_EQ(count, 1);
    CHECK_CUDA(cudaGetDeviceProperties(&prop, 0));
    CHECK(strncmp(prop.name, "gridstride simulator (", 22) == 0);
    CHECK(strlen(prop.name) > 23 && prop.name[strlen(prop.name) - 1] == ')'); // the CPU's name
}

// Quarters of the memory: three or four fit, a fifth does not, and what was freed can be had again.
static void check_memory(void)
{
    enum { QUARTERS = 5 };
    size_t machine = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    size_t before = 0, after = 0, total = 0;
    void *parts[QUARTERS] = {NULL};
    CHECK_CUDA(cudaMemGetInfo(&before, &total));
    CHECK(total <= machine);
    for (int round = 0; round < 2; round++) {
        int had = 0;
        for (int i = 0; i < QUARTERS; i++) {
            parts[i] = NULL;
            had += cudaMalloc(&parts[i], total / 4) == cudaSuccess;
        }
        CHECK(had == 3 || had == 4);
        CHECK_ERROR(cudaGetLastError(), cudaErrorMemoryAllocation);
        for (int i = 0; i < QUARTERS; i++) {
            CHECK_CUDA(cudaFree(parts[i]));
        }
        CHECK_CUDA(cudaMemGetInfo(&after, &total));
        CHECK_EQ(after, before);
    }
}

// Copies and fills are held to the allocation, to the byte.
static void check_ranges(void)
{
    static char host[2000];
    char *device = check_device<char>(1000);
    CHECK_ERROR(cudaMemcpy(device, host, 1001, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemcpy(host, device + 999, 2, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemcpy(host, device - 1, 1, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemset(device + 500, 0, 501), cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemcpy(host, host + 1000, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_CUDA(cudaMemcpy(device + 999, host, 1, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaFree(device));
    CHECK_ERROR(cudaMemcpy(device, host, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
}

int main(void)
{
    check_name();
    check_memory();
    check_ranges();
    return check_end();
}
