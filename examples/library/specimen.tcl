# The frame of specimen.c and stepped.c without a specimen: the first storey is a material that yields. specimen.out: time and displacements of the storeys.
model basic -ndm 1 -ndf 1
node 1 0.0
node 2 0.0 -mass 1.0
node 3 0.0 -mass 1.0
fix 1 1
uniaxialMaterial Elastic 1 100.0
uniaxialMaterial ElasticPP 2 100.0 0.015
element zeroLength 1 1 2 -mat 2 -dir 1
element zeroLength 2 2 3 -mat 1 -dir 1

pattern UniformExcitation 1 1 -accel {Sine 0 10 1.2 -factor 2.0}
recorder Node -file specimen.out -precision 17 -time -node 2 3 -dof 1 disp
integrator Newmark 0.5 0.25
algorithm Newton
test NormDispIncr 1e-12 20
analysis Transient
analyze 500 0.01
