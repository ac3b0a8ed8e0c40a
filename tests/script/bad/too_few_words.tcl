# stderr: :4: fix 1: fixity is missing; node 1 has 3 freedoms
model basic -ndm 2 -ndf 3
node 1 0 0
fix 1 1 1
