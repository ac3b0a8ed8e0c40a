# stderr: monitor_margin_of_a_model_without_specimen.tcl:7: stability: no element of the model has a specimen
model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 0.25; uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1; expControl VirtualRig 1 -rate 1000 -channel 1
element zeroLength 1 1 2 -mat 1 -dir 1
monitor Margin 1 -control 1
constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator Newmark 0.5 0.25; analysis Transient
analyze 1 0.01
