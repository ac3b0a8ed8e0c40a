# stderr: :3: node 2: y .*finite.*: Inf
model basic -ndm 2
node 2 0 Inf
