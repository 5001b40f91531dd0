// Simulator only: what lies outside of its allocation is refused where it is said. A GPU finds it
// when it is used, or never.
#include "check.h"

// The rows of a texture: the last one ends behind the memory.
static void test_texture(void)
{
    float *memory = check_device<float>(4 * 512 / sizeof(float));
    cudaResourceDesc resource = {};
    cudaTextureDesc desc = {};
    cudaTextureObject_t texture = 0;
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = 256;
    resource.res.pitch2D.height = 4;
    resource.res.pitch2D.pitchInBytes = 512;
    CHECK_ERROR(cudaCreateTextureObject(&texture, &resource, &desc, nullptr),
                cudaErrorInvalidValue);
    resource.res.pitch2D.height = 3;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    (void)cudaGetLastError();
    CHECK_CUDA(cudaFree(memory));
}

// A fill of a graph, of more bytes than a size_t holds.
static void test_fill(void)
{
    int *a = check_device<int>(16);
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t exec = nullptr;
    cudaMemsetParams fill = {};
    fill.dst = a;
    fill.elementSize = 4;
    fill.value = 1;
    fill.width = (size_t)1 << 62;
    fill.height = 1;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    cudaError_t error = cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill);
    if (error == cudaSuccess)
        error = cudaGraphInstantiate(&exec, graph, 0);
    if (error == cudaSuccess)
        error = cudaGraphLaunch(exec, 0);
    CHECK(error != cudaSuccess);
    (void)cudaGetLastError();
    if (exec)
        CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaFree(a));
}

int main(void)
{
    test_texture();
    test_fill();
    return check_end();
}
