# A frame of 60 freedoms with two specimens behind a rig of 1024 Hz, ten ticks a step, in virtual time. Word: steps. Prints microseconds a step.
lassign $argv steps
model basic -ndm 1 -ndf 1
node 0 0
fix 0 1
uniaxialMaterial Elastic 1 2000.0
uniaxialMaterial Steel02 2 30.0 2000.0 0.05 18.0 0.925 0.15
for {set i 1} {$i <= 60} {incr i} {
    node $i 0 -mass 0.01
    if {$i > 2} { element zeroLength $i [expr {$i - 1}] $i -mat 1 -dir 1 }
}
rayleigh 0.5 0 0.002 0
for {set i 1} {$i <= 2} {incr i} {
    expSpecimen Material $i 2
    expActuator FirstOrder $i 0.004
    expSensor Transducer $i -rms 0.05
}
expCommand Continuous 1
expController 1 1
expControl VirtualRig 1 -rate 1024 -controller 1 -channel 1 -actuator 1 -forceSensor 1 -channel 2 -actuator 2 -forceSensor 2
expSetup NoTransformation 1 -control 1 -dir 1 2 -sizeTrialOut 2 2
expSite LocalSite 1 1
expElement generic 1 -node 1 2 -dof 1 -dof 1 -site 1 -initStif 4000.0 -2000.0 -2000.0 2000.0
timeSeries Sine 1 0.0 1e9 0.7 -factor 100.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer RCM
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
set dt [expr {10.0/1024}]
analyze 100 $dt
set start [clock microseconds]
analyze $steps $dt
puts [expr {([clock microseconds] - $start)/double($steps)}]
