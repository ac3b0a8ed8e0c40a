# stderr: :4: patch.*: it stands inside a section, or behind one that is open
model basic -ndm 2 -ndf 3
uniaxialMaterial Elastic 1 100
patch rect 1 2 2 0 0 1 1
