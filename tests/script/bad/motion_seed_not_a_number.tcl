# stderr: motion generate 1: -seed is not a whole number: abc
motion generate 1 -seed abc
