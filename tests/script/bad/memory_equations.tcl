# stderr: analysis: not enough memory for the equations: needs 69.6 MB \(allowed: 60 MB left by the limit that was given\)
# A chain of 128000 unknowns and 256000 entries, 72 and 400 bytes each.
generate ShearBuilding 128000
memory -limit 6e7
systemSize
