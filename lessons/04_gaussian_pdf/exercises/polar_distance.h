/* Exercise 4.1: what polar_distance is given, and what it must do. */
#ifndef POLAR_DISTANCE_H
#define POLAR_DISTANCE_H

#include <stddef.h>

/* d[i] = the distance between the point at radius rho1[i] and angle theta1[i], and the point at
 * rho2[i] and theta2[i], right to 0.00001; radii below 2, angles from -pi to pi. The arrays lie on
 * the device, n elements each; n may be 0. */
extern "C" void polar_distance(float *d, const float *rho1, const float *theta1, const float *rho2,
                               const float *theta2, size_t n);

#endif
