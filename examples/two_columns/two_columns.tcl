# One bay, one storey, two experimental columns of different strength under a beam that is computed. kip, in, s
#
#      3 o=======o 4      The columns are cantilevers driven at their tops, each by one actuator of its own site; the beam between them is an
#        |       |        axial spring. Operator splitting (alpha-OS): the predicted displacement is commanded, the correction with the initial
#        |       |        stiffness is not. Specimen 2 is built at half scale: its force is doubled and its displacement halved on the way.
#      1_|_     _|_2
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force kip -length in -time sec -temp F

model basic -ndm 2 -ndf 3
node 1 0.0 0.0
node 2 100.0 0.0
node 3 0.0 54.0
node 4 100.0 54.0
fix 1 1 1 1
fix 2 1 1 1
fix 3 0 1 1
fix 4 0 1 1
mass 3 0.04 0.0 0.0
mass 4 0.02 0.0 0.0

set k1 2.8
set k2 5.6
uniaxialMaterial Elastic 3 100.0
element truss 3 3 4 4.0 3

if {$hybrid} {
    uniaxialMaterial Bilinear 1 $k1 0.55 0.05
    uniaxialMaterial Bilinear 2 $k2 0.20 0.05
    if {$mode eq "perfect"} {
        expControl SimUniaxialMaterials 1 1
        expControl SimUniaxialMaterials 2 2
    } else {
        # two laboratories' worth of actuators: a servo-hydraulic one, and one that lags by a third of its last move
        expSpecimen Material 1 1
        expSpecimen Material 2 2
        expActuator FirstOrder 1 0.002
        expActuator Lag 2 0.3 0.05
        expSensor Transducer 1 -rms 0.01
        expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -forceSensor 1
        expControl VirtualRig 2 -rate 1000 -channel 2 -actuator 2
    }
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSetup OneActuator 2 -control 2 1 -sizeTrialOut 1 1 -ctrlDispFact 0.5 -ctrlVelFact 0.5 -daqDispFact 2.0 -daqVelFact 2.0 -daqForceFact 2.0
    expSite LocalSite 1 1
    expSite LocalSite 2 2
    expElement twoNodeLink 1 1 3 -dir 2 -site 1 -initStif $k1
    expElement twoNodeLink 2 2 4 -dir 2 -site 2 -initStif $k2
} else {
    uniaxialMaterial Bilinear 1 $k1 0.55 0.05
    uniaxialMaterial Bilinear 2 $k2 0.40 0.05
    element twoNodeLink 1 1 3 -mat 1 -dir 2 -doRayleigh
    element twoNodeLink 2 2 4 -mat 2 -dir 2 -doRayleigh
}

set omega [expr {sqrt([lindex [eigen 1] 0])}]
rayleigh 0.0 0.0 [expr {2.0*0.03/$omega}] 0.0
earthquake 1 elcentro-1940-ns 0.02 [expr {0.32*386.1}]
pattern UniformExcitation 1 1 -accel 1

recorder Node -file response.out -time -precision 12 -node 3 4 -dof 1 disp
recorder Element -file column.out -time -precision 10 -ele 1 2 force
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
set status [analyze 3000 0.01]
remove recorders

puts "one bay with two experimental columns, $mode, $motion earthquake, period [format %.3f [expr {2*$pi/$omega}]] s"
result drift [peak response.out 1] in
result force1 [peak column.out 4] kip
result force2 [peak column.out 10] kip
plot response.svg -title "One bay, two experimental columns" -xlabel "time \[s\]" -ylabel "displacement \[in\]" -x 1 -y 2 response.out
finish $status
