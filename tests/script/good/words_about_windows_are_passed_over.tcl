# stderr: ^recorder: no windows are opened: tandem run --view .*
# stdout: ^1 2$
# silent: opened(.|\n)*opened
# file tip.out: ^1 0\.1\n2 0\.2\n
# What scripts of other programs draw with: said once, and the script goes on; recorders count as without it.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Elastic 1 20.0
element zeroLength 1 1 2 -mat 1 -dir 1
pattern Plain 1 Linear { load 2 2.0 }
set first [recorder Node -file tip.out -time -node 2 -dof 1 disp]
recorder display "the tip" 10 10 500 300 -wipe
prp 0 0 100
vrp 0 0 0
vup 0 1 0
vpn 0 0 1
viewWindow -10 10 -10 10
plane 0 150
port -1 1 -1 1
projection 0
fill 1
display 1 2 1
recorder plot tip.out tip 10 340 300 300 -columns 2 1 -dT 0.1
recorder plotDifference tip.out tip.out no 10 340 300 300 -columns 2 1 2 1
set second [recorder Node -file again.out -time -node 2 -dof 1 disp]
puts "$first $second"
integrator LoadControl 1.0
analysis Static
analyze 2
