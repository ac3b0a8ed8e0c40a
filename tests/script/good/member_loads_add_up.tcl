# stdout: ^16.0$
# An element that eleLoad names twice is loaded twice, and one load adds to another, as in OpenSees.
model basic -ndm 2 -ndf 3
node 1 0 0; node 2 4 0
fix 1 1 1 1
geomTransf Linear 1
element elasticBeamColumn 1 1 2 1.0 100.0 1.0 1
timeSeries Linear 1
pattern Plain 1 1 { eleLoad -ele 1 1 -type -beamUniform -1.0; eleLoad -range 1 1 -type -beamUniform -2.0 }
constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator LoadControl 1.0; analysis Static
analyze 1
reactions
puts [format %.1f [nodeReaction 1 2]]
