# stderr: WARNING fix: a comment in the line
# stderr: WARNING analysis: a comment in the line
# stdout: ^0 0\.05000000
# Scripts of the field write comments behind commands without the semicolon that Tcl wants.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
fix 1 1 #held
uniaxialMaterial Elastic 1 200.0
element zeroLength 1 1 2 -mat 1 -dir 1
pattern Plain 1 Linear {# loads
    load 2 10.0
}
constraints Plain
numberer Plain
system BandSPD
algorithm Linear
integrator LoadControl 1.0
analysis Static					# define type of analysis static or transient
puts "[analyze 1] [nodeDisp 2 1]"
