# command: words run --rate 100 x.tcl
# status: 2
# stderr: --rate, --cpu, --priority and --unfit go with --realtime
