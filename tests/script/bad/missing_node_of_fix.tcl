# stderr: :3: fix 5: there is no node 5
model basic -ndm 2
fix 5 1 1 1
