# command: words run --realtime --rate 20000 x.tcl
# status: 2
# stderr: --rate is out of range: 20000 \(allowed: between 1 and 10000\)
