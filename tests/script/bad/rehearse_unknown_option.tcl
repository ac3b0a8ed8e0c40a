# command: words rehearse --lags 0.1 x.tcl
# status: 2
# stderr: tandem rehearse: unknown option: --lags \(allowed: --lag, --yield, --hsei\)
