"""Models that another process moves: element adapter and the actuators behind SimFEAdapter."""
import math
import os
import struct

from models import ANALYSE, MASS, SPRINGS, need_equal
from process import Run
from replay import connect, free_port, need

SPECIMEN = """
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 0
fix 1 1 1 1
uniaxialMaterial Elastic 1 128
uniaxialMaterial Elastic 2 16
uniaxialMaterial Elastic 3 32
element zeroLength 1 1 2 -mat 1 2 3 -dir 1 2 6
set K [expr {2.0**30}]
element adapter 10 -node 2 -dof 1 2 3 -stif $K 0 0 0 $K 0 0 0 $K %d
recorder Node -file disp.out -time -precision 17 -node 2 -dof 1 2 3 disp
recorder Element -file ctrl.out -precision 17 -ele 10 ctrlDisp
recorder Element -file daq.out -precision 17 -ele 10 daqDisp
recorder Element -file force.out -precision 17 -ele 10 basicForce
constraints Plain
numberer Plain
system FullGeneral
test NormDispIncr 1e-12 25
algorithm Newton
integrator LoadControl 1.0
analysis Static
"""
AGAIN = """
proc whole_then_halves {} {
    test NormDispIncr 1e-12 1
    integrator LoadControl 1.0
    if {[analyze 1] == 0} { return }
    incr ::again
    test NormDispIncr 1e-12 25
    integrator LoadControl 0.5
    analyze 2
}
set again 0
catch {while 1 whole_then_halves} why
puts "$why $again"
"""


def adapted(program, work, steps, parts=1):
    """A mass whose specimen is a model of another process that takes these steps, so many for a target, moves as with its own; what that process says. A spring
    of 2^30 imposes the targets: the specimen is 128 / 2^30 too soft, and no more than that. It stands at each target in turn; for the first step, in which the
    mass does not move, there is none."""
    port = free_port()
    lab = Run(program, work, "lab", SPECIMEN % port + steps)
    start = MASS + "expControlPoint 1 1 disp 2 disp 3 disp\nexpControlPoint 2 1 disp 2 disp 3 disp 1 force 2 force 3 force\n"
    setup = "expSetup NoTransformation 1 -control 1 -dof 1 2 3 -sizeTrialOut 3 3\nexpSite LocalSite 1 1\n"
    element = "expElement generic 1 -node 2 -dof 1 2 3 -site 1 -initStif 128 0 0 0 16 0 0 0 32\n"
    main = Run(program, work, "main", start + "expControl SimFEAdapter 1 127.0.0.1 %d -trialCP 1 -outCP 2\n" % port + setup + element + ANALYSE)
    try:
        main.end(0)
        lab.end(0)
    finally:
        main.kill()
        lab.kill()
    with open(os.path.join(lab.folder, "out.txt"), encoding="utf-8") as f:
        said = f.read()
    need("has ended the conversation" in said, "the specimen's program does not say how it ended:", said[-300:])
    alone = Run(program, work, "alone", SPRINGS + "expControl SimUniaxialMaterials 1 1 2 3\n" + setup + element + ANALYSE)
    alone.end(0)
    moved = main.numbers("disp.out")
    need_equal(moved, alone.numbers("disp.out"), 1e-5)
    stood = [row[1:] for row in lab.numbers("disp.out")]
    wanted = [row[1:] for row in moved[1:] for _ in range(parts)]
    need(len(stood) == len(wanted), len(stood), "steps for", len(moved), "targets")
    need(all(abs(x - y) < 1e-6 for a, b in zip(stood, wanted) for x, y in zip(a, b)), "a step stands elsewhere than at its target")
    need_equal(lab.numbers("daq.out"), stood, 0.0)
    told = lab.numbers("ctrl.out")
    need(all(abs(x - y) < 1e-12 for a, b in zip(told, wanted) for x, y in zip(a, b)), "a recorder has another target than was sent")
    for d, target, q in zip(stood, told, lab.numbers("force.out")):
        need(all(abs(x - 2.0 ** 30 * (y - z)) < 1e-6 for x, y, z in zip(q, d, target)), "a recorder has another force than the spring's")
    return said


def adapter_is_the_specimen_of_another_process(program, work):
    adapted(program, work, "catch {analyze 1000} why\nputs $why\n")


def adapter_waits_for_a_target_whatever_its_time_does(program, work):
    """Time that begins anew, that is set back, and load factors that fall: every step takes one target, and no more."""
    for i, steps in enumerate(("loadConst -time 0.0", "setTime 3.0", "integrator LoadControl -1.0")):
        adapted(program, os.path.join(work, str(i)), "analyze 50\n%s\ncatch {analyze 1000} why\nputs $why\n" % steps)


def adapter_keeps_the_target_of_a_step_that_is_tried_again_in_parts(program, work):
    """One iteration never is enough: every step fails as a whole, and comes again as two halves."""
    for i, sign in enumerate(("", "-")):
        said = adapted(program, os.path.join(work, str(i)), AGAIN.replace("LoadControl ", "LoadControl " + sign), 2)
        need(int(said.split()[-1]) >= 199, "a step was not tried again:", said)


