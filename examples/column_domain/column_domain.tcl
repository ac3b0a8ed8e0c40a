# A one-bay frame whose left column is a specimen made of finite elements. kN, m, s, t
#
#      3 o=======o 4     The column has hinges that yield at its foot and head (Steel02), three beams between them with P-Delta, and nine
#        :       |       freedoms of its own; the frame meets it in three: both displacements and the rotation of node 3. It stands in a
#        :       |       model of its own (expModel), moved by SimDomain, or in a virtual rig with three actuators that lag.
#      1_:_     _|_2     The numerical run has the same column in the frame itself.
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force kN -length m -time sec -temp C

set E 2.1e8
set L 3.6
set EI [expr {$E*8.36e-5}]
set EA [expr {$E*7.81e-3}]
set foot 2.5e4
set head 4.0e4

# The column between node 1 (fixed) and node 3, in the model that is being built
proc column {} {
    global E L foot head
    for {set i 1} {$i <= 4} {incr i} { node [expr {10 + $i}] 0.0 [expr {($i - 1)*$L/3.0}] }
    equalDOF 1 11 1 2
    equalDOF 3 14 1 2
    uniaxialMaterial Steel02 11 90.0 $foot 0.02 18.5 0.925 0.15
    uniaxialMaterial Steel02 12 110.0 $head 0.02 18.5 0.925 0.15
    geomTransf PDelta 11
    element zeroLength 11 1 11 -mat 11 -dir 6
    for {set i 1} {$i <= 3} {incr i} { element elasticBeamColumn [expr {11 + $i}] [expr {10 + $i}] [expr {11 + $i}] 7.81e-3 $E 8.36e-5 11 }
    element zeroLength 15 14 3 -mat 12 -dir 6
}

model basic -ndm 2 -ndf 3
node 1 0.0 0.0
node 2 6.0 0.0
node 3 0.0 $L
node 4 6.0 $L
fix 1 1 1 1
fix 2 1 1 1
mass 3 25.0 25.0 0.5
mass 4 25.0 25.0 0.5
geomTransf PDelta 1
geomTransf Linear 2
element elasticBeamColumn 1 2 4 7.81e-3 $E 8.36e-5 1
element elasticBeamColumn 2 3 4 6.26e-3 $E 1.178e-4 2

if {$hybrid} {
    expModel 1 {
        model basic -ndm 2 -ndf 3
        node 1 0.0 0.0
        node 3 0.0 $L
        fix 1 1 1 1
        column
    }
    expControlPoint 1 -node 3 1 disp 2 disp 3 disp
    expControlPoint 2 -node 3 1 disp 2 disp 3 disp 1 force 2 force 3 force
    if {$mode eq "perfect"} {
        expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2
    } else {
        expSpecimen Domain 1 -model 1 -trialCP 1
        expActuator FirstOrder 1 0.004
        expControl VirtualRig 1 -rate 200 -ramp 0.06 -hold 0.04 -channel 1 -actuator 1 -channel 1 -actuator 1 -channel 1 -actuator 1
    }
    expSetup NoTransformation 1 -control 1 -dof 1 2 3 -sizeTrialOut 3 3
    expSite LocalSite 1 1
    # stiffness at the head: the inverse of the flexibility of a cantilever with a spring at each end
    set f11 [expr {$L**3/(3.0*$EI) + $L**2/$foot}]
    set f13 [expr {-($L**2/(2.0*$EI) + $L/$foot)}]
    set f33 [expr {$L/$EI + 1.0/$foot + 1.0/$head}]
    set det [expr {$f11*$f33 - $f13**2}]
    set k13 [expr {-$f13/$det}]
    expElement generic 10 -node 3 -dof 1 2 3 -site 1 -initStif [expr {$f33/$det}] 0 $k13 0 [expr {$EA/$L}] 0 $k13 0 [expr {$f11/$det}]
} else {
    column
}

set omega [expr {sqrt([lindex [eigen 1] 0])}]

# gravity, which stays
pattern Plain 1 Linear {
    load 3 0.0 -250.0 0.0
    load 4 0.0 -250.0 0.0
}
constraints Transformation
numberer Plain
system BandGeneral
test NormDispIncr 1e-13 200
algorithm Newton
integrator LoadControl 0.25
analysis Static
set status [analyze 4]
loadConst -time 0.0
wipeAnalysis

# A computed structure may be iterated as it likes, a specimen in a rig may not: there one command a step
rayleigh [expr {2.0*0.03*$omega}] 0.0 0.0 0.0
earthquake 1 elcentro-1940-ns 0.02 [expr {0.35*9.81}]
pattern UniformExcitation 2 1 -accel 1
recorder Node -file response.out -time -precision 12 -node 3 4 -dof 1 disp
recorder Node -file rotation.out -time -precision 12 -node 3 -dof 2 3 disp
constraints Transformation
numberer Plain
system BandGeneral
if {$mode eq "rig"} {
    algorithm Linear -initial
    integrator AlphaOS 0.9
} else {
    test NormDispIncr 1e-13 400
    algorithm Newton
    integrator Newmark 0.5 0.25
}
analysis Transient
if {$status == 0} { set status [analyze 2000 0.01] }
remove recorders

puts "frame with a finite-element column as specimen, $mode, $motion earthquake, period [format %.3f [expr {2*$pi/$omega}]] s"
result drift [peak response.out 1] m
result sinking [peak rotation.out 1] m
result rotation [peak rotation.out 2] rad
result residual [expr {abs([nodeDisp 3 1])}] m
plot response.svg -title "Frame with a finite-element column as specimen" -xlabel "time \[s\]" -ylabel "displacement \[m\]" -x 1 -y 2 response.out
finish $status
