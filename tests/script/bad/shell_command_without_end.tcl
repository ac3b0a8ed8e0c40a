# command: shell
# stderr: standard input:3: the command has no end
puts {
