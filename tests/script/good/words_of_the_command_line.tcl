# words: 3 "two words" -x
# stdout: ^3 words: 3 \| two words \| -x$
# stdout: words_of_the_command_line\.tcl$
puts "$argc words: [join $argv { | }]"
puts $argv0
