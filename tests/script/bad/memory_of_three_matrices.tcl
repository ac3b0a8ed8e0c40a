# stderr: analysis: not enough memory for 2 more factored matrices of engine dense: needs 199 MB \(allowed: 190 MB left by the limit that was given\)
# A model-based integrator keeps three: 3530 unknowns, 8 * 3530^2 = 99.7e6 bytes each and 8 for each of 7059 entries.
generate ShearBuilding 3530
constraints Plain
numberer Plain
system BandSPD
algorithm Linear
engine dense
integrator KRAlphaExplicit 0.8
analysis Transient
memory -limit 1.9e8
analyze 1 0.01
