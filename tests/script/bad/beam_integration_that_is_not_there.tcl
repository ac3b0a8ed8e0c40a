# stderr: :7: element dispBeamColumn 1: there is no integration along members 5
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 3 0
geomTransf Linear 1
section Elastic 1 100 2.5 0.8
element dispBeamColumn 1 1 2 1 5
