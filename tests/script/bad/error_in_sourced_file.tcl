# stderr: part\.tcl:2: fix 1: there is no node 1
# stderr: called from .*error_in_sourced_file\.tcl:8
set f [open part.tcl w]
puts $f "model basic -ndm 1\nfix 1 1"
close $f

if {1} {
    source part.tcl
}
