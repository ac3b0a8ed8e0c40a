# command: words run
# status: 2
# stderr: the file is missing
