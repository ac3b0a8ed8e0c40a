# stderr: :8: beamIntegration.*tag 1 is in use
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 3 0
geomTransf Linear 1
section Elastic 1 100 2.5 0.8
beamIntegration Lobatto 1 1 3
beamIntegration Legendre 1 1 3
