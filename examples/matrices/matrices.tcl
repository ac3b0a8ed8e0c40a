# A frame that comes as matrices out of another program, with a yielding brace in the laboratory.  kN, m, s
#
# K.mtx, M.mtx and C.mtx are all that is known of the frame, and dofs.txt: unknown 1 is the sway of the first floor, where the brace holds;
# unknowns 1, 4, 7, ... are the horizontal ones, which move with the ground. The run without a specimen builds the same frame from its members,
# so that the two must agree.
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force kN -length m -time sec -temp C

set here [file dirname [info script]]
set k 24000.0                   ;# kN/m, of the brace
set fy 180.0                    ;# kN, it yields at 7.5 mm

if {$hybrid} {
    model basic -ndm 1 -ndf 1
    set joint [matrixModel -K $here/K.mtx -M $here/M.mtx -C $here/C.mtx -couple 1 -load {1 4 7 10 13 16 19 22}]
    set roof 19                 ;# node i is freedom i of the files
    node 1000 0.0
    fix 1000 1
    uniaxialMaterial Steel01 1 $fy $k 0.02
    if {$mode eq "perfect"} {
        expControl SimUniaxialMaterials 1 1
    } else {
        # actuator with a lag of 30 ms, a test 20 times slower than the earthquake, transducers, stops at 60 mm and 400 kN
        expSpecimen Material 1 1
        expActuator FirstOrder 1 0.030
        expSensor Transducer 1 -rms 2e-5
        expSensor Transducer 2 -rms 0.2
        expControlPoint 1 1 disp -lim -0.06 0.06
        expControlPoint 2 1 force -lim -400.0 400.0
        expControl VirtualRig 1 -rate 1000 -scale 20 -channel 1 -actuator 1 -dispSensor 1 -forceSensor 2 -trialCP 1 -outCP 2
    }
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
    expElement twoNodeLink 1 1000 $joint -dir 1 -site 1 -initStif $k
} else {
    source $here/frame.tcl
    frame
    set joint 11
    set roof 41
    node 1000 0.0 3.2
    fix 1000 1 1 1
    uniaxialMaterial Steel01 1 $fy $k 0.02
    element zeroLength 1 1000 $joint -mat 1 -dir 1
}
puts "first period [format %.4f [expr {2.0*$pi/sqrt([lindex [eigen 1] 0])}]] s"

earthquake 1 elcentro-1940-ns 0.02 [expr {0.45*9.81}]
pattern UniformExcitation 1 1 -accel 1
recorder Node -file response.out -time -precision 12 -node $joint $roof -dof 1 disp
recorder Element -file brace.out -time -precision 10 -ele 1 force
constraints Plain
numberer RCM
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
set status [analyze 3000 0.01]
remove recorders

puts "frame of matrices, $mode, $motion earthquake"
result joint [peak response.out 1] m
result roof [peak response.out 2] m
result brace [peak brace.out 1] kN
plot response.svg -title "A frame given by its matrices" -xlabel "time \[s\]" -ylabel "displacement \[m\]" -x 1 -y 3 2 -name "roof" "first floor" response.out
finish $status
