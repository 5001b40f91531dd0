/* Which devices there are, which one an OS thread has chosen, and whose memory each one reaches. */
#ifndef SIMT_DEVICES_H
#define SIMT_DEVICES_H

#include "simt/environment.h"

#include <driver_types.h>
#include <stdbool.h>

/* SIMT_DEVICES, or 1. */
int simt_device_count(void);
bool simt_device_valid(int device);

/* That of the current context, or that cudaSetDevice() has chosen; in a kernel, the one that it
 * runs on. */
extern __thread int simt_device;

/* Whether kernels of the device can use memory of the other: their own, as peers, or, of its pool,
 * where that lets them. */
bool simt_device_reaches(int device, int other, bool pooled);
cudaError_t simt_device_set_peer(int device, int peer, bool reaches);
void simt_device_set_pool(int device, int other, bool reaches);

/* The device is nobody's peer any more, and nobody is its. */
void simt_device_forget_peers(int device);

/* Around a launch: the device's variables are in their places. Where there are several devices,
 * others launch and copy before or after it; and what the device does not reach cannot be touched,
 * where no inspector looks at each access. */
void simt_devices_enter(int device);
void simt_devices_leave(void);

/* Around a copy: no launch is under way. */
void simt_devices_lock(void);
void simt_devices_unlock(void);

/* Whether somebody waits for the launch that is entered; and lets those have their turns who do, in
 * the launch's name, while its threads stand still. From any of them. */
bool simt_devices_are_wanted(void);
void simt_devices_pass(void);

/* The device of the launch that is entered. */
int simt_devices_running(void);

#endif
