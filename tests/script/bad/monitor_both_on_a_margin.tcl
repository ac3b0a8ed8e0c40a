# stderr: monitor_both_on_a_margin.tcl:5: monitor Margin 1: -both on margin1: values at and below a threshold are bad here, whatever their magnitude; leave -both away
model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 0.25; uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1; expControl VirtualRig 1 -rate 1000 -channel 1; expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10
monitor Margin 1 -control 1 -critical 0.01 -both -warn 0.5 -stop 0.6
