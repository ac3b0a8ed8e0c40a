# command: words run --realtime --rate 100
# status: 2
# stderr: the file is missing
