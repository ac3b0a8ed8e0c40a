"""The mass that is tested, its specimen, and when two histories are one."""
import math

from replay import need

MASS = """
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 8
fix 1 1 1 1
mass 2 2 2 1
"""
LAB = """
uniaxialMaterial Steel01 1 0.3 16 0.05
uniaxialMaterial Elastic 2 128
uniaxialMaterial Elastic 3 32
expControl SimUniaxialMaterials 1 2 1 3
expSetup NoTransformation 1 -control 1 -dof 1 2 3 -sizeTrialOut 3 3
"""
ELEMENT = "expElement twoNodeLink 1 1 2 -dir 1 2 3 %s -initStif 128 0 0 0 16 0 0 0 32\n"
ANALYSE = """
timeSeries Sine 1 0 100 1.5
pattern Plain 1 1 { load 2 0.3 0.2 0.1 }
recorder Node -file disp.out -time -precision 17 -node 2 -dof 1 2 3 disp
constraints Plain
numberer Plain
system FullGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
if {[analyze 200 0.05] != 0} { error failed }
wipe
"""
# Steps without a specimen that moves, of another kind: implicit
IMPLICIT = ANALYSE.replace("algorithm Linear", "test NormDispIncr 1e-12 30\nalgorithm Newton").replace("NewmarkExplicit 0.5", "Newmark 0.5 0.25")
SPRINGS = MASS + "uniaxialMaterial Elastic 1 128\nuniaxialMaterial Elastic 2 16\nuniaxialMaterial Elastic 3 32\n"
POINTS = """
expControlPoint 1 -node 2 1 disp 2 disp 3 disp
expControlPoint 2 -node 2 1 disp 2 disp 3 disp 1 force 2 force 3 force
"""


def need_equal(mine, theirs, tolerance=1e-9):
    need(len(mine) == len(theirs) and len(mine) > 100, len(mine), "rows instead of", len(theirs))
    need(all(math.isfinite(x) for row in mine for x in row), "what is no number")
    peak = max(abs(x) for row in theirs for x in row[1:])
    worst = max(abs(x - y) for a, b in zip(mine, theirs) for x, y in zip(a, b))
    need(peak > 1e-3, "nothing moves")
    need(worst <= tolerance * peak, "differs by", worst, "of", peak)
