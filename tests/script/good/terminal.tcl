# command: terminal
# status: 4
# stdout: ^14$
# stdout: equalDOF: retained node is missing
# file .tandem_history: equalDOF
expr {
7*2}
equalD	
exit 4
