# stderr: expControl 1: the rig failed at t = 0\.18: the site is lost: expNetwork 3 was silent for 4 s, 2 tries, from 0\.97 s on the rig's clock; all rigs were brought to rest
# silent: goes on
# file rig.out: (?m)\A0\.01 (.*\n)*0\.97 \S+ \S+ \S+ \S+ \S+ 0\n\Z
# file node.out: (?m)^0\.17 \S+\n\Z
model basic -ndm 1 -ndf 1
node 1 0
fix 1 1
node 2 0 -mass 1
uniaxialMaterial Elastic 1 100
expSpecimen Relaxation 1 1 -branch 30 0.5
expNetwork Constant 3 0.05 -cut 1.0 -timeout 2 -retries 1
expControl VirtualRig 1 -rate 100 -channel 1 -network 3
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 100
timeSeries Constant 1
pattern Plain 1 1 {load 2 1.0}
recorder Node -file node.out -time -node 2 -dof 1 disp
expRecorder Control -file rig.out -control 1 tickSig
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 100 0.01
puts "goes on"
