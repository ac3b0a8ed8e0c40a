# stderr: too_many.tcl:6: element forceBeamColumn 1: unexpected word: 7
model basic -ndm 2 -ndf 3
node 1 0 0; node 2 1 0
section Elastic 9 100 1 1
geomTransf Linear 1
element forceBeamColumn 1 1 2 1 "Lobatto 9 5 7"
