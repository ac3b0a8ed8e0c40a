# web.tcl seconds: a shear building of two storeys, one of them in the virtual laboratory.
set seconds [lindex $argv 0]
model basic -ndm 1 -ndf 1
node 1 0.0
node 2 0.0 -mass 20.0
node 3 0.0 -mass 20.0
fix 1 1
uniaxialMaterial Elastic 1 12000.0
element twoNodeLink 1 2 3 -mat 1 -dir 1
uniaxialMaterial Steel01 2 72.0 12000.0 0.05
expSpecimen Material 1 2
expActuator Delay 1 0.004
expControl VirtualRig 1 -rate 500 -channel 1 -actuator 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 2 1 2 -dir 1 -site 1 -initStif 12000.0
monitor Energy 1
timeSeries Sine 1 0.0 1e9 0.5 -factor 1.0
pattern UniformExcitation 1 1 -accel 1
rayleigh 0.5 0.0 0.0 0.0
constraints Plain
numberer RCM
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
analyze [expr {round(100*$seconds)}] 0.01
