# stderr: :8: element forceBeamColumn 1: .*-integration
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 3 0
geomTransf Linear 1
section Elastic 1 100 2.5 0.8
beamIntegration Radau 2 1 3
element forceBeamColumn 1 1 2 1 2 -integration Lobatto
