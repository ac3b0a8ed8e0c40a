# command: size --rate 1000
# stderr: tandem size: .*the script has no transient analysis
model basic -ndm 1 -ndf 1
