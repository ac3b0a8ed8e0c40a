# stderr: :7: beamIntegration Gauss 1: unknown type of beamIntegration: Gauss
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 3 0
geomTransf Linear 1
section Elastic 1 100 2.5 0.8
beamIntegration Gauss 1 1 3
