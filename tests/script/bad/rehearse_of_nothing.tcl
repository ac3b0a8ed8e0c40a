# command: rehearse
# status: 3
# stdout: change: no step of a transient analysis was made
# stderr: ^$
model basic -ndm 1 -ndf 1
