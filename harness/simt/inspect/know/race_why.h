/* What kind of mistake a race is, by the two accesses and what stands in their lines. */
#ifndef SIMT_INSPECT_RACE_WHY_H
#define SIMT_INSPECT_RACE_WHY_H

#include "finding.h"
#include "order.h"

/* Of a finding of kind race-... or missing-fence with its kind and parties; `order`: of a missing
 * fence, which one it is. */
enum simt_why simt_race_why(const struct simt_finding *finding, enum simt_ordered order);

/* Between lanes of one warp. */
bool simt_race_in_warp(const struct simt_finding *finding);

#endif
