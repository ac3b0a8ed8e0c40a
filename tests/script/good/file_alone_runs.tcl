# command: plain
# words: a b
# stdout: ^2 a b$
puts "$argc $argv"
