# command: rehearse
# stdout: rig 1 channel 1 \(stand-in\): stroke up +0\.01\d* length +0\.05 +\d+ %
# stdout: rig 1 channel 1 \(stand-in\): stroke down +0 length +0 +0 %
# stdout: rig 1 channel 1 \(stand-in\): velocity +4\.7\d*e-06 length/s +0\.01
# stdout: \ngo\n
# a specimen that is only ever pushed, by an actuator that cannot pull; the weight is put on before time begins, and is no velocity
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 1.0
expDevice UDP 1 127.0.0.1 9 -channels 1
expCommand Lagrange 1 2
expController 1 1
expLimits 1 -stroke 0 0.05 -velocity 0.01 -force -10 10 -following 0.1 -watchdog 0.1
expControl DeviceRig 1 -device 1 -controller 1 -limits 1 -rate 1000
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 100.0 -noRayleigh
region 1 -node 2 -rayleigh 2.0 0.0 0.0 0.0
timeSeries Linear 1
pattern Plain 1 1 { load 2 1.0 }
constraints Plain
numberer Plain
system BandGeneral
test NormDispIncr 1e-12 10
algorithm Newton
integrator LoadControl 1.0
analysis Static
analyze 1
loadConst -time 0.0
timeSeries Sine 2 0.0 1e9 2.0
pattern Plain 2 2 { load 2 1e-4 }
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
analyze 100 0.01
