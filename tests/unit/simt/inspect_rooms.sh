#!/bin/sh
# inspect_rooms.sh FOLDER know OBJECT... tell OBJECT... see OBJECT...: the rooms of the inspector, lowest
# first. Fails where one needs a symbol that a later one defines, or includes a header of it.
set -eu
inspector=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rooms=
for word in "$@"; do
    case $word in
    */*) nm "$word" >>"$work/$room.nm" ;;
    *) rooms="$rooms $word" room=$word ;;
    esac
done
# symbols ROOM TYPES
symbols() {
    awk -v types="$2" 'NF > 1 && index(types, $(NF - 1)) { print $NF }' "$work/$1.nm" | sort -u
}

fail=0
later=$rooms
for room in $rooms; do
    symbols "$room" Uw >"$work/$room.needs"
    symbols "$room" TDBRVW >"$work/$room.has"
    # A list of objects that came empty, or without symbols, would let all pass.
    [ -s "$work/$room.has" ] || { echo "$room: no symbols"; fail=1; }
    (cd "$inspector/$room" && printf '%s\n' *.h) >"$work/$room.headers"
done
for room in $rooms; do
    later=${later#* "$room"}
    for other in $later; do
        for symbol in $(comm -12 "$work/$room.needs" "$work/$other.has"); do
            echo "$room needs $symbol, which is of $other"
            fail=1
        done
        while read -r header; do
            grep -nE "#include \"([^\"]*/)?$header\"" "$inspector/$room"/*.[ch] && {
                echo "$room includes $header, which is of $other"
                fail=1
            }
        done <"$work/$other.headers"
    done
done
exit $fail
