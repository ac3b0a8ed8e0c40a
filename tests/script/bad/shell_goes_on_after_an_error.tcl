# command: shell
# stderr: standard input:7: node x: tag is not a whole number: x
# stderr: standard input:11: .*unknown command: nod
# stdout: ^still here 2$
model basic -ndm 1
puts "line six"
node x 0
set n [llength {
    1 2
}]
nod 1 0
puts "still here $n"
