# command: words version
# stdout: ^tandem \d+\.\d+\.\d+$
