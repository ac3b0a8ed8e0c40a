# stderr: virtual_controller_window.tcl:3: expController 1: -window: so few answers say nothing about a share of 0\.05: 10 \(allowed: at least 19\)
expCommand Lagrange 1 3
expController 1 1 -adaptive 0.05 -window 10
