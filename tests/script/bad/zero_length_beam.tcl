# stderr: :6: element elasticBeamColumn 1: .*length
model basic -ndm 2 -ndf 3
node 1 2 2
node 2 2 2
geomTransf Linear 1
element elasticBeamColumn 1 1 2 0.1 2e8 1e-4 1
