# stderr: :5: section Fiber 1: it has no fibres
model basic -ndm 2 -ndf 3
uniaxialMaterial Elastic 1 100
section Fiber 1
geomTransf Linear 1
