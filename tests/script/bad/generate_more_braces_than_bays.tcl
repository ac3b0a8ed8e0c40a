# stderr: generate PlaneFrame: -braces: more bays than there are: 4 \(allowed: at most 3\)
generate PlaneFrame 3 5 -braces 4
