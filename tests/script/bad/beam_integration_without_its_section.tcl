# stderr: :7: beamIntegration Lobatto 1: .*section 9
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 3 0
geomTransf Linear 1
section Elastic 1 100 2.5 0.8
beamIntegration Lobatto 1 9 3
