# command: words run --realtime --step-priority 80 x.tcl
# status: 2
# stderr: must not keep the command loops waiting: --step-priority 80, --priority 80 \(allowed: --step-priority below --priority, or 0\)
