# status: 7
# stderr: ^leaving$
puts stderr leaving
catch { exit 7 }
puts stderr "never here"
