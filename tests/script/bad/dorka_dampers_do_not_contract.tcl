# stderr: :19: .*sub-steps do not contract: spectral radius of G_cc K_s.* 1\.5 .*allowed: < 1.*smaller dt
# A damper beside next to no spring, dt = 0.01: G = 1/(4 m/dt^2) = 1/4e4, a1 = 2/dt = 200, so that a1 G c = 1.5 for c = 300.
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 1.0
uniaxialMaterial Viscous 2 300.0 1.0
uniaxialMaterial ElasticPP 3 1e-6 1.0
uniaxialMaterial Parallel 1 2 3
element zeroLength 1 1 2 -mat 1 -dir 1
timeSeries Sine 1 0.0 10.0 1.0
pattern Plain 1 1 {load 2 1.0}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator Dorka 0.25 0.5 -substeps 4
analysis Transient
analyze 1 0.01
