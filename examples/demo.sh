#!/bin/sh
# demo.sh PROGRAM FOLDER: an earthquake analysis of a small frame; its result as text here and as pictures in the folder.
set -e
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
cd "$2"
"$program" run "$here/frame_earthquake.tcl"
echo
echo "Pictures for a browser:"
for f in response.svg brace.svg; do echo "  $(pwd)/$f"; done
