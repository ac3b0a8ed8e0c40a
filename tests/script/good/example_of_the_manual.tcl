# file example.out: ^1 0\.530093 -0\.177894
# The three-bar truss of the OpenSees manual, example 1.1, with the recorder words of its time (-load, -nodes); K u = f by hand.
model BasicBuilder -ndm 2 -ndf 2
node 1   0.0  0.0
node 2 144.0  0.0
node 3 168.0  0.0
node 4  72.0 96.0
uniaxialMaterial Elastic 1 3000
element truss 1 1 4 10.0 1
element truss 2 2 4 5.0 1
element truss 3 3 4 5.0 1
fix 1 1 1
fix 2 1 1
fix 3 1 1
pattern Plain 1 "Linear" {
    load 4 100 -50
}
system BandSPD
constraints Plain
integrator LoadControl 1.0
algorithm Linear
numberer RCM
analysis Static
recorder Node -file example.out -load -nodes 4 -dof 1 2 disp
analyze 1
