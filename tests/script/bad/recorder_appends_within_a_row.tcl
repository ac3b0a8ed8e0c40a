# stderr: half\.out.*the file to append to ends within a row
# Half a row of a run that lost its power is not joined with the first one of this.
model basic -ndm 1 -ndf 1
node 1 0
set f [open half.out w]
puts -nonewline $f "0.1 0.5\n0.2 0.7"
close $f
recorder Node -file half.out -append -time -node 1 -dof 1 disp
