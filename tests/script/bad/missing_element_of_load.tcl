# stderr: :4: eleLoad.*: there is no element 3
model basic -ndm 2 -ndf 3
pattern Plain 1 Linear {
    eleLoad -ele 3 -type -beamUniform -1.0
}
