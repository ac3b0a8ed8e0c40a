# stdout: ^0 12\.000000 0 -12\.000000 0 9\.000000 *$
# A bilinear spring (10, 1000, 0.1) is led to 0.03, -0.03 and 0; nothing is left to solve. Closed form: 10 + 100 (0.03 - 0.01) = 12,
# -12, and on the upper line at 0 again 10 - 100 x 0.01 = 9.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Steel01 1 10.0 1000.0 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
pattern Plain 1 "Path -dt 1 -values {0 1 -1 0 0}" { sp 2 1 0.03 }
constraints Transformation
numberer RCM
system BandGeneral
test NormDispIncr 1e-10 10
algorithm Newton
integrator LoadControl 1
analysis Static
set line ""
for {set i 0} {$i < 3} {incr i} {
    append line "[analyze 1] "
    reactions
    append line "[format %.6f [nodeReaction 2 1]] "
}
puts $line
