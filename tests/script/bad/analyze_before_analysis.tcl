# stderr: :3: analyze 10.*: .*analysis
model basic -ndm 1
analyze 10 0.01
