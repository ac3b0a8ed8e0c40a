# stderr: engine modal: too many unknowns for all of their modes: 33000 \(allowed: up to 32766\); -modes n
# Dense work space is counted in int by LAPACK: 1 + 6 n + 2 n^2 for dsygvd.
model basic -ndm 1 -ndf 1
node 0 0
fix 0 1
uniaxialMaterial Elastic 1 100
for {set i 1} {$i <= 33000} {incr i} {
    node $i 0 -mass 1
    element zeroLength $i [expr {$i - 1}] $i -mat 1 -dir 1
}
constraints Transformation
numberer Plain
system BandSPD
algorithm Linear
integrator Newmark 0.5 0.25
engine modal
analysis Transient
analyze 1 0.01
