# A chain of 30,000 storeys whose first is a yielding specimen in a virtual rig, by impulse responses, a step each tick of 1/1000 s. Words: seconds.
# Prints what the command loop counted, when there is one.
set steps [expr {int(1000*[lindex $argv 0])}]
generate ShearBuilding 30000 -zeta 0.02 -f1 0.5 -f2 20
set k 2.0e5
uniaxialMaterial Steel02 9 20.0 $k 0.05 18.0 0.925 0.15
expSpecimen Material 1 9
expActuator FirstOrder 1 0.002
expCommand Continuous 1
expController 1 1
expLimits 1 -stroke -1 1 -velocity 50 -force -1e5 1e5 -following 0.5 -watchdog 2 -onTrip ramp -tripVelocity 1
expControl VirtualRig 1 -rate 1000 -controller 1 -channel 1 -actuator 1 -limits 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 9000001 1 2 -dir 1 -site 1 -initStif $k -noRayleigh

set ag {}
for {set i 0} {$i <= $steps + 1} {incr i} {
    set t [expr {$i/1000.0}]
    lappend ag [expr {2.0*sin(7.0*$t)*sin(0.31*$t) + 1.0*sin(16.0*$t + 1.0)*cos(0.17*$t)}]
}
timeSeries Path 1 -dt 0.001 -values $ag
pattern UniformExcitation 1 1 -accel 1
recorder Node -file disp.out -precision 17 -time -node 2 3 -dof 1 disp
constraints Plain
numberer AMD
system SparseSYM
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
engine impulse
analyze $steps 0.001
if {![catch {expTiming 1} timing]} { dict for {name value} $timing { puts "$name $value" } }
if {![catch {expTiming 1 -overruns} times]} { puts "overrunTimes $times" }
