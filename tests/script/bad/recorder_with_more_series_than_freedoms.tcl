# stderr: recorder Node 1 \(a\.out\): -timeSeries has 3 tags for 2 freedoms
model basic -ndm 2 -ndf 2
node 1 0 0
timeSeries Linear 1
recorder Node -file a.out -timeSeries 1 1 1 -node 1 -dof 1 2 disp
record
