# stdout: ^ticks of two steps: 20, of two more: 40, of two more: 10$
# A step of 0.01 s at 1000 Hz has ten ticks. With twice the time of the laboratory for the same test time it has 20, with half of it 5.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1
expCommand Continuous 1
expController 1 1
expLimits 1 -stroke -1 1 -velocity 200 -force -0.65 0.65 -following 1 -watchdog 1 -onTrip hold
expCompensator Lead 1 0.002 0.001
expControl VirtualRig 1 -rate 1000 -controller 1 -channel 1 -limits 1 
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10
mass 2 0.01
timeSeries Constant 1
pattern Plain 1 1 {load 2 0.01}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator CentralDifference
analysis Transient
proc ticks {} { dict get [expTiming 1] ticks }
analyze 1 0.01
foreach scale {1 2 0.5} {
    set before [ticks]
    expTune 1 -scale $scale
    analyze 2 0.01
    lappend counted [expr {[ticks] - $before}]
}
puts "ticks of two steps: [lindex $counted 0], of two more: [lindex $counted 1], of two more: [lindex $counted 2]"
