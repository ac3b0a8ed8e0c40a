# command: words rehearse .
# stderr: ^\.: this is a folder, not a script$
