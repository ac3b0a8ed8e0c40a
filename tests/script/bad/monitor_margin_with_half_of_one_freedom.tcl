# stderr: monitor_margin_with_half_of_one_freedom.tcl:5: monitor Margin 1: of -m, -c, -kn, -ke some are missing; none of them: the critical delay of the model
model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 0.25; uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1; expControl VirtualRig 1 -rate 1000 -channel 1; expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10
monitor Margin 1 -control 1 -m 1 -c 0
