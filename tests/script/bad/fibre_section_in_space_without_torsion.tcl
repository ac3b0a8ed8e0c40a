# stderr: section Fiber 1: a section of a space model needs a torsional stiffness.*-GJ
model basic -ndm 3 -ndf 6
uniaxialMaterial Elastic 1 100
section Fiber 1 { fiber 0 0 1 1 }
