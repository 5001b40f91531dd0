// Texture and surface objects: where they read, how they filter, and copies to and from arrays.
#include "check.h"

enum { W = 19, H = 7, D = 5 };

template <typename T>
__global__ void fetch_1d(cudaTextureObject_t texture, T *out, int first, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        out[i] = tex1Dfetch<T>(texture, first + i);
    }
}

template <typename T>
__global__ void read_1d(cudaTextureObject_t texture, const float *x, T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = tex1D<T>(texture, x[i]);
    }
}

template <typename T>
__global__ void read_2d(cudaTextureObject_t texture, const float2 *at, T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = tex2D<T>(texture, at[i].x, at[i].y);
    }
}

__global__ void read_3d(cudaTextureObject_t texture, const float3 *at, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        tex3D(&out[i], texture, at[i].x, at[i].y, at[i].z);
    }
}

__global__ void read_layers(cudaTextureObject_t texture, float *out)
{
    int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
    out[(layer * H + y) * W + x] = tex2DLayered<float>(texture, x + 0.5f, y + 0.5f, layer);
}

__global__ void double_surface(cudaSurfaceObject_t surface)
{
    int x = threadIdx.x, y = threadIdx.y;
    float value;
    surf2Dread(&value, surface, x * (int)sizeof(float), y);
    surf2Dwrite(2 * value, surface, x * (int)sizeof(float), y);
}

__global__ void edges(cudaSurfaceObject_t surface, float *out)
{
    out[0] = surf2Dread<float>(surface, -4, 0, cudaBoundaryModeZero);
    out[1] = surf2Dread<float>(surface, -4, 0, cudaBoundaryModeClamp);
    surf2Dwrite(-1.0f, surface, W * (int)sizeof(float), 0, cudaBoundaryModeZero);
}

// x counts bytes: channels of an element by themselves, and two elements at once.
__global__ void by_bytes(cudaSurfaceObject_t surface, float *out)
{
    out[0] = surf2Dread<float>(surface, 12, 1);
    float2 two = surf2Dread<float2>(surface, 16 + 8, 0);
    out[1] = two.x;
    out[2] = two.y;
    surf2Dwrite(-1.0f, surface, 16 + 4, 1);
    out[3] = surf2Dread<float4>(surface, 16, 1).y;
    out[4] = surf2Dread<float>(surface, 1000, 0, cudaBoundaryModeClamp);
}

static cudaTextureDesc how(cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                           bool normalized)
{
    cudaTextureDesc desc = {};
    desc.addressMode[0] = desc.addressMode[1] = desc.addressMode[2] = mode;
    desc.filterMode = filter;
    desc.readMode = cudaReadModeElementType;
    desc.normalizedCoords = normalized;
    return desc;
}

static cudaTextureObject_t texture_of(cudaArray_t array, const cudaTextureDesc &desc)
{
    cudaResourceDesc resource = {};
    cudaTextureObject_t texture = 0;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    return texture;
}

