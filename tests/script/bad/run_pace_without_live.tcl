# command: words run --pace 2 x.tcl
# status: 2
# stderr: tandem run: --hold and --pace go with --live or --view
