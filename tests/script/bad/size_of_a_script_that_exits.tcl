# command: size
# stderr: tandem size: .*size_of_a_script_that_exits.tcl: the script has no transient analysis
model basic -ndm 1 -ndf 1
exit
