/* says: section */
/* One where the vault is to end. */
#include "vecadd.h"
[[gnu::section("simt_vault_behind")]] char page[1 << 16];
