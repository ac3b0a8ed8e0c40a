# The frame: box 60x60x4 throughout, 504 free freedoms. Units N, m, s, kg. Sourced by frame504.tcl.
#
#   plan of a floor                       4 ----- 3: joints of the columns, tags 1000 floor + 1 ... 4
#     y   4---x---x---x---3               each line of the plan is a member with nodes in between (x)
#     |   x       |   o   x               o: carrier of the dead load, off the middle: the frame is not symmetric
#     +-x 1---x---x---x---2               | on the roof only: carrier of the tuned mass damper
#
# Masses m1 ... m9 and the springs of the supports are those of Figure 4.1 of the paper; the figure gives no lengths, and of the
# masses only the values and that storeys 1 and 2 are alike: the lengths here and where each mass sits are this example's own.
foreach {name kg} {m1 11.2  m2 9.6  m3 110.0  m4 1.6  m5 7.2  m6 5.6  m7 35.0  m8 15.0  m9 25.0} { set $name $kg }
set box [list 8.96e-4 2.1e11 8.1e10 7.02e-7 4.707e-7 4.707e-7]      ;# A E G J Iy Iz
set lx 2.4
set ly 1.2
set height 1.2
set plan [list {} [list 0.0 0.0] [list $lx 0.0] [list $lx $ly] [list 0.0 $ly]]

model basic -ndm 3 -ndf 6
geomTransf Linear 1 1.0 0.0 0.0                                      ;# columns
geomTransf Linear 2 0.0 0.0 1.0                                      ;# beams
set elements 0

# A member between two nodes, divided by new nodes first+1, first+2, ... that carry these masses.
proc member {from to transf first masses} {
    global box elements
    set a [nodeCoord $from]
    set b [nodeCoord $to]
    set parts [expr {[llength $masses] + 1}]
    set last $from
    for {set k 1} {$k <= $parts} {incr k} {
        set next $to
        if {$k < $parts} {
            set next [expr {$first + $k}]
            set kg [lindex $masses [expr {$k - 1}]]
            node $next {*}[lmap p $a q $b {expr {$p + ($q - $p)*double($k)/$parts}}] -mass $kg $kg $kg 0 0 0
        }
        element elasticBeamColumn [incr elements] $last $next {*}$box $transf
        set last $next
    }
}

# Supports: springs about the horizontal axes as given; the other directions as good as rigid.
uniaxialMaterial Elastic 1 1.0e9
uniaxialMaterial Elastic 2 3.0e5                                     ;# Krx, N m/rad
uniaxialMaterial Elastic 3 2.0e6                                     ;# Kry
for {set c 1} {$c <= 4} {incr c} {
    node $c {*}[lindex $plan $c] 0.0
    node 1$c {*}[lindex $plan $c] 0.0
    fix $c 1 1 1 1 1 1
    element zeroLength [incr elements] $c 1$c -mat 1 1 1 2 3 1 -dir 1 2 3 4 5 6
    set foot($c) 1$c
}
for {set f 1} {$f <= 3} {incr f} {
    set t [expr {1000*$f}]
    for {set c 1} {$c <= 4} {incr c} {
        set kg [expr {$c <= 2 ? $m1 : $m2}]
        node [expr {$t + $c}] {*}[lindex $plan $c] [expr {$height*$f}] -mass $kg $kg $kg 0 0 0
        member $foot($c) [expr {$t + $c}] 1 [expr {$t + 100 + 10*$c}] [list $m4 $m4]
        set foot($c) [expr {$t + $c}]
    }
    # floors 1 and 2 carry four dead loads m3 on and at the ends of their carrier, the roof the base frame of the damper
    set dead [expr {$f < 3 ? $m3 : $m4}]
    member [expr {$t + 1}] [expr {$t + 2}] 2 [expr {$t + 210}] [list $m4 [expr {$f < 3 ? $m5 : $m8}] $dead]
    member [expr {$t + 2}] [expr {$t + 3}] 2 [expr {$t + 220}] [list $m4 $m6 $m4]
    member [expr {$t + 3}] [expr {$t + 4}] 2 [expr {$t + 230}] [list $dead [expr {$f < 3 ? $m5 : $m9}] $m4]
    member [expr {$t + 4}] [expr {$t + 1}] 2 [expr {$t + 240}] [list $m4 $m6 $m4]
    member [expr {$t + 213}] [expr {$t + 231}] 2 [expr {$t + 310}] [list $dead $dead]
}
member 3212 3232 2 3320 [list $m7 $m7]

# Two ways to choose 33 freedoms. Both keep node 3321, freedoms 1 2 3: there the damper stands on the roof, and moves along x.
set damper 3321
set corners {-node 1001 1002 1003 2001 2002 2003 3001 3002 3003 3004 3321 -dof 1 2 3}
set sway    {-node 1001 1002 1003 1004 2001 2002 2003 2004 3001 3002 3003 3004 -dof 1 2 -node 1311 2311 3321 -dof 1 2 3}
