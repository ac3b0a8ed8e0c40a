# Specimens, actuators, sensors and networks of every kind and command generators behind virtual rigs.
model basic -ndm 1 -ndf 1
uniaxialMaterial ElasticPP 1 100.0 0.01
set f [open [file join $out forces.txt] w]
puts $f "0.0 0.0\n10.0 1.0"
close $f
expSpecimen Material 1 1
expSpecimen Linear 2 -k 2.0 -1.0 -1.0 1.0
expSpecimen Relaxation 3 1 -branch 10.0 0.5
expSpecimen RateDependent 4 1 0.05 0.01
expSpecimen UHYDE-fbr 5 100.0 0.3 1.0 1.0
expSpecimen TunedMassDamper 6 0.5 20.0 0.1 -device 5
expSpecimen MRDamper 7
expSpecimen Replay 8 [file join $out forces.txt]
expSpecimen Inertia 9 4 -mass 0.1 -damping 0.2
expActuator Delay 1 0.0123
expActuator FirstOrder 2 0.01
expActuator TransferFunction 3 -num 4.52e9 -den 1 577 3.68e5 6.28e7 4.93e9
expActuator ServoHydraulic 4
expActuator Lag 5 0.5 0.1
expSensor Transducer 1 -rms 0.001 -quantum 1e-6
set f [open [file join $out delays.txt] w]
puts $f "0.001\n0.002"
close $f
expNetwork Constant 1 0.001
expNetwork Measured 2 [file join $out delays.txt]
expNetwork Random 3
expCommand Hermite 1
expCommand AMRI 2
expControl VirtualRig 1 -rate 500 -buffer 100 -network 2 -channel 1 -actuator 1 -forceSensor 1
expControl VirtualRig 2 -rate 500 -command 2 -scale 2 -buffer 100 -channel 2 -actuator 2 -channel 2 -actuator 3 -channel 3 -actuator 5 -dispSensor 1
expControl VirtualRig 3 -rate 500 -ramp 0.01 -hold 0.01 -buffer 100 -channel 6 -channel 7 -channel 8 -channel 9 -actuator 4
expCharacterise 1 -noise 4 40 -amplitude 0.001 -seconds 3 -settle 0.1 -file [file join $out h.csv] -history [file join $out x.csv] -plot [file join $out h.svg]
expCharacterise 1 -step -amplitude 0.001 -seconds 0.5 -plot [file join $out s.svg]
node 1 0.0
fix 1 1
node 2 0.0 -mass 1.0
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 100.0
timeSeries Trig 1 0.0 1.0 0.1
pattern Plain 1 1 {load 2 1.0}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
expTangentStiff BFGS 1
monitor Energy 1 -on error -warn -1.0
monitor ActuatorEnergy 2 -control 1 -factor 2.0 -stop -1e9
monitor ThewaltRoman 3 -tangStif 1
monitor HSEI 4 -uy 0.01 -k 100.0 -pause -1e-9 -onPause { monitor reset 4 }
monitor Tracking 5 -control 1 -window 0.05 -band 0 100 -psd 40 -on psd1 -stop 1e9
monitor FEI 6 -element 1 -dt 0.01 -window 0.1 -band 0 30
monitor TrackingIndicator 7 -control 1
monitor SNR 8 -control 1 -window 0.2 -band 50 100
monitor Network 9 -site 1
monitor Margin 10 -control 1 -window 0.1 -band 0 100 -on delay1 -stop 1e9
recorder Monitor -file [file join $out monitors.out] -time
if {[analyze 4 0.01] != 0} { error "virtual laboratory failed" {} {TANDEM CONVERGE} }
remove recorders
