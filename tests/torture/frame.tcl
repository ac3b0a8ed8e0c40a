# A bit of everything that takes memory or files: both beams and trusses, springs, a section, a path from a file, a motion,
# regions, modes, a reduction, recorders in every format. The variable `out` names the folder for what it writes and reads.
set fd [open [file join $out quake.txt] w]
for {set i 0} {$i < 40} {incr i} { puts $fd [expr {0.3*sin(0.7*$i)}] }
close $fd

model basic -ndm 2 -ndf 3
node 1 0.0 0.0
node 2 0.0 3.0
node 3 4.0 3.0
node 4 4.0 0.0
node 5 4.0 3.0
fix 1 1 1 1
fix 4 1 1 0
mass 2 1.0 1.0 0.01
mass 3 1.0 1.0 0.01
equalDOF 3 5 1 2
uniaxialMaterial Elastic 1 1.0e4
uniaxialMaterial Steel01 2 5.0 2.0e4 0.02
uniaxialMaterial Parallel 3 1 2
section Elastic 7 2.0e4 0.02 0.001
geomTransf Linear 1
geomTransf PDelta 2
element elasticBeamColumn 1 1 2 0.02 2.0e4 0.001 2
element elasticBeamColumn 2 2 3 7 1
element elasticBeamColumn 3 4 3 0.02 2.0e4 0.001 2
element truss 4 1 3 0.01 2
element zeroLength 5 3 5 -mat 3 -dir 6
region 1 -ele 1 2 -rayleigh 0.0 0.001 0.0 0.0
rayleigh 0.05 0.0 0.0 0.001

timeSeries Linear 1
timeSeries Path 2 -dt 0.02 -filePath [file join $out quake.txt] -factor 9.81
pattern Plain 1 1 {
    load 2 1.0 0.0 0.0
    eleLoad -ele 2 -type -beamUniform -0.5
}
recorder Node -file [file join $out node.out] -time -node 2 3 -dof 1 2 disp
recorder Element -file [file join $out element.out] -time -ele 1 4 force
recorder Node -xml [file join $out node.xml] -time -node 2 -dof 1 accel
recorder Node -binary [file join $out node.bin] -node 2 -dof 1 vel
recorder Drift -file [file join $out drift.out] -iNode 1 -jNode 2 -dof 1 -perpDirn 2

constraints Transformation
numberer RCM
system BandGeneral
test NormDispIncr 1.0e-8 20
algorithm Newton
integrator LoadControl 0.5
analysis Static
if {[analyze 2] != 0} { error "static analysis failed" {} {TANDEM CONVERGE} }
loadConst -time 0.0
eigen 2

pattern UniformExcitation 2 1 -accel 2
wipeAnalysis
constraints Transformation
numberer RCM
system UmfPack
test NormDispIncr 1.0e-8 20
algorithm KrylovNewton
integrator HHT 0.9
analysis Transient
if {[analyze 10 0.01] != 0} { error "transient analysis failed" {} {TANDEM CONVERGE} }
reduce Modal 2 -compare 0
if {[analyze 1 0.01] != 0} { error "reduced analysis failed" {} {TANDEM CONVERGE} }
remove recorders
