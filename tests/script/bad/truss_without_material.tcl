# stderr: truss_without_material.tcl:5: element truss 1: the material is missing behind the area: 2.5; give an area and the tag of a uniaxialMaterial, or
model basic -ndm 2 -ndf 2
node 1 0 0; node 2 1 0
uniaxialMaterial Elastic 1 100
element truss 1 1 2 2.5 -rho 0.1
