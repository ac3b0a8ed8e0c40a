# stdout: ^1 0\.23000000 -2\.30000000 0\.50000000$
# stdout: ^2 0\.26000000 -2\.60000000 0\.50000000$
# A spring of 10 under 2 for good and 0.3 t: u = (2 + 0.3 t) / 10; node 3 is held at 0.5 at all times.
model basic -ndm 1 -ndf 1
node 1 0
node 2 1
node 3 2
fix 1 1
uniaxialMaterial Elastic 1 10.0
element truss 1 1 2 1.0 1
element truss 2 1 3 1.0 1
pattern Plain 1 Linear {
    load 2 2.0 -const
    load 2 0.3
    sp 3 1 0.5 -const
}
constraints Transformation
numberer Plain
system BandGeneral
algorithm Linear
integrator LoadControl 1.0
analysis Static
foreach step {1 2} {
    analyze 1
    reactions
    puts [format "%d %.8f %.8f %.8f" $step [nodeDisp 2 1] [expr {[nodeReaction 1 1] + 2.5}] [nodeDisp 3 1]]
}
