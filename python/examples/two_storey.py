"""The two-storey shear frame of UCB/EERC 2005-02, chapter 6, both columns tested: each is a Python object, of thirty lines with its comments.

    python3 python/examples/two_storey.py [picture.png]

examples/two_storey/two_storey.tcl is the same test as a script.
"""
import sys

import numpy as np

import tandem as td


class Column(td.Rig):
    """A cantilever that yields: bilinear with kinematic hardening, of stiffness k, yield displacement uy and hardening ratio b."""

    def __init__(self, k, uy, b):
        super().__init__()
        self.k, self.fy, self.h = k, k*uy*(1.0 - b), b*k
        self.plastic = self.trial = 0.0
        self.way = []

    def exchange(self, time, disp, vel, accel):
        elastic = (self.k - self.h)*(disp[0] - self.plastic)
        force = max(-self.fy, min(self.fy, elastic))
        self.trial = disp[0] - force/(self.k - self.h)
        force += self.h*disp[0]
        self.way.append((disp[0], force))
        return force

    def commit(self):                                   # the step is accepted: what has yielded stays
        self.plastic = self.trial


g, k, uy = 386.1, 2.74, 0.675                               # in/s^2, kip/in, in
columns = [Column(k, uy, 0.05), Column(k, uy, 0.05)]
td.model("basic", "-ndm", 1, "-ndf", 1)
for storey in range(3):
    td.node(storey, 0.0)
td.fix(0, 1)
for storey in (1, 2):
    td.mass(storey, 4.0/g)
    td.rig("column%d" % storey, columns[storey - 1])
    td.expControl("Callback", storey, "column%d" % storey)
    # a storey has two columns of two cantilevers each: half the drift, twice the force
    td.expSetup("OneActuator", storey, "-control", storey, 1, "-sizeTrialOut", 1, 1, "-ctrlDispFact", 0.5, "-ctrlVelFact", 0.5,
                "-daqDispFact", 2.0, "-daqVelFact", 2.0, "-daqForceFact", 2.0)
    td.expSite("LocalSite", storey, storey)
    td.expElement("twoNodeLink", storey, storey - 1, storey, "-dir", 1, "-site", storey, "-initStif", k)

td.rayleigh(0.0, 0.0, 0.009842*2.8/k, 0.0)
td.motion("generate", 1, "-seed", 1940, "-duration", 30.0, "-dt", 0.01, "-pga", 0.5*1.133*g)
td.pattern("UniformExcitation", 1, 1, "-accel", 1)
td.recorder("Node", "-memory", "floors", "-time", "-node", 1, 2, "-dof", 1, "disp")
td.constraints("Plain")
td.numberer("Plain")
td.system("Diagonal")
td.algorithm("Linear")
td.integrator("NewmarkExplicit", 0.5)
td.analysis("Transient")
td.analyze(3000, 0.01)

names, rows = td.rows("floors")
print("largest displacement: first floor %.4f in, second floor %.4f in" % tuple(np.abs(rows[:, 1:]).max(axis=0)))
if len(sys.argv) > 1:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4), constrained_layout=True)
    left.plot(rows[:, 0], rows[:, 2], rows[:, 0], rows[:, 1])
    left.set(xlabel="time [s]", ylabel="displacement [in]", title="Two storeys")
    left.legend(["second floor", "first floor"])
    right.plot(*np.array(columns[0].way).T, linewidth=0.8)
    right.set(xlabel="displacement [in]", ylabel="force [kip]", title="The first column")
    figure.savefig(sys.argv[1], dpi=100)
td.close()
