# stderr: script_of_gigabytes: long\.tcl: too large for a script: 8589934592 bytes
set f [open long.tcl w]
chan truncate $f 8589934592
close $f
catch {exec [info nameofexecutable] run long.tcl} said
error "script_of_gigabytes: $said"
