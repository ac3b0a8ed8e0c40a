# stderr: plot f\.svg: -x, -y, -name, -dash and -marks stand before their file
# silent: the picture is there
set f [open f.out w]
puts $f "0.0 1.0 2.0\n1.0 2.0 3.0"
close $f
foreach words {{-x 1} {-y 2} {-name a} -dash} {
    if {![catch {plot f.svg f.out {*}$words} why]} { error "$words: taken" }
}
if {[file exists f.svg]} { puts "the picture is there" }
plot f.svg f.out -x 1 -y 3
