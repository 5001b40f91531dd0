/* Refused by name: a program that needs this must not be compiled into something else. */
#include "../cooperative_groups.h"
