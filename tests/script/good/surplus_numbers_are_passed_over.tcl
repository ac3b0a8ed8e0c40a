# stderr: WARNING fix 1: 1 more numbers
# stderr: WARNING mass 1: 2 more numbers
# stderr: WARNING load 1: 1 more numbers
# stderr: WARNING node 2: 1 more numbers than there are coordinates
# stdout: ^done$
# Scripts of the field give six fixities to nodes of two freedoms; the rest is ignored, and said.
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 0 1 0.0 -mass 1.0 1.0
fix 1 0 1 0
mass 1 1.0 1.0 1.0 1.0
pattern Plain 1 Linear { load 1 1.0 0.0 0.0 }
puts done
