# stderr: reduce Modal 1: there is no model yet
reduce Modal 1
