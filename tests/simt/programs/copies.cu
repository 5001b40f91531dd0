// Copies and fills: every direction, offsets and odd lengths, two-dimensional ones with pitch;
// what lies beside them stays untouched.
#include "check.h"

enum { BYTES = 70001 };

static unsigned char source[BYTES], got[BYTES];

static void fill_source(uint64_t seed)
{
    for (int i = 0; i < BYTES; i++) {
        source[i] = (unsigned char)check_random(&seed);
    }
}

static void check_linear(size_t offset, size_t n, bool by_default, bool async)
{
    unsigned char *a = check_device<unsigned char>(BYTES), *b = check_device<unsigned char>(BYTES);
    enum cudaMemcpyKind in = by_default ? cudaMemcpyDefault : cudaMemcpyHostToDevice;
    enum cudaMemcpyKind across = by_default ? cudaMemcpyDefault : cudaMemcpyDeviceToDevice;
    enum cudaMemcpyKind out = by_default ? cudaMemcpyDefault : cudaMemcpyDeviceToHost;
    fill_source(n);
    memset(got, 0xEE, sizeof(got));
    if (async) {
        CHECK_CUDA(cudaMemcpyAsync(a + offset, source + offset, n, in, 0));
        CHECK_CUDA(cudaMemcpyAsync(b + offset, a + offset, n, across));
        CHECK_CUDA(cudaMemcpyAsync(got, b, BYTES, out));
        CHECK_CUDA(cudaDeviceSynchronize());
    } else {
        CHECK_CUDA(cudaMemcpy(a + offset, source + offset, n, in));
        CHECK_CUDA(cudaMemcpy(b + offset, a + offset, n, across));
        CHECK_CUDA(cudaMemcpy(got, b, BYTES, out));
    }
    for (size_t i = 0; i < BYTES; i++) {
        bool inside = i >= offset && i < offset + n;
        CHECK_EQ_AT((int)got[i], inside ? (int)source[i] : 0xFF, i);
    }
    CHECK_CUDA(cudaFree(a));
    CHECK_CUDA(cudaFree(b));
}

static void check_host_to_host(void)
{
    fill_source(1);
    memset(got, 0, sizeof(got));
    CHECK_CUDA(cudaMemcpy(got, source, BYTES, cudaMemcpyHostToHost));
    CHECK_EQ(memcmp(got, source, BYTES), 0);
    memset(got, 0, sizeof(got));
    CHECK_CUDA(cudaMemcpy(got, source, BYTES, cudaMemcpyDefault));
    CHECK_EQ(memcmp(got, source, BYTES), 0);
}

static void check_fill(size_t offset, size_t n, int value)
{
    unsigned char *a = check_device<unsigned char>(BYTES);
    CHECK_CUDA(cudaMemset(a + offset, value, n));
    check_take(got, a, BYTES);
    for (size_t i = 0; i < BYTES; i++) {
        bool inside = i >= offset && i < offset + n;
        CHECK_EQ_AT((int)got[i], inside ? value & 0xFF : 0xFF, i);
    }
}

__global__ void add_row_number(float *data, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float *row = (float *)((char *)data + y * pitch);
        row[x] += 1000.0f * y;
    }
}

static void check_pitched(int width, int height)
{
    static float in[100 * 100], out[100 * 128];
    float *device = NULL;
    size_t pitch = 0, row = width * sizeof(float), wide = 128 * sizeof(float);
    CHECK_CUDA(cudaMallocPitch((void **)&device, &pitch, row, height));
    CHECK(pitch >= row && pitch % sizeof(float) == 0);
    for (int i = 0; i < width * height; i++) {
        in[i] = (float)i;
    }
    for (int i = 0; i < 100 * 128; i++) {
        out[i] = -1;
    }
    CHECK_CUDA(cudaMemset2D(device, pitch, 0x40, row, height));
    CHECK_CUDA(cudaMemcpy2D(device, pitch, in, row, row, height, cudaMemcpyHostToDevice));
    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    add_row_number<<<grid, block>>>(device, pitch, width, height);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy2D(out, wide, device, pitch, row, height, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaFree(device));
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < 128; x++) {
            float expected = x < width ? (float)(y * width + x) + 1000.0f * (float)y : -1.0f;
            CHECK_EQ_AT(out[y * 128 + x], expected, y * 128 + x);
        }
    }
}

// A rectangle of one device array into another, the rest untouched; then a fill of a rectangle.
static void check_rectangles(void)
{
    unsigned char *a = check_device<unsigned char>(100 * 64);
    unsigned char *b = check_device<unsigned char>(100 * 80);
    fill_source(9);
    CHECK_CUDA(cudaMemcpy(a, source, 100 * 64, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy2D(b + 5, 80, a + 3 * 64 + 7, 64, 33, 50, cudaMemcpyDeviceToDevice));
    CHECK_CUDA(cudaMemset2D(b + 60 * 80 + 1, 80, 0x11, 7, 9));
    CHECK_CUDA(cudaMemset2DAsync(b + 60 * 80 + 20, 80, 0x22, 3, 2, 0));
    CHECK_CUDA(cudaMemcpy2DAsync(b + 70 * 80 + 30, 80, source, 64, 5, 3, cudaMemcpyDefault, 0));
    CHECK_CUDA(cudaMemcpy2D(b, 80, a, 64, 0, 50, cudaMemcpyDeviceToDevice));
    CHECK_CUDA(cudaMemcpy2D(b, 80, a, 64, 33, 0, cudaMemcpyDeviceToDevice));
    CHECK_CUDA(cudaDeviceSynchronize());
    check_take(got, b, 100 * 80);
    CHECK_CUDA(cudaFree(a));
    for (int y = 0; y < 100; y++) {
        for (int x = 0; x < 80; x++) {
            int expected = 0xFF;
            if (y < 50 && x >= 5 && x < 38) {
                expected = source[(y + 3) * 64 + x - 5 + 7];
            } else if (y >= 60 && y < 69 && x >= 1 && x < 8) {
                expected = 0x11;
            } else if (y >= 60 && y < 62 && x >= 20 && x < 23) {
                expected = 0x22;
            } else if (y >= 70 && y < 73 && x >= 30 && x < 35) {
                expected = source[(y - 70) * 64 + x - 30];
            }
            CHECK_EQ_AT((int)got[y * 80 + x], expected, y * 80 + x);
        }
    }
}

int main(void)
{
    for (size_t n : {0, 1, 3, 31, 33, 4096, 65537}) {
        check_linear(0, n, false, false);
        check_linear(13, n, true, false);
        check_linear(1, n, n % 2 != 0, true);
        check_fill(7, n, (int)n - 1);
    }
    check_host_to_host();
    check_fill(0, BYTES, 0x1ab);
    check_pitched(1, 1);
    check_pitched(33, 17);
    check_pitched(100, 100);
    check_rectangles();
    return check_end();
}
