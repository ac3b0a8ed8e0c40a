# stdout: hello
# by the rules of Tcl a script ends at the first ^Z, and anything may follow it
set f [open archive.tcl wb]
puts $f "puts hello"
puts -nonewline $f [binary format c* {26 0 1 2}]
close $f
source archive.tcl
