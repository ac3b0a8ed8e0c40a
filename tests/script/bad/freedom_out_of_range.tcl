# stderr: :5: sp 1: dof .*: 4 \(allowed: .*1.*3
model basic -ndm 2 -ndf 3
node 1 0 0
pattern Plain 1 Linear {
    sp 1 4 0.1
}
