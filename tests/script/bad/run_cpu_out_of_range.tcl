# command: words run --realtime --cpu -3 x.tcl
# status: 2
# stderr: --cpu is out of range: -3 \(allowed: whole numbers from 0 to 1023\)
