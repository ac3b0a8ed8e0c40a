# command: words help
# stdout: tandem run FILE\.tcl
