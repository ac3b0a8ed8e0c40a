# command: words run --rate 100 x.tcl
# status: 2
# stderr: --rate, --cpu, --priority, --step-priority and --unfit go with --realtime
