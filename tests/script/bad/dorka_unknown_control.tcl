# stderr: :14: .*-control.*force.*displacement, velocity, acceleration
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 1.0
uniaxialMaterial Bilinear 1 6e4 0.01 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
timeSeries Sine 1 0.0 10.0 1.0
pattern Plain 1 1 {load 2 1.0}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator Dorka 0.25 0.5 -control force
analysis Transient
analyze 1 0.01
