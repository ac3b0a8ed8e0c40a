# stderr: virtual_limits_trip.tcl:32: expControl 1: the rig failed at t = 0\.\d+: channel 1: measured force 30\.\d+, allowed -30 to 30, at tick \d+
# stdout: ^unloaded 1$
# The specimen yields at 40; the limit of the force is 30. Everything comes to rest where the force is zero.
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 0.1
uniaxialMaterial Steel01 1 40.0 100.0 0.01
expSpecimen Material 1 1
expCommand Continuous 1 3
expController 1 1
expLimits 1 -stroke -2 2 -velocity 50 -force -30 30 -following 0.1 -watchdog 0.1 -onTrip unload -tripVelocity 5
expControl VirtualRig 1 -rate 1000 -scale 20 -controller 1 -channel 1 -limits 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 100.0
timeSeries Trig 1 0.0 10.0 0.5
pattern Plain 1 1 {load 2 60.0}
constraints Plain
numberer Plain
system Diagonal
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
expRecorder Control -file ticks.out -control 1 tickSig

catch {analyze 100 0.01} message
recordExp
wipeExp
set f [open ticks.out]; set last [lindex [split [string trim [read $f]] \n] end]; close $f
puts "unloaded [expr {abs([lindex $last 4]) <= 0.03}]"
error $message
