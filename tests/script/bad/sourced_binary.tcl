# stderr: sourced_binary\.tcl:7: ls: line 2 holds a byte that is no text: this is no script
# silent: unknown command
set f [open ls wb]
puts $f "puts hello"
puts -nonewline $f [binary format c* {127 69 76 70 0 1}]
close $f
source ls
