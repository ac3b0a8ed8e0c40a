# stderr: characterise_rig_that_does_not_tick.tcl:9: expCharacterise 2: commands cannot be played on expControl SimUniaxialMaterials 2; they can on VirtualRig with -rate
# stdout: expControl VirtualRig 1 does not tick
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expControl VirtualRig 1 -channel 1
expControl SimUniaxialMaterials 2 1
catch {expCharacterise 1 -step -amplitude 1 -seconds 2} said; puts $said
expCharacterise 2 -step -amplitude 1 -seconds 2
