# command: words run --realtime --rate 100 nowhere.tcl
# status: 1
# stderr: couldn't read file "nowhere\.tcl"
