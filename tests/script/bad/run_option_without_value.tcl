# command: words run --realtime --rate
# status: 2
# stderr: --rate needs a value
