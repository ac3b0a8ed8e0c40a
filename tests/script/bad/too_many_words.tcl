# stderr: :4: fix 1: .*: more
model basic -ndm 2 -ndf 2
node 1 0 0
fix 1 1 1 more
