# A two-storey shear frame whose first storey is a specimen that yields, commanded every 10 ticks of 1/1024 s; the second storey yields in the model.
# Words: steps, words of the controller, bounds of steps that are variable, what is said before all else, and after the last step.
lassign $argv steps more bounds first last
eval $first
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 0.01
node 3 0 -mass 0.01
fix 1 1
uniaxialMaterial Steel01 1 2.0 2.8 0.05
element zeroLength 2 2 3 -mat 1 -dir 1
rayleigh 1.0 0 0.01 0
expSeed 7
expCommand Continuous 1
eval expController 1 1 $more
expLimits 1 -stroke -5 5 -velocity 60 -force -20 20 -watchdog 2 -onTrip hold
uniaxialMaterial Steel02 2 3.0 2.8 0.05 18.0 0.925 0.15
expSpecimen Material 1 2
expActuator FirstOrder 1 0.002
expSensor Transducer 1 -rms 0.002
expCompensator Lead 1 0.002 0.0002
expControl VirtualRig 1 -rate 1024 -controller 1 -channel 1 -actuator 1 -compensator 1 -limits 1 -forceSensor 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 2.8 -noRayleigh
monitor Tracking 1 -control 1 -window 0.5 -on rms1 -warn 1e-6 -pause 2.0 -stop 4.0

timeSeries Trig 1 0.0 1e6 0.9 -factor 60.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator AlphaOS 0.9
analysis [expr {$bounds eq "" ? "Transient" : "VariableTransient"}]
set ok [analyze $steps [expr {10.0/1024}] {*}$bounds]
puts "answer $ok, time [getTime]"
analyze 1 [expr {10.0/1024}]
puts "after the last step"
eval $last
