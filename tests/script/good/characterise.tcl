# stdout: ^delay fitFrom fitTo residual gain cutoff coherence kcomp share velocity$
# stdout: ^delay half gain rise overshoot settling kcomp velocity$
# stdout: ^0\.01000 0\.0100 15\.9$
# stdout: ^other channel 0\.0$
# stdout: ^test went on$
# stderr: ^expCharacterise 1, channel 1: sweep, 0\.1 to 30 Hz, amplitude 1, 60 s, at most 185 a second$
# stderr: ^WARNING expCharacterise: k_comp is 1\.00 of a step of 0\.01 s, beyond 0\.8
# stderr: ^  expCompensator Advance tag 0\.0(09|1)
# stderr: ^  the phase is no straight line up to 30 Hz: -fit the band of the test$
# file h.csv: ^# frequency \[Hz\], \|H\|, phase \[degrees\], coherence\n0\.1\d*,
# file x.csv: ^0\.001,0,0,0$
# file h.svg: coherence</text>
# file s.svg: expControl 1, channel 1: step
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expSpecimen Material 2 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -channel 2
set sweep [expCharacterise 1 -channel 1 -sweep 0.1 30 -amplitude 1 -seconds 60 -fit 0 1 -dt 0.01 -file h.csv -history x.csv -plot h.svg]
puts [dict keys $sweep]
set step [expCharacterise 1 -step -amplitude 0.5 -seconds 2 -plot s.svg]
puts [dict keys $step]
puts [format "%.5f %.4f %.1f" [dict get $step delay] [dict get $sweep delay] [dict get $sweep cutoff]]
expCharacterise 1 -sweep 0.1 30 -amplitude 1 -seconds 60

# the other channel stood
catch {expCharacterise 1 -channel 2 -step -amplitude 1 -seconds 1 -settle 0} answer
puts "other channel [format %.1f [dict get $answer delay]]"

# a test begins, is interrupted between two steps, and goes on
removeExp control 1
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1
node 1 0.0
node 2 0.0 -mass 1.0
fix 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10.0
timeSeries Trig 1 0.0 10.0 1.0
pattern Plain 1 1 {load 2 1.0}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
if {[analyze 20 0.05] != 0} { error "no test" }
set before [nodeDisp 2 1]
expCharacterise 1 -noise 1 20 -amplitude 0.1 -seconds 20
if {[nodeDisp 2 1] != $before} { error "the structure moved" }
if {[analyze 20 0.05] != 0} { error "no test afterwards" }
puts "test went on"
