# stderr: :7: beamIntegration CompositeSimpson 1: .*odd.*4
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 3 0
geomTransf Linear 1
section Elastic 1 100 2.5 0.8
beamIntegration CompositeSimpson 1 1 4
