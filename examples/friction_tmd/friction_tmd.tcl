# Three-storey steel frame with a tuned mass damper on its roof whose damping is a friction device UHYDE-fbr with air pressure: the test of
# the SERIES project (Obon Santacana and Dorka, 15WCEE 2012, section 4), with all 504 freedoms of the frame. N, m, s, kg
#
#   The damper stands on a shaking table: the whole of it, mass, spring and device, is the specimen. The frame moves in absolute coordinates
#   (its supports are moved), so that the table follows the motion of the roof as it is in space. Dorka's algorithm: four sub-steps of
#   command and measurement a step, and an error force.
#
#   perfect, numerical: only the device with the spring is a specimen (or computed); the mass of the damper is in the model.
set folder [file dirname [info script]]
source [file join $folder .. common.tcl]
defaultUnits -force N -length m -time sec -temp C
source [file join $folder .. frame504 frame.tcl]

set mass 80.0                             ;# of the damper, tuned to the first mode in x
set k [expr {$mass*(2.0*$pi*3.45)**2}]
set slip 120.0                            ;# N, friction force of the device: pressure x area x coefficient
set kf 4.0e5                              ;# N/m, its stiffness before it slips

if {$mode eq "rig"} {
    # 2 bar on 20 cm2 with a friction coefficient of 0.3; actuator of the table 0.5 ms late, noise in its force transducer
    expSpecimen UHYDE-fbr 1 $kf 0.3 20.0e-4 2.0e5
    expSpecimen TunedMassDamper 2 $mass $k 0.0 -device 1
    expActuator Delay 1 0.0005
    expSensor Transducer 1 -rms 1.0
    expControl VirtualRig 1 -rate 4000 -channel 2 -actuator 1 -forceSensor 1
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
    expElement generic 9001 -node $damper -dof 1 -site 1 -initStif [expr {$k + $kf}] -noRayleigh
} else {
    node 9001 {*}[nodeCoord $damper] -mass $mass 0 0 0 0 0
    fix 9001 0 1 1 1 1 1
    uniaxialMaterial Elastic 11 $k
    uniaxialMaterial ElasticPP 12 $kf [expr {$slip/$kf}]
    uniaxialMaterial Parallel 13 11 12
    if {$hybrid} {
        expControl SimUniaxialMaterials 1 13
        expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
        expSite LocalSite 1 1
        expElement twoNodeLink 9001 $damper 9001 -dir 1 -site 1 -initStif [expr {$k + $kf}] -orient 1 0 0 0 1 0 -noRayleigh
    } else {
        element twoNodeLink 9001 $damper 9001 -mat 13 -dir 1 -orient 1 0 0 0 1 0
    }
}

# 2 % at 2 Hz and at 30 Hz, of the motion relative to the ground as far as it is proportional to stiffness
rayleigh 0.0 0.0 [expr {0.02/($pi*3.5)}] 0.0
motion generate 1 -seed 504 -duration 15.0 -dt 0.005 -pga 3.0 -groundHz 3.0 -baseline 3
set motion generated
pattern MultipleSupport 1 {
    groundMotion 1 Plain -accel 1
    foreach support {1 2 3 4} { imposedMotion $support 1 1 }
}

recorder Node -file response.out -time -precision 12 -node 3003 $damper -dof 1 disp
recorder Node -file ground.out -time -precision 12 -node 1 -dof 1 disp
constraints Transformation
numberer AMD
system SparseSYM
algorithm Linear
integrator Dorka -substeps 4 -P 0.95
analysis Transient
set status [analyze 3200 0.005]
remove recorders

# of the roof relative to the ground
set most 0.0
set sum 0.0
set r [open response.out]
set q [open ground.out]
while {[gets $r a] >= 0 && [gets $q b] >= 0} {
    set x [expr {[lindex $a 2] - [lindex $b 1]}]
    if {abs($x) > $most} { set most [expr {abs($x)}] }
    set sum [expr {$sum + $x*$x}]
}
close $r
close $q
puts "frame with friction-damped mass damper, $mode: $elements elements, [systemSize] unknowns"
result roof-peak $most m
result roof-rms [expr {sqrt($sum/3200)}] m
plot response.svg -title "Roof of the frame with a tuned mass damper" -xlabel "time \[s\]" -ylabel "displacement \[m\]" -x 1 -y 3 response.out
finish $status
