# stdout: ^2 modes: right\n21 modes: right\n58 modes: right\n$
# A shear building of 60 storeys, each floor's mass at the end of a rigid arm h, its node held against turning by a spring kr. By flexibility
# 1 / lambda_j = m (1 / (k a_j) + h^2 / kr), a_j = 4 sin^2((2 j - 1) pi / (2 (2 n + 1))): all positive, and rising with j.
set n 60; set k 500.0; set kr 90.0; set m 3.0; set h 0.7
model basic -ndm 2 -ndf 3
uniaxialMaterial Elastic 1 $k
uniaxialMaterial Elastic 2 $kr
node 0 0 0
fix 0 1 1 1
for {set i 1} {$i <= $n} {incr i} {
    node $i 0 0
    node [expr {100 + $i}] 0 $h -mass $m 0 0
    node [expr {200 + $i}] 0 0
    fix $i 0 1 0
    fix [expr {200 + $i}] 1 1 1
    rigidLink beam $i [expr {100 + $i}]
    element zeroLength $i [expr {$i - 1}] $i -mat 1 -dir 1
    element zeroLength [expr {200 + $i}] [expr {200 + $i}] $i -mat 2 -dir 6
}
constraints Transformation
foreach modes {2 21 58} {
    set verdict right
    set j 0
    foreach got [eigen $modes] {
        incr j
        set a [expr {4.0 * sin((2 * $j - 1) * acos(-1) / (2.0 * (2 * $n + 1))) ** 2}]
        set want [expr {1.0 / ($m * (1.0 / ($k * $a) + $h * $h / $kr))}]
        if {abs($got - $want) > 1e-8 * $want} { set verdict "mode $j is $got, not $want" }
    }
    puts "$modes modes: $verdict"
}
