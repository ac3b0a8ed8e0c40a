# stderr: :11: pattern gone, the tag is free again$
model basic -ndm 1
node 1 0
catch {
    pattern Plain 1 Linear {
        load 1 3.0
        load 2 3.0
    }
}
pattern Plain 1 Linear { load 1 3.0 }
error "pattern gone, the tag is free again"
