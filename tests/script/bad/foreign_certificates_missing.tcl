# stderr: client\.crt
# silent: nobody listens
model basic -ndm 1 -ndf 1
node 1 0.0
element genericClient 1 -node 1 -dof 1 -server 1 -ssl -timeout 0.2
