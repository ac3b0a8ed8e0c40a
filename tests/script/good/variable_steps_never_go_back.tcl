# stdout: ^0 1 1 1 *$
# Every step takes two iterations where one is wanted, so that the next is half as long, down to dtMin. Where that was below the last digit of 1, by which it was
# diminished, steps went back in time for ever. Now time goes on to the end of 20 steps, and where it does not feel a step any more that is said.
model basic -ndm 1 -ndf 1
node 0 0
node 1 0 -mass 1.0
fix 0 1
uniaxialMaterial Elastic 1 100.0
element zeroLength 1 0 1 -mat 1 -dir 1
timeSeries Constant 1
pattern Plain 1 1 { load 1 1.0 }
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 2
algorithm Newton
integrator Newmark 0.5 0.25
analysis VariableTransient
set code [analyze 20 1e-15 1e-16 1.0 1]
set end [expr {[getTime %.17g] >= 19.9e-15 && [getTime %.17g] <= 20.2e-15}]
setTime 1.0
set refused [catch {analyze 20 0.01 1e-30 1.0 1} why]
puts "$code $end $refused [string match {*does not change the time 1.02 any more*} $why]"
