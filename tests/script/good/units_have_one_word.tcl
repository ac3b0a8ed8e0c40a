# command: rehearse
# stdout: stable for NewmarkExplicit up to +10 ms +229\.18 
# stdout: frequency of the motion there +0\.00138\d+ 1/ms
# stdout: with the specimens' initial stiffness +229\.18 ms
# stdout: channel 1: stroke up +0\.0\d+ in +1 
# stdout: channel 1: velocity +0\.\d+ in/s 
# stdout: channel 1: force up +\S+ kip +10 
# stdout: input energy of the dry run +\S+ kip in 
# stdout: 400 steps, 4000 ms of test time, 4 s in the laboratory
# silent: sec|inch|kips|feet
# spelt as a script likes, shown in one word; test time in the script's unit, laboratory time in seconds. Values: those of oscillator.tcl in milliseconds
defaultUnits -force kips -length inch -time mSec -temp F
set w [expr {2.0*acos(-1.0)/720.0}]
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 1e6
uniaxialMaterial Elastic 1 [expr {1e6*$w*$w}]
expSpecimen Material 1 1
expControlPoint 1 1 disp -lim -1 1
expControlPoint 2 1 force -lim -10 10
expControl VirtualRig 1 -channel 1 -trialCP 1 -outCP 2 -scale 1e-3
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif [expr {1e6*$w*$w}] -noRayleigh
timeSeries Sine 1 0.0 1e9 2000.0
pattern Plain 1 1 { load 2 1.0 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 400 10.0
