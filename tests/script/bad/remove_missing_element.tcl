# stderr: :3: remove element: there is no element 5
model basic -ndm 2
remove element 5
