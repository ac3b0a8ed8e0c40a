# command: words rehearse --lag -0.1 x.tcl
# status: 2
# stderr: --lag.*-0\.1.*>= 0
