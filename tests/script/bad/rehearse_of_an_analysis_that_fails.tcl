# command: rehearse
# status: 3
# stdout: change: the last analysis of the dry run failed, and the script went on
# stderr: analyze: step \d+ of 400 failed
# silent: ^go$
# The second mass yields within the fifth step. Its script looks at the answer and says so, as many do.
model basic -ndm 1 -ndf 1
node 1 0.0
node 2 0.0 -mass 1.0
node 3 0.0 -mass 1.0
fix 1 1
uniaxialMaterial Elastic 1 100.0
uniaxialMaterial ElasticPP 2 100.0 0.001
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 100.0
element twoNodeLink 2 1 3 -mat 2 -dir 1
pattern Plain 1 Linear {load 2 1.0; load 3 50.0}
constraints Plain
numberer Plain
system BandGeneral
test NormDispIncr 1e-14 2
algorithm Newton
integrator Newmark 0.5 0.25
analysis Transient
if {[analyze 400 0.01] != 0} { puts "it failed" }
