# stderr: generate ShearBuilding: the first frequency of damping must be below the second: -f1 3 -f2 2
generate ShearBuilding 5 -zeta 0.02 -f1 3 -f2 2
