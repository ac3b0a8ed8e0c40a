# stdout: ^50 rows of committed steps, 205 of the step that failed$
# stdout: ^at the end -?0\.0\d+ as 100 ticks before$
# A script that catches the trip may write where the rigs went: five ticks of the step until the cable was cut, and 0.2 s without motion.
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Elastic 1 12.0
expSpecimen Material 1 1
expSensor Transducer 1 -failAt 0.055
expControl VirtualRig 1 -rate 1000 -channel 1 -forceSensor 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 1
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
expRecorder Control -file ticks.out -time -control 1 tickSig
catch {analyze 60 0.01}
recordExp
set f [open ticks.out]
set rows [split [string trim [read $f]] \n]
set last [lsearch -all -inline $rows "0.06 *"]
puts "[expr {[llength $rows] - [llength $last]}] rows of committed steps, [llength $last] of the step that failed"
if {[lindex $last end 3] == [lindex $last end-100 3]} {puts "at the end [lindex $last end 3] as 100 ticks before"}
