# A mass on a specimen whose actuator is 8 ms late, which nobody has told the compensator: the energy error pauses the test, half a second passes, the compensator is tuned, the
# test goes on. Prints the delay before and after, and what the command loop counted.
set w [expr {2.0*acos(-1)}]
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass [expr {10.0/$w**2}]
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator Delay 1 0.008
expCompensator Advance 1 0.0
expCommand Lagrange 1 3
expController 1 1
expControl VirtualRig 1 -rate 500 -controller 1 -channel 1 -actuator 1 -compensator 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10.0 -noRayleigh
region 1 -node 2 -rayleigh [expr {0.1*$w}] 0.0 0.0 0.0
timeSeries Sine 1 0 1000 1.0
pattern Plain 1 1 { load 2 1.0 }
recorder Node -file disp.out -time -node 2 -dof 1 disp
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
monitor Energy 1
monitor FEI 2 -control 1 -window 1.0
monitor HSEI 3 -strain 0.5 -pause -0.2 -onPause {
    puts "before [monitor value 2 delay1]"
    after 500
    expTune 1 1 0.008
    monitor reset 2
    monitor reset 3
}
analyze 300 0.02
puts "after [monitor value 2 delay1]"
puts "closure [monitor value 1 closure]"
if {![catch {expTiming 1} timing]} { dict for {name value} $timing { puts "$name $value" } }
