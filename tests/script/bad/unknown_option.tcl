# stderr: unknown_option\.tcl:3: node 1: .*-maas
model basic -ndm 2
node 1 0 0 -maas 1 1 1
