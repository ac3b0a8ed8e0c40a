# file drift.out: ^1 0\.02\n2 0\n3 0\.01\n$
# A spring of 25 under 1 moves by 0.04: a drift of 0.04 / 2 over a height of 2, none while the node is gone, 0.04 / 4 over a height of 4.
model basic -ndm 2 -ndf 2
node 1 0.0 0.0
node 9 0.0 0.0
fix 1 1 1
fix 9 1 0
uniaxialMaterial Elastic 1 25.0
element zeroLength 9 1 9 -mat 1 -dir 2
recorder Drift -file drift.out -time -iNode 1 -jNode 2 -dof 1 -perpDirn 2
constraints Plain
numberer Plain
system BandGeneral
test NormDispIncr 1e-10 10
algorithm Newton
integrator LoadControl 1.0
analysis Static
proc storey {height} {
    node 2 0.0 $height
    fix 2 0 1
    element twoNodeLink 1 1 2 -mat 1 -dir 1 -orient 1 0 0 0 1 0
    pattern Plain 1 Constant { load 2 1.0 0.0 }
}
storey 2.0
analyze 1
remove loadPattern 1
remove element 1
remove node 2
analyze 1
storey 4.0
analyze 1
