#!/bin/sh
# usage: deps.sh SOURCE
# make deps, with stand-ins for apt-get and for what makes root, which write down how they were called.
source=$1
here=$(mktemp -d) || exit 2
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 2
mkdir bin
failures=0

fail() {
    echo "FAILED: $1"
    sed 's/^/    /' said calls
    failures=$((failures + 1))
}

# stand_in NAME: a program that is called so; its lines come from standard input.
stand_in() {
    { echo '#!/bin/sh' && cat; } >"bin/$1"
    chmod +x "bin/$1"
}

stand_in dpkg-query <<'END'
for package; do :; done
grep -qx "$package" there && echo installed
END
stand_in apt-get <<'END'
echo "$ROOT apt-get $*" >>calls
case $* in
    *--assume-no*) cat <<'PLAN'; exit 1 ;;
The following NEW packages will be installed:
  cpp g++ gcc
0 upgraded, 103 newly installed, 0 to remove and 4 not upgraded.
Need to get 61.5 MB/98.4 MB of archives.
After this operation, 380 MB of additional disk space will be used.
Do you want to continue? [Y/n] N
Abort.
PLAN
esac
END
stand_in id <<'END'
echo "$USER_ID"
END
for name in sudo doas; do
    stand_in $name <<'END'
ROOT=${0##*/} exec "$@"
END
done

# deps STATUS USER_ID WORDS...: make deps WORDS as that user.
deps() {
    wanted=$1 user=$2
    shift 2
    : >calls
    env -u MAKEFLAGS -u SUDO PATH="$here/bin:$PATH" ROOT=none USER_ID="$user" \
        make --no-print-directory -f "$source/Makefile" deps "$@" >said 2>&1
    status=$?
    # make itself ends with 2 for whatever its command ended with
    [ $status -eq "$wanted" ] || fail "make deps $*: exit status $status, not $wanted"
}

mkdir cmake && cp "$source/cmake/install_deps.sh" "$source/cmake/jobs.sh" cmake
mkdir lessons && : >lessons/lessons.def
echo gcc >there

deps 0 1000
grep -q '103 packages: 61.5 MB to download, 380 MB on the disk' said || fail "the sizes are not said"
tail -1 calls | grep -q '^sudo apt-get install .*-y .*g++' || fail "it is not installed by sudo"
tail -1 calls | grep -q ' gcc ' && fail "what is there is installed again"
[ "$(sed -n '/assume-no/=' calls)" = 2 ] || fail "the sizes are not asked for between update and install"
deps 0 1000 SUDO=doas
tail -1 calls | grep -q '^doas apt-get install' || fail "SUDO=doas is not used"
deps 0 0
tail -1 calls | grep -q '^none apt-get install' || fail "root takes sudo"
deps 0 0 SUDO=
tail -1 calls | grep -q '^none apt-get install' || fail "SUDO= takes sudo"
deps 2 1000 SUDO=
grep -q 'this needs root.* apt-get install g++ make' said || fail "SUDO= as a user does not say what to do"
[ ! -s calls ] || fail "something was started that cannot end well"
deps 2 1000 SUDO=no-such-program
grep -q 'there is no no-such-program' said || fail "a SUDO that does not exist is not said"
[ "$failures" -eq 0 ]
