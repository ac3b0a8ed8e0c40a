# command: words run nowhere.tcl
# stderr: couldn't read file "nowhere\.tcl"
