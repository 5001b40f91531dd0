/* Copies between two devices, as limits are measured by: what goes where. No times: there are two
 * simulated devices. */
#include "device_peers.h"

#include "test.h"

enum { BYTES = 4096, HALF = BYTES / 2 };

struct fixture {
    struct gs_device *device;
    struct gs_peer_copies peers;
};

/* The first device's memory is full of 1, the second one's of 2. */
static void fill(struct fixture *f)
{
    struct gs_error error = {0};
    assert_int_equal(gs_device_fill(f->device, f->peers.first, 1, BYTES, &error), GS_OK);
    assert_int_equal(gs_device_fill(f->device, f->peers.second, 2, BYTES, &error), GS_OK);
}

/* The values of both halves. */
static void assert_has(struct fixture *f, const char *memory, char begin, char end)
{
    struct gs_error error = {0};
    char got[BYTES];
    assert_int_equal(gs_device_copy_out(f->device, got, memory, BYTES, &error), GS_OK);
    for (int i = 0; i < BYTES; i++)
        assert_int_equal(got[i], i < HALF ? begin : end);
}

static void each_copy_goes_its_way(void **state)
{
    struct fixture *f = *state;
    fill(f);
    assert_true(gs_limit_load(f->device, gs_peer_send, &f->peers));
    assert_has(f, f->peers.first, 1, 1);
    assert_has(f, f->peers.second, 1, 1);
    fill(f);
    assert_true(gs_limit_load(f->device, gs_peer_fetch, &f->peers));
    assert_has(f, f->peers.first, 2, 2);
    assert_has(f, f->peers.second, 2, 2);
}

static void halves_are_exchanged(void **state)
{
    struct fixture *f = *state;
    fill(f);
    assert_true(gs_peer_exchange(f->device, &f->peers) >= 0);
    assert_has(f, f->peers.first, 1, 2);
    assert_has(f, f->peers.second, 1, 2);
}

/* A kernel that forgets to ask for peer access must not find it there. */
static void access_goes_as_it_came(void **state)
{
    struct fixture *f = *state;
    assert_true(f->peers.direct);
    assert_int_equal(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
    gs_peer_copies_release(&f->peers);
    assert_int_equal(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
    assert_int_equal(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
    assert_true(gs_peer_copies_make(BYTES, &f->peers));
    gs_peer_copies_release(&f->peers);
    assert_int_equal(cudaDeviceDisablePeerAccess(1), cudaSuccess);
    cudaGetLastError();
    assert_true(gs_peer_copies_make(BYTES, &f->peers));
}

static int open_devices(void **state)
{
    static struct fixture f;
    struct gs_error error = {0};
    *state = &f;
    return gs_device_open(2, &f.device, &error) == GS_OK && gs_peer_copies_make(BYTES, &f.peers)
               ? 0
               : -1;
}

static int close_devices(void **state)
{
    struct fixture *f = *state;
    gs_peer_copies_release(&f->peers);
    gs_device_close(f->device);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_copy_goes_its_way),
        cmocka_unit_test(halves_are_exchanged),
        cmocka_unit_test(access_goes_as_it_came),
    };
    return cmocka_run_group_tests_name("peers", tests, open_devices, close_devices);
}
