# stderr: :3: couldn't read file "nowhere\.tcl": no such file
# stderr: command: source nowhere\.tcl
source nowhere.tcl
