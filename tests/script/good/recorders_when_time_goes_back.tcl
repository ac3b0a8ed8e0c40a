# file rows.out: ^0\.5 0\.005\n1 0\.01\n0\.25 0\.01\n0\.75 0\.01\n0\.25 0\.0025\n$
# file envelope.out: ^0\.0025\n0\.0025\n0\.0025\n$
# A load t on a spring of 100: u = t / 100, held from 1 on. Rows every 0.5: from 0.5 on, where the steps are 0.25 long after time was put back to 0, and after a reset;
# the envelope is that of the analysis after the reset.
model basic -ndm 1 -ndf 1
node 1 0.0
node 2 1.0
fix 1 1
uniaxialMaterial Elastic 1 100.0
element truss 1 1 2 1.0 1
pattern Plain 1 Linear { load 2 1.0 }
recorder Node -file rows.out -time -dT 0.5 -node 2 -dof 1 disp
recorder EnvelopeNode -file envelope.out -node 2 -dof 1 disp
constraints Plain
numberer Plain
system BandGeneral
test NormDispIncr 1e-10 10
algorithm Newton
integrator LoadControl 0.5
analysis Static
analyze 2
loadConst -time 0.0
integrator LoadControl 0.25
analyze 3
reset
remove loadPattern 1
pattern Plain 2 Linear { load 2 1.0 }
analyze 1
