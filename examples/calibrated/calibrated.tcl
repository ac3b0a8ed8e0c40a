# A hybrid test, the numerical twins of its specimens, and the same test without a laboratory: UCB/EERC 2005-02, section 7.3.  kip, in, s
#
#        +-----+ 2     The two-storey frame of that report (examples/two_storey) with a specimen a storey: the first yields, the second does not. What was
#        |     |       measured in the test gives a stiffness and Bouc-Wen parameters (tandem calibrate), with which the test is repeated purely
#        +-----+ 1     numerically; how like the two are is in eps_max and eps_rms (tandem compare).
#        |     |
#      __|_____|__ 0
source [file join [file dirname [info script]] .. common.tcl]

defaultUnits -force kip -length in -time sec -temp F
set g 386.1
set m [expr {4.0/$g}]
set program [info nameofexecutable]

proc structure {} {
    global m
    model basic -ndm 1 -ndf 1
    node 0 0.0
    node 1 0.0 -mass $m
    node 2 0.0 -mass $m
    fix 0 1
}

# stiffness-proportional damping, 5 % in the first mode of the frame with 2.8 kip/in; the specimens' own stiffness takes no part in it twice
proc shake {} {
    global g
    rayleigh 0.0 0.0 0.010058 0.0
    earthquake 1 tabas-1978-sac-nf01 0.01 [expr {1.133*$g}] 0.5
    pattern UniformExcitation 1 1 -accel 1
    constraints Plain
    numberer Plain
    system Diagonal
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    set status [analyze 3000 0.01]
    set record [runRecord -path]
    # the record of the run is closed with its model
    wipe
    wipeExp
    if {$record eq "" && ![info exists ::tandem(rehearsal)]} { error "this example needs its records: run it without --no-record" }
    return [list $status $record]
}

# ---- the hybrid test: actuators that lag by 90 ms in tests 120 times slower than the earthquake, transducers of a good laboratory ----
structure
uniaxialMaterial BoucWenMosqueda 1 2.74 0.675 0.0 0.45 0.55 2
uniaxialMaterial Elastic 2 2.74
foreach storey {1 2} {
    expSpecimen Material $storey $storey
    expActuator FirstOrder $storey 0.090
    expSensor Transducer 1$storey -rms 0.0005
    expSensor Transducer 2$storey -rms 0.002
    expControl VirtualRig $storey -rate 100 -scale 120 -channel $storey -actuator $storey -dispSensor 1$storey -forceSensor 2$storey
    # one cantilever stands for half of each of two columns: half the drift, twice the force
    expSetup OneActuator $storey -control $storey 1 -sizeTrialOut 1 1 \
        -ctrlDispFact 0.5 -ctrlVelFact 0.5 -daqDispFact 2.0 -daqVelFact 2.0 -daqForceFact 2.0
    expSite LocalSite $storey $storey
    expElement twoNodeLink $storey [expr {$storey - 1}] $storey -dir 1 -site $storey -initStif 2.74
}
lassign [shake] status hybrid_record
# a rehearsal keeps no record: the test itself is all there is to rehearse
if {[info exists tandem(rehearsal)]} { return }

# ---- the twins: the first line that a script needs, and what it rests on ----
puts [exec $program calibrate $hybrid_record site1 -tag 1]
set twin1 [exec $program calibrate $hybrid_record site1 -tag 1 -brief]
set twin2 [exec $program calibrate $hybrid_record site2 -tag 2 -brief]
puts $twin2

# ---- the test again, without a laboratory ----
structure
eval $twin1
eval $twin2
foreach storey {1 2} { element twoNodeLink $storey [expr {$storey - 1}] $storey -mat $storey -dir 1 -doRayleigh }
runRecord
lassign [shake] again numerical_record

# ---- how like they are ----
set measures [exec $program compare $hybrid_record $numerical_record]
puts $measures
foreach line [split $measures \n] {
    switch [lindex $line 0] {
        node1_disp1 { lassign $line - - drift1 - - max1 rms1 }
        node2_disp1 { lassign $line - - top - - max2 rms2 }
    }
}
# what is printed in tables has few digits: results are kept with as many
foreach {name value} [list k1 [lindex $twin1 3] uy1 [lindex $twin1 4] gamma1 [lindex $twin1 6] n1 [lindex $twin1 8] k2 [lindex $twin2 3] \
        drift1 $drift1 top $top eps_max1 $max1 eps_rms1 $rms1 eps_max2 $max2 eps_rms2 $rms2] {
    result $name $value [expr {$name in {drift1 top uy1} ? "in" : $name in {k1 k2} ? "kip/in" : ""}]
}
finish [expr {$status ? $status : $again}]
