# stderr: :8: element forceBeamColumn 1: the hinges of beamIntegration HingeRadau 2 .*lpI = 0.5
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 3 0
geomTransf Linear 1
section Elastic 1 100 2.5 0.8
beamIntegration HingeRadau 2 1 0.5 1 0.4 1
element forceBeamColumn 1 1 2 1 2
