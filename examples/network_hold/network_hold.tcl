# The two-storey frame of ../two_storey over the internet: the computer that integrates is in one place, the specimens are in another, and the rigs
# hold while they wait for a command. The specimens relax in a hold (Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 6.5.5, Figure 6-12). kip, in, s
#
#   integration --- network --- rig of storey 1      one exchange: measured forces to the computer, commands back; as long as Table 6-2 of the
#              \___ network ___ rig of storey 2      report says; both rigs wait for the slower network
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force kip -length in -time sec -temp F
set g 386.1
set k 2.74                      ;# kip/in, of a cantilever and of a storey
set uy 0.675                    ;# in, yield displacement of a cantilever

# Runs the test; the rigs' data, ten rows a second, in name-1.out and name-2.out: time, command, displacement, both measured, rows lost.
proc run {name network} {
    global g k uy mode hybrid
    wipe
    expSeed 33
    model basic -ndm 1 -ndf 1
    node 0 0.0
    fix 0 1
    foreach floor {1 2} { node $floor 0.0 -mass [expr {4.0/$g}] }
    uniaxialMaterial BoucWenMosqueda 1 $k [expr {$hybrid ? $uy : 2.0*$uy}] 0.0 0.45 0.55 2
    uniaxialMaterial Elastic 2 $k
    if {$hybrid} { expNetwork {*}$network }
    foreach storey {1 2} {
        if {!$hybrid} {
            element twoNodeLink $storey [expr {$storey - 1}] $storey -mat $storey -dir 1 -doRayleigh
            continue
        }
        if {$mode eq "perfect"} {
            expControl SimUniaxialMaterials $storey $storey
        } else {
            # a material with an overstress that decays in 3 s, a hydraulic actuator, 100 ticks a second, a step of 0.01 s in 1.2 s
            expSpecimen Relaxation $storey $storey -branch 1.0 3.0
            expActuator FirstOrder $storey 0.090
            expControl VirtualRig $storey -rate 100 -scale 120 -record 10 -channel $storey -actuator $storey -network 1
            expRecorder Control -file $name-$storey.out -precision 8 -control $storey tickSig
        }
        expSetup OneActuator $storey -control $storey 1 -sizeTrialOut 1 1 \
            -ctrlDispFact 0.5 -ctrlVelFact 0.5 -daqDispFact 2.0 -daqVelFact 2.0 -daqForceFact 2.0
        expSite LocalSite $storey $storey
        expElement twoNodeLink $storey [expr {$storey - 1}] $storey -dir 1 -site $storey -initStif $k
    }
    rayleigh 0.0 0.0 [expr {0.009842*2.8/$k}] 0.0
    earthquake 1 tabas-1978-sac-nf01 0.01 [expr {1.133*$g}] 0.5
    pattern UniformExcitation 1 1 -accel 1
    recorder Node -file response.out -time -precision 12 -node 1 2 -dof 1 disp
    constraints Plain
    numberer Plain
    system Diagonal
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    set status [analyze 3000 0.01]
    set residual [expr {abs([nodeDisp 1 1])}]
    wipe
    if {$status} { finish $status }
    result $name-drift1 [peak response.out 1] in
    result $name-residual1 $residual in
}

# The rows between two times.
proc excerpt {file from to out} {
    set f [open $file]
    set g [open $out w]
    while {[gets $f line] >= 0} { if {[lindex $line 0] >= $from && [lindex $line 0] <= $to} { puts $g $line } }
    close $f
    close $g
}

puts "two storeys over a network, $mode"
if {$mode eq "rig"} { run local "Constant 1 0" }
run network "Random 1"
if {$mode eq "rig"} {
    set all [lsort -real -index 0 [holds network-1.out 1.25]]
    lassign [lindex $all end] longest begin end drop
    result holds [llength $all] "longer than 1.2 s, of 3000"
    result longest $longest s
    result relaxed $drop "kip in the longest"
    excerpt network-1.out [expr {$begin - 10.0}] [expr {$end + 10.0}] hold.out
    plot hold-force.svg -title "Waiting for a command" -xlabel "time in the laboratory \[s\]" -ylabel "force \[kip\], displacement \[in\]" \
        -x 1 -y 5 3 -name "measured force" "displacement" hold.out
    plot hold-loop.svg -title "Waiting for a command" -xlabel "displacement \[in\]" -ylabel "measured force \[kip\]" -x 3 -y 5 -name "storey 1" hold.out
    plot loop.svg -title "First storey" -xlabel "displacement \[in\]" -ylabel "measured force \[kip\]" \
        -x 3 -y 5 -name "over a network" network-1.out -x 3 -y 5 -name "local" local-1.out
}
finish 0
