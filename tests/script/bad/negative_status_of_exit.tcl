# status: 255
# stderr: ^leaving$
# silent: out of range
puts stderr leaving
exit -1
