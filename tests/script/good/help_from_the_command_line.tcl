# command: words help uniaxialMaterial Steel01
# stdout: ^uniaxialMaterial Steel01 tag .*Fy
