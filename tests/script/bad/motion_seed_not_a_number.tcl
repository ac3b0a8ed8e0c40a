# stderr: motion generate 1: -seed is not a whole number, or too large: abc
motion generate 1 -seed abc
