# command: rehearse --lag 0.0005 --yield 0.01
# stdout: critical delay, laboratory time +23\.07\d* ms
# stdout: stable for NewmarkExplicit up to +0\.01 s +0\.22918 +4 %
# stdout: lag given, laboratory time +0\.5 ms +23\.07\d* +2 %
# stdout: expected HSEI_I with this lag, at least +-0\.0
# stdout: rig 1 channel 1: stroke up +0\.0
# stdout: 400 steps, 4 s of test time, 4 s in the laboratory
# stdout: \ngo\n
# Period 0.72 s, damping 10 %, all stiffness tested: critical delay 11.535 degrees = 23.07 ms (validation.md 14), explicit limit T/pi = 0.22918 s.
set w [expr {2.0*acos(-1.0)/0.72}]
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 1.0
uniaxialMaterial Elastic 1 [expr {$w*$w}]
expSpecimen Material 1 1
expControlPoint 1 1 disp -lim -0.1 0.1
expControl VirtualRig 1 -channel 1 -trialCP 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif [expr {$w*$w}] -noRayleigh
region 1 -node 2 -rayleigh [expr {0.2*$w}] 0.0 0.0 0.0
timeSeries Sine 1 0.0 1e9 2.0
pattern Plain 1 1 { load 2 1.0 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 400 0.01
