# stderr: tcl:10: analyze 10: integrator LoadControl does not belong to a Transient analysis; use Newmark
model basic -ndm 1 -ndf 1
node 1 0
node 2 2 -mass 1.0
fix 1 1
uniaxialMaterial Elastic 1 400.0
element truss 1 1 2 0.5 1
integrator LoadControl 1.0
analysis Transient
analyze 10 0.01
