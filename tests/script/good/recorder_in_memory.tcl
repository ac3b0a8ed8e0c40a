# stdout: ^rows 4, the last 0.4 0.0[45]
# stdout: same: 1 1 1
# stdout: envelope 3
# A recorder in memory keeps the numbers of the file beside it, and more of their digits. u = t / 10 in this static test.
model basic -ndm 1 -ndf 1
node 1 0; node 2 1
fix 1 1
uniaxialMaterial Elastic 1 10.0
element truss 1 1 2 1.0 1
timeSeries Linear 1
pattern Plain 1 1 { load 2 1.0 }
recorder Node -memory tip -time -node 2 -dof 1 disp
recorder EnvelopeNode -memory most -node 2 -dof 1 disp
set tag [recorder Node -file tip.out -precision 17 -time -node 2 -dof 1 disp]
integrator LoadControl 0.1; algorithm Linear; analysis Static
analyze 4
set rows [recorded tip]
puts "rows [llength $rows], the last [lindex $rows end]"
remove recorder $tag
set f [open tip.out]; set file [read $f]; close $f
set same {}
foreach line [split [string trim $file] "\n"] row $rows { lappend same [expr {[lindex $line 1] == [lindex $row 1]}] }
puts "same: $same"
puts "envelope [llength [recorded most]]"
