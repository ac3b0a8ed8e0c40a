# stderr: monitor_band_without_frequency.tcl:5: monitor FEI 1: -band holds no frequency of the window: 1.1 1.4 Hz \(allowed: multiples of 1 Hz
model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 0.25; uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1; expControl VirtualRig 1 -rate 1000 -channel 1; expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10
monitor FEI 1 -control 1 -window 1 -band 1.1 1.4
