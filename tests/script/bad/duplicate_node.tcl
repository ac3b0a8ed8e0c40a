# stderr: :4: node.*: tag 1 is in use already
model basic -ndm 1
node 1 0
node 1 2
