# stderr: virtual_controller_lets_go.tcl:26: expControl 1: the rig failed at t = 0\.05: no target came within the time of the hold: the specimens were let go
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 0.1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expCommand Lagrange 1 3
expController 1 1 -hold 1.0 -mass 0.1 -damping 2.0
expNetwork Constant 1 0.01 -timeout 60.0 -stall 3.7 8.0
expControl VirtualRig 1 -rate 100 -scale 120 -network 1 -controller 1 -channel 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10.0
timeSeries Trig 1 0.0 10.0 0.5
pattern Plain 1 1 {load 2 1.0}
constraints Plain
numberer Plain
system Diagonal
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
recorder Node -file node.out -time -node 2 -dof 1 disp

if {[analyze 2 0.01] != 0} { error "the first steps failed" }
analyze 10 0.01
