/* Cooperative launches: all blocks of a grid run at the same time and can wait for each other. */
#ifndef SIMT_COOPERATIVE_H
#define SIMT_COOPERATIVE_H

#include <stdbool.h>

struct simt_grid;
struct simt_launch_config;

/* Whether the device has room for all blocks of the grid at once. */
bool simt_cooperative_fits(const struct simt_launch_config *config);

/* Runs the grid to its end or first fault: in lockstep as one that has all its blocks resident,
 * else with an OS thread for each block. */
void simt_cooperative_run(struct simt_grid *grid);

#endif
