# stderr: sourced_gigabytes\.tcl:7: long\.tcl: too large for a script: 8589934592 bytes \(allowed: at most 67108864\); numbers have files of their own
# Tcl ends the process when it reads more than 2 GB; this file has no bytes on the disk
set f [open long.tcl w]
puts $f {puts "one line"}
chan truncate $f 8589934592
close $f
source long.tcl
