# The hybrid test of tests/realtime with its equations solved on the ranks. Words: those of that script.
engine mumps
source [file join [file dirname [info script]] .. realtime hybrid.tcl]
