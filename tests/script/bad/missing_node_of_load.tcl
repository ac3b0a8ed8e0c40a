# stderr: :6: load 8: there is no node 8
model basic -ndm 1
node 1 0
pattern Plain 1 Linear {
    load 1 3.0
    load 8 4.0
}
