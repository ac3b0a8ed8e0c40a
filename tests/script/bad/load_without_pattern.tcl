# stderr: :4: load 1: there is no Plain pattern
model basic -ndm 1
node 1 0
load 1 2.0
