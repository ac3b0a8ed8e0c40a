"""A run's record as pictures: python3 python/examples/plot_run.py runs/ID picture.png"""
import sys

import matplotlib
import numpy as np

import tandem as td

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

with td.Run(sys.argv[1]) as run:
    steps = run["steps"]
    rigs = [table for table in run if table.startswith("channels/")]
    figure, axes = pyplot.subplots(1 + len(rigs), 1, figsize=(9, 3*(1 + len(rigs))), constrained_layout=True, squeeze=False)
    for name in [n for n in steps if "_disp" in n and n.startswith("node")][:6]:
        axes[0, 0].plot(steps["time"], steps[name], label=name, linewidth=0.9)
    axes[0, 0].set(xlabel="time [%s]" % steps.units["time"], ylabel="displacement", title="%s: %s" % (run.text("run"), run.text("status")))
    axes[0, 0].legend()
    for place, rig in zip(axes[1:, 0], rigs):
        table = run[rig]
        place.plot(table["measuredDisp1"], table["measuredForce1"], linewidth=0.6)
        place.set(xlabel="displacement [%s]" % table.units["measuredDisp1"], ylabel="force [%s]" % table.units["measuredForce1"], title=rig)
        error = table["measuredDisp1"] - table["command1"]
        print("%s: tracking error %.3g rms of %.3g" % (rig, np.sqrt(np.mean(error**2)), np.abs(table["command1"]).max()))
    for time, kind, source, text in run.events:
        print("%8.3f %s %s: %s" % (time, kind, source, text))
    figure.savefig(sys.argv[2], dpi=100)
