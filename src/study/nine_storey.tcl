# Nine storeys with a magnetorheological damper in the laboratory: the whole frame at a quarter of the rate with AMRI, or a simpler model at the full rate?
# (Maghareh, Waldbjoern, Dyke, Prakash, Ozdagli, AMRI, 3.3, Figures 3.3 and 3.6). The computation is that of examples/nine_storey. kip, ft, s
source [file join [file dirname [info script]] study.tcl]
example nine_storey/nine_storey.tcl test 13
array set found [kept]
table figure-3-6 "errors against the frame at 1024 Hz, of the largest value \[%\]" { {model -28 %s} {roof 8 %.3f} {floor 8 %.3f} {force 8 %.3f} }
row "frame at 256 Hz, AMRI" $found(multirate-roof) $found(multirate-floor) $found(multirate-force)
row "shear model at 1024 Hz" $found(shear-roof) $found(shear-floor) $found(shear-force)
row "shear model, no damper" $found(shear-alone-roof) $found(shear-alone-floor) ""
table_end
beside
set el [expr {$motion eq "recorded"}]
foreach i {1 2 3 4 5} want {0.4428 1.1795 2.0489 3.0990 4.2547} { judge "frequency of mode $i \[Hz\]" $found(frame-f$i) $want 0.0001 "published frame" }
# the paper has a picture and no number: the idealised model "considerably degrades" the response, the divided rates do not
foreach {place words} {roof "the roof" floor "the first floor" force "the damper's force"} {
    judge "error of $words, AMRI below the shear model \[%\]" $found(multirate-$place) $found(shear-$place) < "paper, Fig. 3.6" $el
}
study_end
