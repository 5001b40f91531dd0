/* says: `__stop_` */
/* And where it ends. */
#include "vecadd.h"
#define J(a, b) a##b
extern char J(__stop_, simt_vault)[];
