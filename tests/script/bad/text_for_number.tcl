# stderr: :3: node 1: x .*: zero
model basic -ndm 1
node 1 zero
