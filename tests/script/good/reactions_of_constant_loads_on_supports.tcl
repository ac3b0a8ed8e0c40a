# A support takes what is put on it: its reaction is that of the spring less its own loads, of which one is constant and one goes with the factor.
# Spring of 10, u = 0.4 at 2: it pulls with 4 on the support, whose loads are 5 and 2 x 0.3.
model basic -ndm 1 -ndf 1
node 1 0; node 2 0; fix 1 1
uniaxialMaterial Elastic 1 10.0
element zeroLength 1 1 2 -mat 1 -dir 1
pattern Plain 1 Linear { load 1 5.0 -const; load 1 0.3; load 2 2.0 }
constraints Plain; numberer Plain; system BandGeneral; algorithm Linear
integrator LoadControl 1.0
analysis Static
analyze 2
reactions
if {abs([nodeReaction 1 1] - (-4.0 - 5.0 - 0.6)) > 1e-12} { error "[nodeReaction 1 1]" }
# once it is held, all of it is constant
loadConst -time 0.0
analyze 1
reactions
if {abs([nodeReaction 1 1] - (-4.0 - 5.0 - 0.6)) > 1e-12} { error "held: [nodeReaction 1 1]" }
