# stderr: :3: node 1: -mass .*: -2 \(allowed: >= 0\)
model basic -ndm 1
node 1 0 -mass -2
