# command: words run --live --pace -1 x.tcl
# status: 2
# stderr: tandem run: --pace is out of range: -1 \(allowed: .*\); test seconds a second, or max
