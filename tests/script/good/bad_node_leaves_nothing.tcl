# stdout: ^tags: 1 *$
model basic -ndm 1
node 1 0
catch {node 2 0 -mass x}
puts "tags: [getNodeTags]"
