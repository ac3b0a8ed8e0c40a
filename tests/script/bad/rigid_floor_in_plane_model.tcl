# stderr: :5: rigidDiaphragm: nodes 1 and 2 need at least 6 freedoms
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 1 0
rigidDiaphragm 3 1 2
