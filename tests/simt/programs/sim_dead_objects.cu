// A kernel that uses a texture or a surface that is none ends with an error and a line that says
// so.
#include "capture.h"
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

__global__ void read_texture(cudaTextureObject_t texture, float *out)
{
    *out = tex1Dfetch<float>(texture, 1);
}

__global__ void filter_texture(cudaTextureObject_t texture, float *out)
{
    *out = tex2D<float>(texture, 1.5f, 0.5f);
}

__global__ void read_surface(cudaSurfaceObject_t surface, int x, float *out)
{
    *out = surf2Dread<float>(surface, x, 0);
}

// What a launch prints to the standard error holds the words. No call works afterwards.
template <typename Launch>
static void check_fault(cudaError_t error, const char *words, Launch launch)
{
    float *out = check_device<float>(1);
    char text[1024];
    struct capture c = capture_begin(2);
    launch(out);
    cudaError_t got = cudaDeviceSynchronize();
    capture_end(&c, text, sizeof(text));
    CHECK_EQ(got, error);
    CHECK(strstr(text, words) != nullptr);
}

static cudaResourceDesc describe(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static cudaArray_t make_array(void)
{
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK_CUDA(cudaMallocArray(&array, &format, 8, 2, cudaArraySurfaceLoadStore));
    return array;
}

static void test_no_texture(void)
{
    check_fault(cudaErrorIllegalAddress, "a texture object that is 0",
                [](float *out) { read_texture<<<1, 1>>>(0, out); });
}

static void test_no_filtered_texture(void)
{
    check_fault(cudaErrorIllegalAddress, "a texture object that is 0",
                [](float *out) { filter_texture<<<1, 1>>>(0, out); });
}

static void test_no_surface(void)
{
    check_fault(cudaErrorIllegalAddress, "a surface object that is 0",
                [](float *out) { read_surface<<<1, 1>>>(0, 0, out); });
}

// Used once, so that it is known, and then destroyed.
static void test_destroyed_texture(void)
{
    cudaResourceDesc resource = describe(make_array());
    cudaTextureDesc desc = {};
    cudaTextureObject_t texture;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    filter_texture<<<1, 1>>>(texture, check_device<float>(1));
    CHECK_LAUNCH();
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    check_fault(cudaErrorIllegalAddress, "a texture object that does not exist",
                [=](float *out) { filter_texture<<<1, 1>>>(texture, out); });
}

static void check_surface(cudaError_t error, const char *words, bool destroyed, int x)
{
    cudaSurfaceObject_t surface;
    cudaResourceDesc resource = describe(make_array());
    CHECK_CUDA(cudaCreateSurfaceObject(&surface, &resource));
    read_surface<<<1, 1>>>(surface, 0, check_device<float>(1));
    CHECK_LAUNCH();
    if (destroyed) {
        CHECK_CUDA(cudaDestroySurfaceObject(surface));
    }
    check_fault(error, words, [=](float *out) { read_surface<<<1, 1>>>(surface, x, out); });
}

static void test_destroyed_surface(void)
{
    check_surface(cudaErrorIllegalAddress, "a surface object that does not exist", true, 0);
}

static void test_misaligned(void)
{
    check_surface(cudaErrorMisalignedAddress, "a surface at x = 6; x counts bytes", false, 6);
}

static void test_outside(void)
{
    check_surface(cudaErrorLaunchFailure, "x = 32, y = 0, z = 0 is outside of a surface", false,
                  32);
}

// Each in a process of its own, for the error stays.
int main(void)
{
    void (*const tests[])(void) = {
        test_no_texture,        test_no_filtered_texture, test_no_surface, test_destroyed_texture,
        test_destroyed_surface, test_misaligned,          test_outside};
    for (auto test : tests) {
        int status = 1;
        pid_t child = fork();
        if (child == 0) {
            test();
            exit(check_end());
        }
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        CHECK_EQ(status, 0);
    }
    return check_end();
}
