# stdout: ^peak 3\.5 samples 1001
# stdout: ^same 1 other 1$
# stdout: ^read 0\.02 1\.0
# file quake.txt: ^[-0-9.e+]+
# The same seed gives the same motion; a written one can be read again, scaled and used.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 1.0
fix 1 1
uniaxialMaterial Elastic 1 40.0
element zeroLength 1 1 2 -mat 1 -dir 1
set a [motion generate 1 -seed 3 -duration 10 -dt 0.01 -pga 3.5 -envelope jennings -write quake.txt]
set b [motion generate 2 -seed 3 -duration 10 -dt 0.01 -pga 3.5 -envelope jennings]
set c [motion generate 3 -seed 4 -duration 10 -dt 0.01 -pga 3.5 -envelope jennings -pulse gabor -pulseVelocity 0.4]
puts "peak [dict get $a peak] samples [dict get $a samples]"
puts "same [expr {$a eq $b}] other [expr {$a ne $c}]"
set d [motion read 4 quake.txt -dt 0.02 -peak 1.0]
puts "read [dict get $d dt] [dict get $d peak]"
pattern UniformExcitation 1 1 -accel 4
constraints Plain
numberer Plain
system BandSPD
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
if {[analyze 100 0.02] != 0 || [nodeDisp 2 1] == 0} { error "the motion does not move the model" }
