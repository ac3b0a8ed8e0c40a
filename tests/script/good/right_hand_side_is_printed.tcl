# stdout: ^one step 0.900000$
# stdout: ^converged 1$
# stdout: ^unbalance 4$
# file b.out: ^0.9 $
# stderr: printB: there are no equations of a step yet
# A spring of stiffness 100 that yields at 1 and keeps 10 of it, under 2: one elastic iteration goes to u = 0.02, where the spring
# holds 1.1.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Steel01 1 1.0 100.0 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
pattern Plain 1 Linear { load 2 2.0 }
constraints Plain
numberer Plain
system FullGeneral
test FixedNumIter 1
algorithm Newton -initial
integrator LoadControl 1.0
analysis Static
catch { printB } message
puts stderr $message
analyze 1
puts [format "one step %.6f" [printB -ret]]
printB -file b.out
test NormUnbalance 1e-9 100
algorithm Newton
analyze 1
puts "converged [expr {abs([printB -ret]) < 1e-9}]"
puts "unbalance [format %g [nodeUnbalance 2 1]]"
