# command: words help element truzz
# stderr: unknown type of element: truzz; did you mean truss
