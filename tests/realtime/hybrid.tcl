# A two-storey shear frame whose first storey is a specimen, commanded every 10 ticks of 1/1024 s. Words: steps, rig, hold.
#
#   rig   virtual   an actuator with a time constant of 2 ms, a load cell with noise, in this program
#         noiseless the same without noise
#         noisy     with noise, without yielding
#         elastic   without both
#         device    the words after hold are those of an expDevice
#   hold  words for the expController after its generator
#
# The watchdog of the laboratory waits for WATCHDOG seconds (environment), 2 when it is not set.
# Prints what the command loop counted, when there is one.
lassign $argv steps rig hold
set device [lrange $argv 3 end]

model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 0.01
node 3 0 -mass 0.01
fix 1 1
uniaxialMaterial Elastic 1 2.8
element zeroLength 2 2 3 -mat 1 -dir 1
rayleigh 1.0 0 0.01 0
expSeed 7
expCommand Continuous 1
eval expController 1 1 $hold
expLimits 1 -stroke -5 5 -velocity 60 -force -20 20 -following 1 -watchdog [expr {[info exists env(WATCHDOG)] ? $env(WATCHDOG) : 2}] -onTrip ramp -tripVelocity 5
if {$rig eq "device"} {
    eval expDevice $device
    expControl DeviceRig 1 -device 1 -controller 1 -limits 1 -rate 1024
} else {
    if {$rig in {elastic noisy}} { uniaxialMaterial Elastic 2 2.8 } else { uniaxialMaterial Steel02 2 3.0 2.8 0.05 18.0 0.925 0.15 }
    expSpecimen Material 1 2
    expActuator FirstOrder 1 0.002
    set noise [expr {$rig in {virtual noisy} ? 0.02 : 0.0}]
    expSensor Transducer 1 -rms $noise
    expControl VirtualRig 1 -rate 1024 -controller 1 -channel 1 -actuator 1 -limits 1 -forceSensor 1
}
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 2.8 -noRayleigh

set ag {}
for {set i 0} {$i <= $steps + 1} {incr i} {
    set t [expr {$i*10.0/1024}]
    lappend ag [expr {60.0*sin(7.0*$t)*sin(0.31*$t) + 30.0*sin(16.0*$t + 1.0)*cos(0.17*$t)}]
}
timeSeries Path 1 -dt [expr {10.0/1024}] -values $ag
pattern UniformExcitation 1 1 -accel 1
recorder Node -file disp.out -precision 17 -time -node 2 3 -dof 1 disp
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator AlphaOS 0.9
analysis Transient
analyze $steps [expr {10.0/1024}]
if {![catch {expTiming 1} timing]} { dict for {name value} $timing { puts "$name $value" } }
