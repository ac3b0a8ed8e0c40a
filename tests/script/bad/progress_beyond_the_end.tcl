# stderr: progress.*done.*3.*from 0 to 2
progress loop 2 3
