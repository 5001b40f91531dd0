#!/bin/sh
# walls.sh HARNESS ARCHIVE...: the rooms use each other as HARNESS/rooms.txt allows, through public
# headers alone. An archive is libgs_ROOM.a; gs_simulated_device is the room device. A function of
# another room may be declared by hand, past all include paths: so the symbols are looked at.
set -eu
harness=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for archive in "$@"; do
    room=$(basename "$archive" .a)
    room=${room#libgs_}
    [ "$room" = simulated_device ] && room=device
    nm -g --defined-only "$archive" 2>/dev/null |
        awk -v room="$room" 'NF == 3 && $3 ~ /^gs_/ { print $3, room }' >>"$work/defined"
    nm -g --undefined-only "$archive" 2>/dev/null |
        awk -v room="$room" 'NF == 2 && $2 ~ /^gs_/ { print $2, room }' >>"$work/used"
done
sort -u "$work/used" >"$work/used.sorted"
for folder in "$harness"/*/public; do
    room=$(basename "$(dirname "$folder")")
    cat "$folder"/*.h | grep -oE '\bgs_[a-z0-9_]+' | sort -u | sed "s/$/ $room/"
done >"$work/declared"

# A function belongs to the room whose public header declares it: what lessons copy with is declared
# for them and defined by the device. What the lessons give to the lists of lessons and exercises is
# no edge: a list names its items.
awk -v table="$harness/rooms.txt" -v headers="$work/declared" '
    BEGIN {
        while ((getline line < table) > 0) {
            if (line ~ /^#/ || line !~ /:/)
                continue
            room = line
            sub(/:.*/, "", room)
            known[room] = 1
            sub(/^[^:]*:/, "", line)
            count = split(line, needs, " ")
            for (i = 1; i <= count; i++)
                allowed[room, needs[i]] = 1
        }
        while ((getline line < headers) > 0) {
            split(line, word, " ")
            declared[word[1], word[2]] = 1
            owner[word[1]] = word[2]
        }
    }
    FNR == NR { home[$1] = $2; next }
    {
        to = $1 in home ? home[$1] : ""
        if (to == "" || to == $2)
            next
        edges++
        public = 1
        if (!(($1, to) in declared)) {
            public = $1 in owner
            to = public ? owner[$1] : to
        }
        listed = to == "lessons" && ($2 == "lesson" || $2 == "exercise") &&
                 $1 ~ /^gs_(lesson|exercises|questions)_/
        if (listed || to == $2)
            next
        if (!public) {
            printf "%s uses %s() of %s, which no public header declares\n", $2, $1, to
            wrong++
        }
        if (!(($2, to) in allowed)) {
            printf "%s uses %s() of %s, which harness/rooms.txt does not allow\n", $2, $1, to
            wrong++
        }
    }
    END {
        if (edges < 100) {
            printf "only %d uses were seen: the archives cannot be read\n", edges
            wrong++
        }
        exit wrong > 0
    }' "$work/defined" "$work/used.sorted"
