# A column, nodes 1 and 2, as a specimen with second-order forces of its own: channel 1 turns its top, channel 2 shifts it, nothing drives its axis.
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 3
mass 2 1 1 1
fix 1 1 1 1
foreach i {1 2} { uniaxialMaterial Elastic $i 10 }
expControl SimUniaxialMaterials 1 1 2
expSetup NoTransformation 1 -control 1 -dof 3 2 -sizeTrialOut 3 3
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 2 3 -site 1 -initStif 100 0 0 0 10 0 0 0 10 -pDelta 0.5 0.5
pattern Plain 1 Linear { load 2 0.01 0 0 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
analyze 5 0.01
