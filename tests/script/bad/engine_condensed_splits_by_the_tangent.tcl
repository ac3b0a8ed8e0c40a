# stderr: engine condensed: integrator AlphaOS splits by the tangent of element 1, which changes; algorithm Linear -initial splits by the initial stiffness
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Steel01 1 1.0 100.0 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
algorithm Linear; integrator AlphaOS 0.9; analysis Transient
engine condensed
analyze 5 0.01
