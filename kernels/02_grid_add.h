/* What kernels, CPU baselines and the reference of two_branches have to agree on. */
#ifndef GS_GRID_ADD_H
#define GS_GRID_ADD_H

enum { BRANCH_COEFFICIENTS = 32 }; /* of each of the two polynomials */

#endif
