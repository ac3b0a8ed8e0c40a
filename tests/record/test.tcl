# A frame of two storeys whose first one is a specimen in a virtual rig of 1000 Hz. Words: steps, then any of
#
#   controller   an event-driven controller moves the rig
#   network      a network of 4 ms lies before the rig
#   trip         the stroke is too short for the test
#   short        the rig has room for four rows of the ten of a step
#   thin         the rig keeps every fifth tick
#   live         for ever a step, a pause of 10 ms, and a line to live.txt: step, wall clock [s], and what runRecord -written says
#   wait         says "done" after the steps and waits to be killed
#   again        wipes everything and runs a second test
#   numerical    an element in the place of the specimen
set steps [lindex $argv 0]
set words [lrange $argv 1 end]
proc is {word} { expr {$word in $::words} }

proc test {steps} {
    defaultUnits -force kN -length mm -time sec
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0 -mass 0.01
    node 3 0 -mass 0.01
    fix 1 1
    uniaxialMaterial Elastic 1 2.8
    uniaxialMaterial Steel02 2 3.0 2.8 0.05 18.0 0.925 0.15
    element zeroLength 2 2 3 -mat 1 -dir 1
    rayleigh 1.0 0 0.01 0
    if {[is numerical]} {
        element zeroLength 1 1 2 -mat 2 -dir 1
    } else {
        expSeed 7
        expSpecimen Material 1 2
        expActuator FirstOrder 1 0.002
        expSensor Transducer 1 -rms 0.02
        expCommand Continuous 1
        expController 1 1
        set stroke [expr {[is trip] ? 0.3 : 50}]
        expCompensator Horiuchi 1 3 0.002
        expLimits 1 -stroke -40 40 -velocity 2000 -force -30 35
        expNetwork Constant 1 0.004
        set parts [expr {[is controller] ? "-controller 1" : ""}]
        if {[is network]} { append parts " -network 1" }
        set channel [expr {[is controller] ? "-compensator 1 -limits 1" : ""}]
        expControlPoint 1 1 disp -lim -$stroke $stroke
        expControl VirtualRig 1 -rate 1000 -buffer [expr {[is short] ? 4 : 8192}] -record [expr {[is thin] ? 5 : 1}] {*}$parts -channel 1 -actuator 1 {*}$channel -forceSensor 1 -trialCP 1
        expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
        expSite LocalSite 1 1
        expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 2.8 -noRayleigh
        expRecorder Control -file ticks.out -precision 17 -control 1 tickSig
    }
    timeSeries Sine 1 0.0 1e9 0.9 -factor 60.0
    pattern UniformExcitation 1 1 -accel 1
    recorder Node -file disp.out -precision 17 -time -node 2 3 -dof 1 disp
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear -initial
    integrator AlphaOS 0.9
    analysis Transient
    if {[is live]} live
    analyze $steps 0.01
}

proc live {} {
    set f [open live.txt w]
    for {set k 1} {1} {incr k} {
        analyze 1 0.01
        puts $f "$k [expr {[clock microseconds]/1e6}] [runRecord -written]"
        flush $f
        after 10
    }
}

test $steps
if {[is again]} {
    wipe
    test $steps
}
if {[is wait]} {
    puts done
    flush stdout
    after 100000000
}
puts "record [runRecord -path]"
