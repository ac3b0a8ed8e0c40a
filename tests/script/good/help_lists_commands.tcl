# stdout: ^model: 
# stdout: ^    .*\bequalDOF\b
# stdout: ^recorder: 
help
