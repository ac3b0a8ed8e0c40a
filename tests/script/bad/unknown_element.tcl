# stderr: :3: element trus 1: unknown type of element: trus; did you mean truss
model basic -ndm 2
element trus 1 1 2 1.0 1
