# command: words run --realtime --priority 100 x.tcl
# status: 2
# stderr: --priority is out of range: 100 \(allowed: whole numbers from 0 to 99\)
