# command: words
# status: 2
# stderr: tandem run FILE\.tcl
