"""A portal frame written for OpenSeesPy: only its import is another one. Gravity, a push, then free vibration."""
import tandem as ops           # import openseespy.opensees as ops

ops.wipe()
ops.model('basic', '-ndm', 2, '-ndf', 3)
width, height = 360.0, 144.0
ops.node(1, 0.0, 0.0)
ops.node(2, width, 0.0)
ops.node(3, 0.0, height)
ops.node(4, width, height)
ops.fix(1, 1, 1, 1)
ops.fix(2, 1, 1, 1)
ops.geomTransf('PDelta', 1)
ops.geomTransf('Linear', 2)
ops.element('elasticBeamColumn', 1, 1, 3, 20.0, 29000.0, 800.0, 1)
ops.element('elasticBeamColumn', 2, 2, 4, 20.0, 29000.0, 800.0, 1)
ops.element('elasticBeamColumn', 3, 3, 4, 20.0, 29000.0, 2000.0, 2)

ops.timeSeries('Linear', 1)
ops.pattern('Plain', 1, 1)
ops.load(3, 0.0, -100.0, 0.0)
ops.load(4, 0.0, -100.0, 0.0)
ops.system('BandGeneral')
ops.constraints('Transformation')
ops.numberer('RCM')
ops.test('NormDispIncr', 1.0e-12, 10)
ops.algorithm('Newton')
ops.integrator('LoadControl', 0.1)
ops.analysis('Static')
if ops.analyze(10) != 0:
    raise SystemExit('gravity failed')
ops.loadConst('-time', 0.0)

ops.mass(3, 0.5, 0.5, 0.0)
ops.mass(4, 0.5, 0.5, 0.0)
periods = [2.0*3.141592653589793/x**0.5 for x in ops.eigen(2)]
print('periods: ' + ', '.join('%.6f s' % t for t in periods))

ops.timeSeries('Path', 2, '-dt', 0.1, '-values', 0.0, 1.0, 0.0)
ops.pattern('Plain', 2, 2)
ops.load(3, 20.0, 0.0, 0.0)
ops.wipeAnalysis()
ops.system('BandGeneral')
ops.constraints('Transformation')
ops.numberer('RCM')
ops.test('NormDispIncr', 1.0e-12, 10)
ops.algorithm('Newton')
ops.integrator('Newmark', 0.5, 0.25)
ops.analysis('Transient')
most = 0.0
for i in range(500):
    if ops.analyze(1, 0.01) != 0:
        raise SystemExit('the step to %g failed' % ops.getTime())
    most = max(most, abs(ops.nodeDisp(3, 1)))
ops.reactions()
print('largest drift %.17g, at the end %.17g' % (most, ops.nodeDisp(3, 1)))
print('base shear %.17g' % (ops.nodeReaction(1, 1) + ops.nodeReaction(2, 1)))
