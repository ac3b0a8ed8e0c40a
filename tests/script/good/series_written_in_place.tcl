# stdout: ^2 patterns$
model basic -ndm 1
node 1 0 -mass 1.0
pattern Plain 1 "Sine 0 50 3.14" { load 1 1.0 }
pattern UniformExcitation 2 1 -accel "Series -dt 0.1 -values {0 1 0} -factor 9.81" -fact 2
puts "2 patterns"
