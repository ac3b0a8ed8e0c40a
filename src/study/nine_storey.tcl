# Nine storeys with a magnetorheological damper in the laboratory: the whole frame at a quarter of the rate with AMRI, or a simpler model at the full rate?
# (Maghareh, Waldbjoern, Dyke, Prakash, Ozdagli, AMRI, 3.3, Figures 3.3 and 3.6). The computation is that of examples/nine_storey. kip, ft, s
source [file join [file dirname [info script]] study.tcl]
example nine_storey/nine_storey.tcl test 13
array set found [kept]
beside
set el [expr {$motion eq "recorded"}]
foreach i {1 2 3 4 5} want {0.4428 1.1795 2.0489 3.0990 4.2547} { judge "frequency of mode $i \[Hz\]" $found(frame-f$i) $want 0.0001 "published frame" }
judge "AMRI at 256 Hz: error of the roof \[%\]" $found(multirate-roof) 1.0 < "paper, Fig. 3.6: close" $el
judge "shear model: error of the roof over that of AMRI" [expr {$found(shear-roof)/$found(multirate-roof)}] 10.0 > "paper: considerable" $el
judge "shear model: error of the damper force \[%\]" $found(shear-force) 10.0 > "paper: considerable" $el
judge "AMRI at 256 Hz: error of the damper force \[%\]" $found(multirate-force) 1.0 < "paper, Fig. 3.6: close" $el
study_end
