# stderr: :4: equalDOF 1: there is no node 2
model basic -ndm 1
node 1 0
equalDOF 1 2 1
