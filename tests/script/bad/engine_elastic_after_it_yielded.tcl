# stdout: yielded
# stderr: engine modal -elastic: element 1 \(zeroLength\) has left its virgin range already: its force is -?[\d.]+, a linear one -?[\d.]+; leave it out of the list
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Steel01 1 1.0 100.0 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
timeSeries Constant 1
pattern Plain 1 1 { load 2 2.0 }
test NormUnbalance 1e-10 20; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient
engine sparse
analyze 50 0.01
if {[nodeDisp 2 1] > 0.01} { puts yielded }
engine modal -elastic all
analyze 5 0.01
