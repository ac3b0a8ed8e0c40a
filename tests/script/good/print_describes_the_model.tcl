# file all.txt: ^node 2
# file one.txt: \Anode 2\n    coordinates: 3 0
# file model.json: "nodes": \[1, 2\]
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 3 0 -mass 1.5 1.5
fix 1 1 1
uniaxialMaterial Elastic 1 10
element truss 1 1 2 1.0 1
print -file all.txt
print -file one.txt -node 2
print -JSON -file model.json
# a JSON file is one document, whatever it held; text goes on behind what is there; -json is the same word
print -json -file model.json
print -file one.txt -node 2
foreach {file word n} {model.json StructuralAnalysisModel 1 one.txt coordinates 2} {
	set f [open $file]
	if {[regexp -all $word [read $f]] != $n} { error "$file holds another number of $word than $n" }
	close $f
}
