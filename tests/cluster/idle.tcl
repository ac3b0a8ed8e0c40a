# Ranks that have worked and then have nothing to do, until a file called "end" is there. Words: begin, which waits for a file of that name before the ranks are asked;
# again, with which they work once more at the end.
while {[lindex $argv 0] eq "begin" && ![file exists begin]} { after 20 }
model basic -ndm 1 -ndf 1
node 0 0
fix 0 1
node 1 0 -mass 1.0
node 2 0 -mass 1.0
uniaxialMaterial Elastic 1 100.0
element zeroLength 1 0 1 -mat 1 -dir 1
element zeroLength 2 1 2 -mat 1 -dir 1
timeSeries Linear 1
pattern Plain 1 1 { load 2 1.0 }
constraints Plain
numberer Plain
system BandSPD
engine mumps
algorithm Linear
integrator LoadControl 1.0
analysis Static
analyze 1
puts "tip [nodeDisp 2 1]"
puts "ranks $tandem(ranks)"
flush stdout
close [open ready w]
while {![file exists end]} { after 50 }
if {[lindex $argv 0] eq "again"} { analyze 1 }
