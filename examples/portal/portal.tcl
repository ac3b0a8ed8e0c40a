# Portal frame with gravity: the weight is put on first and bends the columns further while the earthquake moves them (P-Delta). The left
# column is a specimen, the right one and the beam are computed. kN, m, s, t
#
#      3 o===========o 4    Two actuators at its top: sideways and turning. No actuator carries the weight (a stiff column in displacement
#        ‖           |      control would ring), so its axial force follows the initial stiffness. The second-order effect stays with the
#      1_‖_         _|_ 2   element (-pDelta: half of the moment at each end). Newton iterations on the initial stiffness.
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force kN -length m -time sec -temp C

set E 2.1e8
set height 3.6
set width 6.0
model basic -ndm 2 -ndf 3
node 1 0.0 0.0
node 2 $width 0.0
node 3 0.0 $height
node 4 $width $height
fix 1 1 1 1
fix 2 1 1 1
mass 3 22.0 22.0 1.0
mass 4 22.0 22.0 1.0
geomTransf PDelta 1
geomTransf Linear 2
element elasticBeamColumn 2 2 4 0.0091 $E 8.09e-5 1
element elasticBeamColumn 3 3 4 0.0084 $E 2.31e-4 2

# shear at mid-height, moment at mid-height, axial force: three springs in the middle of the column
set ka [expr {$E*0.0091/$height}]
set kv [expr {12.0*$E*8.09e-5/$height**3}]
set km [expr {$E*8.09e-5/$height}]
uniaxialMaterial Elastic 1 $ka
uniaxialMaterial Bilinear 2 $kv 0.018 0.08
uniaxialMaterial Elastic 3 $km
if {$hybrid} {
    if {$mode eq "perfect"} {
        expControl SimUniaxialMaterials 1 2 3
    } else {
        # an iteration has 10 ms to arrive before its force is read
        foreach i {2 3} {
            expSpecimen Material $i $i
            expActuator FirstOrder $i 0.0004
        }
        expSensor Transducer 1 -rms 0.2
        expControl VirtualRig 1 -rate 2000 -iteration 0.01 -channel 2 -actuator 2 -forceSensor 1 -channel 3 -actuator 3
    }
    expSetup NoTransformation 1 -control 1 -dof 2 3 -sizeTrialOut 3 3
    expSite LocalSite 1 1
    expElement twoNodeLink 1 1 3 -dir 1 2 3 -site 1 -initStif $ka 0 0 0 $kv 0 0 0 $km -pDelta 0.5 0.5
} else {
    element twoNodeLink 1 1 3 -mat 1 2 3 -dir 1 2 3 -pDelta 0.5 0.5 -doRayleigh
}

# iterations end where the noise of the force transducer begins
set tolerance [expr {$mode eq "rig" ? 1.0e-5 : 1.0e-12}]

# the weight, in ten steps, then kept
pattern Plain 1 Linear { load 3 0.0 -216.0 0.0; load 4 0.0 -216.0 0.0 }
constraints Plain
numberer Plain
system BandGeneral
test NormDispIncr $tolerance 100
algorithm ModifiedNewton -initial
integrator LoadControl 0.1
analysis Static
if {[analyze 10] != 0} { error "the frame does not carry its weight" }
loadConst -time 0.0

set omega [expr {sqrt([lindex [eigen 1] 0])}]
rayleigh [expr {2.0*0.02*$omega}] 0.0 0.0 0.0
earthquake 2 elcentro-1940-ns 0.02 [expr {0.32*9.81}]
pattern UniformExcitation 2 1 -accel 2

recorder Node -file response.out -time -precision 12 -node 3 4 -dof 1 2 3 disp
recorder Element -file column.out -time -precision 10 -ele 1 localForce
wipeAnalysis
constraints Plain
numberer Plain
system BandGeneral
test NormDispIncr $tolerance 100
algorithm ModifiedNewton -initial
integrator Newmark 0.5 0.25
analysis Transient
set status 0
for {set i 0} {$i < 2500 && $status == 0} {incr i} { set status [analyze 1 0.01] }
remove recorders

puts "portal frame with gravity, $mode, $motion earthquake, period [format %.3f [expr {2*$pi/$omega}]] s"
result drift [peak response.out 1] m
result settlement [peak response.out 2] m
result shear [peak column.out 2] kN
plot response.svg -title "Portal frame with gravity and P-Delta" -xlabel "time \[s\]" -ylabel "displacement \[m\]" -x 1 -y 2 response.out
finish $status
