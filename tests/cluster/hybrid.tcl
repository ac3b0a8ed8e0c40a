# The hybrid test of tests/realtime with its equations solved on the ranks, by the engine of the environment (ENGINE), or mumps. Words: those of that script.
engine {*}[expr {[info exists env(ENGINE)] ? $env(ENGINE) : "mumps"}]
source [file join [file dirname [info script]] .. realtime hybrid.tcl]
