# stderr: :4: .*nowhere/disp\.out
model basic -ndm 1
node 1 0
recorder Node -file nowhere/disp.out -node 1 -dof 1 disp
