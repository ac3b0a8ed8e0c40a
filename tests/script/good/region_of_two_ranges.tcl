# lists of a region add up, as in OpenSees: two masses on springs, damped by two ranges of one region and by one range of two regions
proc decay {words} {
    wipe
    model basic -ndm 1 -ndf 1
    foreach i {1 2 3 4 5 6 7 8} { node $i 0.0 }
    foreach i {1 3 5 7} {
        fix $i 1
        mass [expr {$i + 1}] 1.0
        uniaxialMaterial Elastic $i 100.0
        element zeroLength $i $i [expr {$i + 1}] -mat $i -dir 1 -doRayleigh 1
    }
    timeSeries Rectangular 1 0.0 0.1
    pattern Plain 1 1 { foreach i {2 4 6 8} { load $i 3.0 } }
    uplevel #0 $words
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear
    integrator Newmark 0.5 0.25
    analysis Transient
    if {[analyze 50 0.02]} { error "no steps" }
    set found {}
    foreach i {2 4 6 8} { lappend found [nodeDisp $i 1] }
    return $found
}
set f {-rayleigh 0.4 0.0 0.01 0.0}
foreach {one two} {
    {region 1 -eleRange 1 2 -eleRange 5 6 {*}$f}        {region 1 -ele 1 5 {*}$f}
    {region 1 -ele 1 -ele 7 1 {*}$f}                    {region 1 -ele 1 7 {*}$f}
    {region 1 -nodeRange 1 2 -node 5 6 {*}$f}           {region 1 -node 1 2 5 6 {*}$f}
    {region 1 -nodeOnly 2 -nodeOnlyRange 5 6 {*}$f}     {region 1 -nodeOnly 2 5 6 {*}$f}
} {
    if {[decay $one] ne [decay $two]} { error "$one: [decay $one], not [decay $two]" }
    if {[decay $one] eq [decay {}]} { error "$one: it is not damped" }
}
