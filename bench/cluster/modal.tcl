# Microseconds a step of a building with one specimen, best of many short batches. Words: storeys, steps of a batch, the engine's. Prints the number alone.
lassign $argv n steps
source [file join [file dirname [info script]] .. engines models.tcl]
plain_shear $n
engine {*}[lrange $argv 2 end]
analyze 20 0.01
set best 1e9
for {set i 0} {$i < 300} {incr i} { set best [expr {min($best, 1.0*[lindex [time {analyze $steps 0.01}] 0]/$steps)}] }
puts $best
