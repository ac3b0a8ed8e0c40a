# stderr: modalProperties: there are no modes yet; run eigen first
model basic -ndm 1 -ndf 1
node 1 0
modalProperties
