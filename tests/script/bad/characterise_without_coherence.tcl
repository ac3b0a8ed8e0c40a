# stderr: characterise_without_coherence.tcl:10: expCharacterise 1: coherence above 0.9 at less than three frequencies from 1 to 20 Hz: 0; mean of the band 0\.\d+; noise, or something that is not linear
# file h.csv: ^# frequency \[Hz\], \|H\|, phase \[degrees\], coherence\n1\.\d+,\d
# file h.svg: </svg>
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expSensor Transducer 1 -rms 10 -band 500
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -dispSensor 1
expCharacterise 1 -noise 1 20 -amplitude 0.1 -seconds 20 -file h.csv -plot h.svg
