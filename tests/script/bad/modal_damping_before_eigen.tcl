# stderr: :3: modalDamping.*: there are no modes yet; run eigen
model basic -ndm 1
modalDamping 0.05
