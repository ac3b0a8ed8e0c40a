# stderr: ^matrices: nodes 7 to 8, 3 entries in the lower triangle$
# stdout: ^7 8$
set f [open k.txt w]; puts $f "2 -1\n-1 2"; close $f
model basic -ndm 1 -ndf 1
puts [matrixModel -K k.txt -first 7 -couple {1 2}]
print
