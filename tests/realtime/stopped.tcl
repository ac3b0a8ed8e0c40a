# One step of 0.4 s to a prescribed displacement of 4: the specimen is behind, and a monitor stops the test within the step. Words: rig, monitor; the words of an
# expDevice where the rig is one.
lassign $argv rig monitor
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0
expCommand Ramp 1 10.0
expController 1 1
expLimits 1 -stroke -5 5 -velocity 60 -force -20 20 -following 1 -watchdog 2 -onTrip ramp -tripVelocity 5
if {$rig eq "device"} {
    eval expDevice [lrange $argv 2 end]
    expControl DeviceRig 1 -device 1 -controller 1 -limits 1 -rate 1024
} else {
    uniaxialMaterial Elastic 1 2.8
    expSpecimen Material 1 1
    expActuator FirstOrder 1 0.002
    expControl VirtualRig 1 -rate 1024 -controller 1 -channel 1 -actuator 1 -limits 1
}
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 2.8 -noRayleigh
timeSeries Path 1 -dt 0.4 -values {0.0 4.0 4.0}
pattern Plain 1 1 { sp 2 1 1.0 }
recorder Node -file disp.out -time -node 2 -dof 1 disp
constraints Transformation
numberer Plain
system BandGeneral
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
eval monitor $monitor
analyze 1 0.4
