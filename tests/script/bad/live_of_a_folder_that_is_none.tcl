# command: words live runs/none
# stderr: live: the run shows nothing: it has not begun, is over, or goes without --live: runs/none
