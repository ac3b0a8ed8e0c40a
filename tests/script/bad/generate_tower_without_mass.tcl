# stderr: generate TrussTower: the tower has no mass
generate TrussTower 5 -density 0 -nodeMass 0
