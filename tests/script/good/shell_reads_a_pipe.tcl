# command: shell
# words: w
# stdout: ^7 w$
# silent: tandem>
set x [expr {
    3 + 4
}]
puts "$x $argv"
