# command: words run --live --no-record x.tcl
# status: 2
# stderr: tandem run: --live shows what the record gets: it does not go with --no-record
