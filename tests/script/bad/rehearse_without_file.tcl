# command: words rehearse --lag 0.1
# status: 2
# stderr: tandem rehearse: the file is missing; tandem rehearse FILE.tcl
