# stderr: :5: element elasticBeamColumn 1: .*transformation 3
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 3
element elasticBeamColumn 1 1 2 0.1 2e8 1e-4 3