template <typename T> static T *to_device(const T *host, int n)
{
    T *device = nullptr;
    CHECK_CUDA(cudaMalloc(&device, n * sizeof(T)));
    CHECK_CUDA(cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

template <typename T> static void to_host(T *host, const T *device, int n)
{
    CHECK_CUDA(cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost));
}

// ---- the reads again, as the programming guide has them ----

static int brought_in(int i, int n, cudaTextureAddressMode mode)
{
    if (mode == cudaAddressModeWrap) {
        return ((i % n) + n) % n;
    }
    if (mode == cudaAddressModeMirror) {
        int k = ((i % (2 * n)) + 2 * n) % (2 * n);
        return k < n ? k : 2 * n - 1 - k;
    }
    if (mode == cudaAddressModeBorder) {
        return i < 0 || i >= n ? -1 : i;
    }
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static double element(const float *a, int x, int y, cudaTextureAddressMode mode)
{
    x = brought_in(x, W, mode);
    y = brought_in(y, H, mode);
    return x < 0 || y < 0 ? 0 : a[y * W + x];
}

static double expected_2d(const float *a, float2 at, cudaTextureAddressMode mode, bool linear)
{
    if (!linear) {
        return element(a, (int)floorf(at.x), (int)floorf(at.y), mode);
    }
    double x = at.x - 0.5, y = at.y - 0.5, i = floor(x), j = floor(y), u = x - i, v = y - j;
    return (1 - u) * (1 - v) * element(a, (int)i, (int)j, mode) +
           u * (1 - v) * element(a, (int)i + 1, (int)j, mode) +
           (1 - u) * v * element(a, (int)i, (int)j + 1, mode) +
           u * v * element(a, (int)i + 1, (int)j + 1, mode);
}

// Places inside and outside, each an odd number of 1/64 from a border: no weight is rounded.
static float2 place(int k)
{
    return make_float2((k * 7 % 41 - 10) + 0.25f + (k % 3) * 0.25f,
                       (k * 5 % 23 - 8) + 0.25f + (k % 2) * 0.5f);
}

static void test_2d(cudaTextureAddressMode mode, bool linear, bool normalized, bool pitched)
{
    enum { N = 500 };
    static float a[W * H], got[N];
    static float2 at[N], given[N];
    for (int i = 0; i < W * H; i++) {
        a[i] = (float)(i * 37 % 101);
    }
    for (int k = 0; k < N; k++) {
        at[k] = given[k] = place(k);
        if (normalized) {
            given[k].x /= W;
            given[k].y /= H;
        }
    }
    cudaTextureDesc desc =
        how(mode, linear ? cudaFilterModeLinear : cudaFilterModePoint, normalized);
    cudaArray_t array = nullptr;
    float *memory = nullptr;
    cudaTextureObject_t texture = 0;
    if (pitched) {
        size_t pitch;
        CHECK_CUDA(cudaMallocPitch(&memory, &pitch, W * sizeof(float), H));
        CHECK_CUDA(cudaMemcpy2D(memory, pitch, a, W * sizeof(float), W * sizeof(float), H,
                                cudaMemcpyHostToDevice));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D.devPtr = memory;
        resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
        resource.res.pitch2D.width = W;
        resource.res.pitch2D.height = H;
        resource.res.pitch2D.pitchInBytes = pitch;
        CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    } else {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        CHECK_CUDA(cudaMallocArray(&array, &format, W, H));
        CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, a, W * sizeof(float), W * sizeof(float), H,
                                       cudaMemcpyHostToDevice));
        texture = texture_of(array, desc);
    }
    float2 *places = to_device(given, N);
    float *out = to_device(got, N);
    read_2d<float><<<(N + 127) / 128, 128>>>(texture, places, out, N);
    CHECK_LAUNCH();
    to_host(got, out, N);
    // A normalized coordinate is off by less than 2^-20, which moves a weight by one part in 256.
    double tolerance = linear ? (normalized ? 101.0 / 128 : 1e-4) : 0;
    for (int k = 0; k < N; k++) {
        CHECK_CLOSE_AT(got[k], expected_2d(a, at[k], mode, linear), tolerance, k);
    }
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    CHECK_CUDA(cudaFree(memory));
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFree(places));
    CHECK_CUDA(cudaFree(out));
}

// Weights have 8 bits behind the point: all that lies between two steps reads the same.
static void test_weights(void)
{
    const float a[2] = {0, 1};
    enum { N = 4 * 256 };
    static float x[N], got[N];
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK_CUDA(cudaMallocArray(&array, &format, 2));
    CHECK_CUDA(
        cudaMemcpy2DToArray(array, 0, 0, a, sizeof(a), sizeof(a), 1, cudaMemcpyHostToDevice));
    cudaTextureObject_t texture =
        texture_of(array, how(cudaAddressModeClamp, cudaFilterModeLinear, false));
    for (int k = 0; k < N; k++) {
        x[k] = 0.5f + k / (float)N;
    }
    float *places = to_device(x, N), *out = to_device(got, N);
    read_1d<float><<<N / 128, 128>>>(texture, places, out, N);
    CHECK_LAUNCH();
    to_host(got, out, N);
    for (int k = 0; k < N; k++) {
        CHECK_EQ_AT(got[k] * 256, roundf(got[k] * 256), k);
        CHECK_CLOSE_AT(got[k], k / (double)N, 1.0 / 256, k);
    }
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFree(places));
    CHECK_CUDA(cudaFree(out));
}

