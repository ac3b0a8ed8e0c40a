# stdout: ^1 TANDEM MISSING \{fix 4\}
# stdout: ^1 TANDEM RANGE \{node 1\} .* -1 \{>= 0\}$
# stdout: ^again: fix 4: there is no node 4
model basic -ndm 1
puts "[catch {fix 4 1}] $errorCode"
puts "[catch {node 1 0 -mass -1} message] $errorCode"
if {[catch {fix 4 1} message options]} { puts "again: $message" }
puts [getNodeTags]
