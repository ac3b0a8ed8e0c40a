# stdout: ^moved 0\.030000 -3\.000000$
# stdout: ^without 0\.010000 -1\.000000$
# Springs of 100 in a row from a fixed node. Pattern 0 moves the second node by 0.03 (reaction 0.03 x 100 at the fix); when it is gone, pattern 1 pulls there by 1.
model basic -ndm 1 -ndf 1
node 1 0.0
node 2 1.0
fix 1 1
uniaxialMaterial Elastic 1 100.0
element truss 1 1 2 1.0 1
pattern Plain 0 Constant { sp 2 1 0.03 }
pattern Plain 1 Constant { load 2 1.0 }
constraints Plain
numberer Plain
system BandGeneral
test NormDispIncr 1e-10 10
algorithm Newton
integrator LoadControl 1.0
analysis Static
proc tell {word} {
    if {[analyze 1]} { puts "no answer" }
    reactions
    puts [format "$word %.6f %.6f" [nodeDisp 2 1] [nodeReaction 1 1]]
}
tell moved
remove loadPattern 0
tell without