static void test_linear_memory(void)
{
    int4 host[10], got[12];
    for (int i = 0; i < 10; i++) {
        host[i] = make_int4(i, -i, 10 * i, 7);
    }
    int4 *memory = to_device(host, 10), *out = to_device(host, 10);
    CHECK_CUDA(cudaFree(out));
    CHECK_CUDA(cudaMalloc(&out, sizeof(got)));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<int4>();
    resource.res.linear.sizeInBytes = sizeof(host);
    cudaTextureDesc desc = {};
    cudaTextureObject_t texture;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    fetch_1d<int4><<<1, 32>>>(texture, out, -1, 12);
    CHECK_LAUNCH();
    to_host(got, out, 12);
    for (int i = 0; i < 12; i++) {
        bool inside = i >= 1 && i <= 10;
        CHECK_EQ_AT(got[i].x, inside ? i - 1 : 0, i);
        CHECK_EQ_AT(got[i].y, inside ? 1 - i : 0, i);
        CHECK_EQ_AT(got[i].w, inside ? 7 : 0, i);
    }
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    CHECK_CUDA(cudaFree(memory));
    CHECK_CUDA(cudaFree(out));
}

// Bytes as fractions of 255, and as bytes.
static void test_read_modes(void)
{
    static uchar4 host[W * H], got[2];
    float4 fractions[2];
    for (int i = 0; i < W * H; i++) {
        host[i] = make_uchar4((unsigned char)i, 255, 0, (unsigned char)(255 - i));
    }
    const float2 at[2] = {make_float2(3.5f, 2.5f), make_float2(W - 0.5f, H - 0.5f)};
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    CHECK_CUDA(cudaMallocArray(&array, &format, W, H));
    CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, host, W * 4, W * 4, H, cudaMemcpyHostToDevice));
    cudaTextureDesc desc = how(cudaAddressModeClamp, cudaFilterModePoint, false);
    cudaTextureObject_t plain = texture_of(array, desc);
    desc.readMode = cudaReadModeNormalizedFloat;
    desc.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t fraction = texture_of(array, desc);
    float2 *places = to_device(at, 2);
    uchar4 *out = to_device(got, 2);
    float4 *fractions_out = to_device(fractions, 2);
    read_2d<uchar4><<<1, 2>>>(plain, places, out, 2);
    read_2d<float4><<<1, 2>>>(fraction, places, fractions_out, 2);
    CHECK_LAUNCH();
    to_host(got, out, 2);
    to_host(fractions, fractions_out, 2);
    for (int k = 0; k < 2; k++) {
        int i = k == 0 ? 2 * W + 3 : W * H - 1;
        CHECK_EQ_AT(got[k].x, i, k);
        CHECK_EQ_AT(got[k].w, 255 - i, k);
        CHECK_CLOSE_AT(fractions[k].x, i / 255.0, 1e-6, k);
        CHECK_EQ_AT(fractions[k].y, 1, k);
        CHECK_EQ_AT(fractions[k].z, 0, k);
    }
    CHECK_CUDA(cudaDestroyTextureObject(plain));
    CHECK_CUDA(cudaDestroyTextureObject(fraction));
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFree(places));
    CHECK_CUDA(cudaFree(out));
    CHECK_CUDA(cudaFree(fractions_out));
}

// A copy of a box into an array of three dimensions, or of layers.
static void fill_planes(cudaArray_t array, float *host)
{
    for (int i = 0; i < W * H * D; i++) {
        host[i] = (float)(i * 13 % 57);
    }
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host, W * sizeof(float), W, H);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(W, H, D);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK_CUDA(cudaMemcpy3D(&copy));
}

