/* says: section */
/* A variable among those of the inspector. */
#include "vecadd.h"
__attribute__((section("simt_vault"))) int mine;
