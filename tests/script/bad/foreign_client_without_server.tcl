# stderr: element genericClient 1: 127.0.0.1 port 1: nobody listens there; start the server first
model basic -ndm 1 -ndf 1
node 1 0.0
element genericClient 1 -node 1 -dof 1 -server 1 -timeout 0.2
