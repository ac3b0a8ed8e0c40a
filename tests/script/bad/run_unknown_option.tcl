# command: words run --fast x.tcl
# status: 2
# stderr: unknown option: --fast \(allowed: --realtime, --rate,
