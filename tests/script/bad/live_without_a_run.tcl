# command: words live
# status: 2
# stderr: tandem live: which run\? its folder is missing