static void test_3d(void)
{
    static float host[W * H * D], back[W * H * D], got[2];
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK_CUDA(cudaMalloc3DArray(&array, &format, make_cudaExtent(W, H, D), 0));
    fill_planes(array, host);
    cudaTextureObject_t texture =
        texture_of(array, how(cudaAddressModeClamp, cudaFilterModeLinear, false));
    const float3 at[2] = {make_float3(4.5f, 3.5f, 2.5f), make_float3(5.0f, 3.0f, 2.0f)};
    float3 *places = to_device(at, 2);
    float *out = to_device(got, 2);
    read_3d<<<1, 2>>>(texture, places, out, 2);
    CHECK_LAUNCH();
    to_host(got, out, 2);
    CHECK_EQ(got[0], host[(2 * H + 3) * W + 4]);
    double sum = 0;
    for (int corner = 0; corner < 8; corner++) {
        sum += host[((1 + (corner >> 2)) * H + 2 + (corner >> 1 & 1)) * W + 4 + (corner & 1)] / 8;
    }
    CHECK_CLOSE(got[1], sum, 1e-4);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = array;
    copy.srcPos = make_cudaPos(1, 2, 3);
    copy.dstPtr = make_cudaPitchedPtr(back, W * sizeof(float), W, H);
    copy.extent = make_cudaExtent(3, 2, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK_CUDA(cudaMemcpy3D(&copy));
    CHECK_EQ(back[0], host[(3 * H + 2) * W + 1]);
    CHECK_EQ(back[(H + 1) * W + 2], host[(4 * H + 3) * W + 3]);
    CHECK_EQ(back[3], 0);
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFree(places));
    CHECK_CUDA(cudaFree(out));
}

static void test_layers(void)
{
    static float host[W * H * D], got[W * H * D];
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK_CUDA(cudaMalloc3DArray(&array, &format, make_cudaExtent(W, H, D), cudaArrayLayered));
    fill_planes(array, host);
    cudaTextureObject_t texture =
        texture_of(array, how(cudaAddressModeClamp, cudaFilterModePoint, false));
    float *out = to_device(got, W * H * D);
    read_layers<<<D, dim3(W, H)>>>(texture, out);
    CHECK_LAUNCH();
    to_host(got, out, W * H * D);
    for (int i = 0; i < W * H * D; i++) {
        CHECK_EQ_AT(got[i], host[i], i);
    }
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFree(out));
}

static void test_surface(void)
{
    static float host[W * H], got[W * H], at_edges[2];
    for (int i = 0; i < W * H; i++) {
        host[i] = (float)(i + 1);
    }
    cudaArray_t array, other;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(), told;
    CHECK_CUDA(cudaMallocArray(&array, &format, W, H, cudaArraySurfaceLoadStore));
    CHECK_CUDA(cudaMallocArray(&other, &format, W, H));
    CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, host, W * 4, W * 4, H, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t surface;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK_CUDA(cudaCreateSurfaceObject(&surface, &resource));
    double_surface<<<1, dim3(W, H)>>>(surface);
    float *out = to_device(at_edges, 2);
    edges<<<1, 1>>>(surface, out);
    CHECK_LAUNCH();
    to_host(at_edges, out, 2);
    CHECK_EQ(at_edges[0], 0);
    CHECK_EQ(at_edges[1], 2);
    CHECK_CUDA(
        cudaMemcpy2DArrayToArray(other, 0, 0, array, 0, 0, W * 4, H, cudaMemcpyDeviceToDevice));
    CHECK_CUDA(cudaMemcpy2DFromArray(got, W * 4, other, 0, 0, W * 4, H, cudaMemcpyDeviceToHost));
    for (int i = 0; i < W * H; i++) {
        CHECK_EQ_AT(got[i], 2 * host[i], i);
    }
    cudaExtent extent;
    unsigned flags;
    CHECK_CUDA(cudaArrayGetInfo(&told, &extent, &flags, array));
    CHECK_EQ(extent.width, W);
    CHECK_EQ(extent.height, H);
    CHECK_EQ(extent.depth, 0);
    CHECK_EQ(told.x, 32);
    CHECK_EQ(flags & cudaArraySurfaceLoadStore, cudaArraySurfaceLoadStore);
    CHECK(cudaMemcpy2DToArray(array, 4, 0, host, W * 4, W * 4, H, cudaMemcpyHostToDevice) !=
          cudaSuccess);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaDestroySurfaceObject(surface));
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFreeArray(other));
    CHECK_CUDA(cudaFree(out));
}

