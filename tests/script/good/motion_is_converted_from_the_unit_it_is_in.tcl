# stdout: ^2\.941\d* 294\.1\d* 2\.941\d* 0\.3$
# -in says what the file does not; of an artificial motion -unit is that of -pga.
set f [open quake.txt w]
puts $f "0.1\n-0.2\n0.3"
close $f
set f [open peer.AT2 w]
puts $f "PEER\nx\nACCELERATION TIME SERIES IN UNITS OF G\nNPTS= 3, DT= .02 SEC\n0.1 -0.2 0.3"
close $f
foreach d [list [motion read 1 quake.txt -dt 0.02 -in g -unit m/s2] [motion read 2 quake.txt -in g -dt 0.02 -unit cm/s2] \
	[motion read 3 peer.AT2 -unit m/s2] [motion generate 4 -pga 0.3 -unit g -write made.AT2 -writeFormat at2]] {
	lappend peaks [dict get $d peak]
}
puts $peaks
set f [open made.AT2]
if {![string match "*UNITS OF G\n*" [read $f]]} { error "the unit is not written" }
