# stderr: newton_of_a_method_of_one_correction.tcl:16: AlphaOS: it corrects a step once, algorithm Newton asked it again; give algorithm Linear -initial$
model basic -ndm 1 -ndf 1
node 1 0.0
node 2 0.0 -mass 1.0
fix 1 1
uniaxialMaterial Steel01 1 1.0 100.0 0.02
element zeroLength 1 1 2 -mat 1 -dir 1
timeSeries Trig 1 0.0 2.0 0.5 -factor 3.0
pattern Plain 1 1 { load 2 1.0 }
constraints Plain
numberer Plain
system BandGeneral
test NormUnbalance 1e-12 20
algorithm Newton
analysis Transient; integrator AlphaOS 0.9
analyze 100 0.01