static void test_surface_bytes(void)
{
    enum { WIDE = 3, ROWS = 2 };
    float host[WIDE * ROWS * 4], got[5];
    for (int i = 0; i < WIDE * ROWS * 4; i++) {
        host[i] = (float)i;
    }
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
    CHECK_CUDA(cudaMallocArray(&array, &format, WIDE, ROWS, cudaArraySurfaceLoadStore));
    CHECK_CUDA(
        cudaMemcpy2DToArray(array, 0, 0, host, WIDE * 16, WIDE * 16, ROWS, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t surface;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK_CUDA(cudaCreateSurfaceObject(&surface, &resource));
    float *out = check_device<float>(5);
    by_bytes<<<1, 1>>>(surface, out);
    CHECK_LAUNCH();
    check_take(got, out, 5);
    CHECK_EQ(got[0], host[WIDE * 4 + 3]);
    CHECK_EQ(got[1], host[6]);
    CHECK_EQ(got[2], host[7]);
    CHECK_EQ(got[3], -1);
    CHECK_EQ(got[4], host[WIDE * 4 - 1]);
    CHECK_CUDA(cudaDestroySurfaceObject(surface));
    CHECK_CUDA(cudaFreeArray(array));
}

// No texture is made of more memory than was allocated.
static void test_too_large(void)
{
    float *memory = check_device<float>(4 * 512 / sizeof(float));
    cudaResourceDesc resource = {};
    cudaTextureDesc desc = {};
    cudaTextureObject_t texture = 0;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = (size_t)1 << 40;
    CHECK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr) != cudaSuccess);
    resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = 128;
    resource.res.pitch2D.height = 4;
    resource.res.pitch2D.pitchInBytes = 512;
    CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    (void)cudaGetLastError();
    CHECK_CUDA(cudaFree(memory));
}

// Copies into an array of 4 x 3 x 2 elements: those that do not lie in it are refused.
static void test_copies_outside(void)
{
    static float host[4 * 3 * 2];
    static const struct {
        cudaPos pos;
        cudaExtent extent;
        bool right;
    } cases[] = {
        {{0, 0, 0}, {4, 3, 2}, true},           {{1, 1, 1}, {3, 2, 1}, true},
        {{1, 0, 0}, {4, 1, 1}, false},          {{0, 1, 0}, {4, 3, 1}, false},
        {{0, 3, 0}, {4, 1, 1}, false},          {{0, 0, 1}, {4, 1, 2}, false},
        {{0, 0, 0}, {4, 4, 1}, false},          {{(size_t)-1, 0, 0}, {2, 1, 1}, false},
        {{0, (size_t)-1, 1}, {4, 1, 1}, false},
    };
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK_CUDA(cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 3, 2)));
    int i = 0;
    for (const auto &one : cases) {
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(host, 4 * sizeof(float), 4, 3);
        copy.dstArray = array;
        copy.dstPos = one.pos;
        copy.extent = one.extent;
        copy.kind = cudaMemcpyHostToDevice;
        CHECK_EQ_AT(cudaMemcpy3D(&copy) == cudaSuccess, one.right, i++);
    }
    (void)cudaGetLastError();
    CHECK_CUDA(cudaFreeArray(array));
}

int main(void)
{
    for (int linear = 0; linear < 2; linear++) {
        test_2d(cudaAddressModeClamp, linear, false, false);
        test_2d(cudaAddressModeBorder, linear, false, false);
        test_2d(cudaAddressModeClamp, linear, false, true);
        test_2d(cudaAddressModeWrap, linear, true, false);
        test_2d(cudaAddressModeMirror, linear, true, false);
        test_2d(cudaAddressModeClamp, linear, true, false);
    }
    test_weights();
    test_linear_memory();
    test_read_modes();
    test_3d();
    test_layers();
    test_surface();
    test_surface_bytes();
    test_too_large();
    test_copies_outside();
    return check_end();
}
