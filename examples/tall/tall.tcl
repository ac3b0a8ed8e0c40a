# A tower of forty storeys, 3840 freedoms, one brace of which is in the laboratory. kN, m, s, Mg (t)
#
#   One command builds the tower: three by three bays, a stiff core in the middle, cross braces in the middle bay of each facade. The specimen is one of the two
#   braces in the ground storey of the south facade; the computed ones beside it stay elastic. Operator splitting: one command a step; the matrix of all
#   freedoms is factored once, before the test.
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force kN -length m -time sec -temp C

set tower [generate SpaceFrame 3 3 40 -braces 1 -core 1 -zeta 0.02 -f1 0.3 -f2 3.0]
set brace [lindex [generate elements braces 1] 0]
set nodes [eleNodes $brace]
set roof [lindex [generate nodes top] 0]

# low-yield steel, 100 MPa: 500 kN, at an elongation of 3.3 mm
set e 2.1e8
set area 0.005
lassign $nodes i j
set length [expr {hypot(6.0, 3.5)}]          ;# across a bay and a storey
set k [expr {$e*$area/$length}]
set law 100
uniaxialMaterial Steel01 $law [expr {1.0e5*$area}] $k 0.02

remove element $brace
if {$hybrid} {
    if {$mode eq "perfect"} {
        expControl SimUniaxialMaterials 1 $law
    } else {
        # a servo-hydraulic actuator that follows within 2 ms, and a load cell with 2 kN of noise
        expSpecimen Material 1 $law
        expActuator FirstOrder 1 0.002
        expSensor Transducer 1 -rms 2.0
        expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -forceSensor 1
    }
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
    expElement truss $brace $i $j -site 1 -initStif $k
} else {
    uniaxialMaterial Steel01 101 1.0e5 $e 0.02
    element truss $brace $i $j $area 101
}

earthquake 1 elcentro-1940-ns 0.02 [expr {0.35*9.81}]
pattern UniformExcitation 1 1 -accel 1
recorder Node -file response.out -time -precision 12 -node $roof $j -dof 1 disp
recorder Element -file force.out -time -precision 10 -ele $brace basicForce
recorder Element -file elongation.out -time -precision 10 -ele $brace basicDeformation
constraints Plain
numberer Plain
system SparseSYM
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
set status [analyze 1500 0.01]
remove recorders

puts "tower of [dict get $tower storeys] storeys, [systemSize] unknowns, [format %.0f [dict get $tower mass]] t, $mode, $motion earthquake"
result roof [peak response.out 1] m
result first-floor [peak response.out 2] m
result elongation [peak elongation.out 1] m
result force [peak force.out 1] kN
plot force.svg -title "The brace in the laboratory" -xlabel "time \[s\]" -ylabel "force \[kN\]" -x 1 -y 2 force.out
plot response.svg -title "Roof of the tower" -xlabel "time \[s\]" -ylabel "displacement \[m\]" -x 1 -y 2 response.out
finish $status
