# stderr: generate TrussTower: node 30 is there already: nodes 1 to 44; begin behind those in use: -node 31
model basic -ndm 3 -ndf 3
node 30 0 0 0
generate TrussTower 10
