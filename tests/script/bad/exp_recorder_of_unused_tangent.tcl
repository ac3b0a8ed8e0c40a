# stderr: expRecorder TangentStiff 1 .*: no element estimates its stiffness by expTangentStiff 3; make the recorder after the element
model BasicBuilder -ndm 1 -ndf 1
expTangentStiff Broyden 3
expRecorder TangentStiff -file stif.out -tangStif 3 stif
