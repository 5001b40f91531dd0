#!/bin/bash
# usage: run.sh HECBENCH CSV [LIST [SECONDS]]
#
# Compiles the programs of LIST (programs.txt) and times the first 40 launches of each on this machine's GPU. After SECONDS (150)
# no further program is begun.
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d) || exit
bash "$here/build.sh" "${1:?HECBENCH}" "${3:-$here/programs.txt}" "$folder" && bash "$folder/time.sh" "${2:?CSV}" "${4:-150}"
rm -rf "$folder"