TURNING = """
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 3 4
node 3 3 4
fix 1 1 1
fix 2 1 0
fix 3 1 1
uniaxialMaterial Elastic 1 128
element zeroLength 1 3 2 -mat 1 -dir 2
element %s 10 1 2 [expr {2.0**28}] %d
recorder Node -file disp.out -time -precision 17 -node 2 -dof 2 disp
recorder Element -file ctrl.out -precision 17 -ele 10 ctrlDisp
recorder Element -file daq.out -precision 17 -ele 10 daqDisp
recorder Element -file force.out -precision 17 -ele 10 axialForce
constraints Plain
numberer Plain
system FullGeneral
test NormDispIncr 1e-13 50
algorithm Newton
integrator LoadControl 1.0
analysis Static
catch {analyze 1000} why
puts $why
"""
MOVING = """
model basic -ndm 1 -ndf 1
node 1 0
node 2 1
fix 1 1
mass 2 2
expControlPoint 1 1 disp
expControlPoint 2 1 disp 1 force
expControl SimFEAdapter 1 127.0.0.1 %d -trialCP 1 -outCP 2
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 80
timeSeries Sine 1 0 100 1.5
pattern Plain 1 1 { load 2 60 }
""" + ANALYSE[ANALYSE.index("recorder"):].replace("-dof 1 2 3", "-dof 1").replace("0.05", "0.02")


def slides(d, turns):
    """How far a node slides upwards, and what force along the actuator pushes it there against a spring of 128, where the actuator from 0,0 to 3,4 is told to
    be longer by d; it is shorter than that by what its own softness takes."""
    longer = d
    for _ in range(8):
        v = math.sqrt((5.0 + longer) ** 2 - 9.0) - 4.0 if turns else 1.25 * longer
        force = 128.0 * v * ((5.0 + longer) / (4.0 + v) if turns else 1.25)
        longer = d - force * 5.0 / 2.0 ** 28
    return v, force


def an_actuator_turns_with_its_nodes_or_does_not(program, work):
    """Each step in closed form, and the motion of a mass that the pushed spring carries by central differences."""
    for kind, turns in (("actuator", False), ("corotActuator", True)):
        port, place = free_port(), os.path.join(work, kind)
        lab = Run(program, place, "lab", TURNING % (kind, port))
        main = Run(program, place, "main", MOVING % port)
        main.end(0)
        lab.end(0)
        moved, slid = [r[1] for r in main.numbers("disp.out")], [r[1] for r in lab.numbers("disp.out")]
        need(len(moved) == 200 and len(slid) == 199 and max(moved) > 0.4, kind, len(moved), len(slid), max(moved))
        for d, v in zip(moved[1:], slid):
            need(abs(v - slides(d, turns)[0]) < 1e-11, kind, "slides by", v, "for", d)
        rows = zip(lab.numbers("ctrl.out"), lab.numbers("daq.out"), lab.numbers("force.out"), moved[1:])
        for (target,), (stood,), (force,), d in rows:
            need(abs(target - d) < 1e-12 and abs(force - 2.0 ** 28 / 5.0 * (stood - target)) < 1e-6, kind, "records", target, stood, force, "for", d)
            need(abs(force + slides(d, turns)[1]) < 1e-5 * 128.0, kind, "records the force", force)
        u, speed, a = 0.0, 0.0, 0.0
        for k, d in enumerate(moved):
            u += 0.02 * speed + 0.0002 * a
            before, a = a, (60.0 * math.sin(2.0 * math.pi * 0.02 * (k + 1) / 1.5) - slides(u, turns)[1]) / 2.0
            speed += 0.01 * (before + a)
            need(abs(u - d) < 1e-9, kind, "step", k, "is at", d, "not at", u)


NUMBERLESS = """model basic -ndm 1 -ndf 1
node 2 1
mass 2 1
uniaxialMaterial Elastic 1 40
node 1 0
fix 1 1
element zeroLength 5 1 2 -mat 1 -dir 1
element adapter 10 -node 2 -dof 1 -stif 1e6 %d
integrator LoadControl 1.0
analysis Static
exit [expr {[analyze 100] < 0 ? 7 : 0}]
"""


def a_target_that_is_no_number_is_named(program, work):
    for i, none in enumerate((math.nan, math.inf, -math.inf)):
        port = free_port()
        run = Run(program, os.path.join(work, str(i)), "lab", NUMBERLESS % port)
        s = connect(port, False)
        s.sendall(struct.pack("<11i", 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 4))
        for d in 0.1, none:
            s.sendall(struct.pack("<4d", 3, d, 0, 0) + struct.pack("<4d", 10, 0, 0, 0))
        run.end(7)
        need("element adapter 10: the client's target 1 is no number: " in run.said(), run.said())
        s.close()


CASES = [a_target_that_is_no_number_is_named, adapter_is_the_specimen_of_another_process, adapter_waits_for_a_target_whatever_its_time_does,
         adapter_keeps_the_target_of_a_step_that_is_tried_again_in_parts, an_actuator_turns_with_its_nodes_or_does_not]
