# stderr: :9: .*element.* 1
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 3 0
node 3 0 4
uniaxialMaterial Elastic 1 200.0
element truss 1 1 2 1.0 1
pattern Plain 1 Linear {
    eleLoad -ele 1 -type -beamUniform -1.0
}
