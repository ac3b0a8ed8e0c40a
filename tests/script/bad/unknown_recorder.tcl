# stderr: unknown_recorder\.tcl:4: recorder: unknown kind of recorder: Nodes \(allowed: Node Element Drift
model basic -ndm 1 -ndf 1
node 1 0
recorder Nodes -file f.out -node 1 -dof 1 disp
