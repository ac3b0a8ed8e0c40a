# command: words run --live --realtime --pace 2 x.tcl
# status: 2
# stderr: tandem run: --pace is of virtual time: with --realtime the clock sets the pace
