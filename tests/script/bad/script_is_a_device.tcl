# command: words check /dev/zero
# stderr: ^/dev/zero: cannot be opened for reading: .*it is a device, not a file$
# silent: max size
