# command: rehearse
# status: 3
# stdout: change: step, stable for NewmarkExplicit up to: 0\.3 s, allowed 0\.22918: a shorter step
# stderr: engine
# Period 0.72 s, damping 10 %, all stiffness tested: critical delay 11.535 degrees = 23.07 ms (validation.md 14), explicit limit T/pi = 0.22918 s.
set w [expr {2.0*acos(-1.0)/0.72}]
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 1.0
uniaxialMaterial Elastic 1 [expr {$w*$w}]
expSpecimen Material 1 1
expControl VirtualRig 1 -channel 1
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
analyze 4 0.3
