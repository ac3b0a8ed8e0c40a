# stderr: generate nodes 9: level is out of range: 9 \(allowed: whole numbers from 0 to 5\)
generate ShearBuilding 5
generate nodes 9
