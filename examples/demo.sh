#!/bin/sh
# demo.sh PROGRAM FOLDER: a complete hybrid test in a virtual laboratory, and the same structure without specimens; the result as text
# here and as pictures in the folder.
set -e
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2/numerical"
cd "$2"
echo "A two-storey frame in an earthquake. Its columns are specimens in a virtual laboratory:"
echo "hydraulic actuators that lag by 90 ms and noisy transducers, 120 times slower than real time."
echo
"$program" run "$here/two_storey/two_storey.tcl"
echo
echo "Was it a good test?"
echo
"$program" report "$(ls -d runs/* | tail -n 1)"
echo
echo "These actuators lag and nothing compensates it: that is what a doubtful verdict sees. The test of examples/two_sites compensates."
echo
echo "The same structure, computed alone:"
echo
(cd numerical && "$program" run "$here/two_storey/two_storey.tcl" numerical)
"$program" run "$here/demo_compare.tcl"
echo
echo "Pictures for a browser:"
for f in compare.svg loop.svg "$(ls -d runs/* | tail -n 1)/report.html"; do echo "  $(pwd)/$f"; done
echo "More tests of this kind, each with a README: $here"
echo "A first test of your own, step by step: $(dirname "$here")/docs/tutorial/student.md"
