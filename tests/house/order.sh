#!/bin/sh
# order.sh ROOMS: the table has no cycle, that is, a room comes after all that it may use.
set -eu
awk '
    /^#/ || !/:/ { next }
    {
        room = $1
        sub(/:/, "", room)
        for (i = 2; i <= NF; i++)
            if (!($i in seen)) {
                printf "%s may use %s, which is no room above it\n", room, $i
                wrong++
            }
        seen[room] = 1
    }
    END { exit wrong > 0 }' "$1"
