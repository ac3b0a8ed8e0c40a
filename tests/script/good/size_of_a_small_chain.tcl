# command: size --rate 1 --time 0.02
# stdout: 20 unknowns, an interface of 1, 500 steps of 0\.01 s, integrator Newmark
# stdout: condensed -solver sparse .* us
# stdout: 20 unknowns at 1 Hz: fits\. Engine (condensed|modal|impulse) -solver
# silent: this line is behind the analysis
# The first transient analysis is measured, not run; the specimen is not moved, and the script ends there.
model basic -ndm 1 -ndf 1
node 1 0.0; fix 1 1
uniaxialMaterial Elastic 1 800.0
for {set i 2} {$i <= 21} {incr i} {
    node $i 0.0 -mass 1.0
    element zeroLength $i [expr {$i-1}] $i -mat 1 -dir 1
}
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 99 1 2 -dir 1 -site 1 -initStif 800.0
timeSeries Trig 1 0 10 0.7
pattern UniformExcitation 1 1 -accel 1
test NormUnbalance 1e-11 50; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient
analyze 500 0.01
puts "this line is behind the analysis"
