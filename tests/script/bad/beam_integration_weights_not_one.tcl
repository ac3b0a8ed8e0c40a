# stderr: :7: beamIntegration UserDefined 1: .*add up to 1.*0.9
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 3 0
geomTransf Linear 1
section Elastic 1 100 2.5 0.8
beamIntegration UserDefined 1 2 1 1 0 1 0.5 0.4
