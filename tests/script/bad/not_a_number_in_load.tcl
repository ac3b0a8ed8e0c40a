# stderr: :5: load 1: load .*: NaN
model basic -ndm 1
node 1 0
pattern Plain 1 Linear {
    load 1 NaN
}
