# stdout: afterwards 1
# A section that waits for its shapes, of which none was right, is thrown away with the model.
model basic -ndm 2 -ndf 3
section Fiber 1
catch {patch rect 1 4}
wipe
model basic -ndm 1 -ndf 1
node 1 0
puts "afterwards [getNodeTags]"
