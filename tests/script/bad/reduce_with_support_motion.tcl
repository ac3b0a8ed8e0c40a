# stderr: node 1, freedom 1, has an imposed support motion
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 1 -mass 1 1 0.1
node 3 0 2 -mass 1 1 0.1
fix 1 1 1 1
geomTransf Linear 1
element elasticBeamColumn 1 1 2 0.01 2e8 1e-6 1
element elasticBeamColumn 2 2 3 0.01 2e8 1e-6 1
remove sp 1 1
timeSeries Sine 1 0 1 0.5
pattern MultipleSupport 1 {
 groundMotion 1 Plain -accel 1
 imposedMotion 1 1 1
}
reduce Guyan -node 3 -dof 1
