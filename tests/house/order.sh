#!/bin/sh
# order.sh ROOMS CONTRIBUTING: the table has no cycle, that is, a room comes after all that it may
# use; and a newcomer reads in CONTRIBUTING what is in each room. No header has the name of one of C's, which it
# would hide from every room that sees it.
set -eu
for room in $(sed -n 's/^\([a-z]*\):.*/\1/p' "$1"); do
    [ "$room" = lessons ] || grep -q "^| .*\`$room\`.* |" "$2" || {
        echo "$2 does not say what is in the room $room"
        exit 1
    }
done
for name in assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg \
    stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype; do
    found=$(find "$(dirname "$1")" -path '*/public/*' -name "$name.h")
    [ -z "$found" ] || {
        echo "$found hides <$name.h>"
        exit 1
    }
done
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
