# stderr: whole_area_without_material.tcl:5: element corotTruss 1: there is no such section: 2; give an area and the tag of a uniaxialMaterial, or the tag of
model basic -ndm 2 -ndf 2
node 1 0 0; node 2 1 0
uniaxialMaterial Elastic 1 100
element corotTruss 1 1 2 2
