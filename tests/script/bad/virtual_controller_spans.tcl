# stderr: virtual_controller_spans.tcl:3: expController 1: -shortest is longer than -longest: 2 \(allowed: at most 1\)
expCommand Lagrange 1 3
expController 1 1 -adaptive 0.05 -shortest 2 -longest 1
