# file messages.txt: ^node 1
# silent: coordinates
logFile messages.txt -noEcho
model basic -ndm 1
node 1 0
print -node 1
