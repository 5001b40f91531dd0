/* The part of CUB that the simulator has; docs/simulator.md lists it. */
#ifndef SIMT_CUB_CUH
#define SIMT_CUB_CUH

#pragma GCC system_header

#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <float.h>

#endif
