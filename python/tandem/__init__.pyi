# made by tools/make_stubs from the tables of the library
from typing import Any, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

Argument = Union[str, bool, int, float, np.generic, npt.NDArray[Any], Sequence[Any]]
Answer = Any
Reals = npt.NDArray[np.float64]

__version__: str

class TandemError(Exception):
    code: str
    object: str
    what: str
    value: str
    allowed: str
    hint: str
    place: str

class Asked:
    name: str
    tag: int
    time: float
    disp: Reals
    vel: Reals
    accel: Reals
    def answer(self, force: Any, disp: Any = ...) -> None: ...

class Rig:
    channels: int
    asks: bool
    def __init__(self, channels: Optional[int] = ...) -> None: ...
    def exchange(self, time: float, disp: Reals, vel: Reals, accel: Reals) -> Any: ...
    def start(self) -> None: ...
    def commit(self) -> None: ...
    def rest(self) -> None: ...
    def acknowledge(self) -> None: ...
    def end(self) -> None: ...

class Columns:
    name: str
    brief: str
    rows: int
    rate_hz: float
    names: List[str]
    units: dict[str, str]
    def __getitem__(self, column: str) -> Reals: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

class Run:
    tables: dict[str, Columns]
    def __init__(self, path: Any) -> None: ...
    def __getitem__(self, table: str) -> Columns: ...
    def __iter__(self) -> Iterator[str]: ...
    def column(self, path: str) -> Reals: ...
    @property
    def events(self) -> List[Tuple[float, str, str, str]]: ...
    def text(self, name: str) -> Optional[str]: ...
    def close(self) -> None: ...
    def __enter__(self) -> Run: ...
    def __exit__(self, *_: Any) -> None: ...

class Tandem:
    time: float
    def __init__(self, lines: bool = ...) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> Tandem: ...
    def __exit__(self, *_: Any) -> None: ...
    def call(self, name: str, *arguments: Argument) -> Answer: ...
    def eval(self, script: str) -> Answer: ...
    def source(self, path: Any) -> Answer: ...
    def steps(self, n: int, dt: float) -> Iterator[Asked]: ...
    def rig(self, name: str, rig: Rig) -> None: ...
    def specimen(self, tag: int, rig: str, freedoms: Sequence[Tuple[int, int]], stiffness: Any) -> None: ...
    def nodal(self, what: str = ...) -> Reals: ...
    def freedom(self, node: int, dof: int) -> int: ...
    def node_tags(self) -> List[int]: ...
    def element_tags(self) -> List[int]: ...
    def response(self, element: int, *words: Argument) -> Reals: ...
    def rows(self, name: str) -> Tuple[List[str], Reals]: ...
    def record_to(self, folder: Any) -> None: ...
    def wipe(self, *arguments: Argument) -> Answer: ...  # wipe
    def model(self, *arguments: Argument) -> Answer: ...  # model basic -ndm n <-ndf n>
    def node(self, *arguments: Argument) -> Answer: ...  # node tag x <y <z>> <-ndf n> <-mass m ...> <-disp u ...> <-vel v ...> <-accel a ...>
    def mass(self, *arguments: Argument) -> Answer: ...  # mass node m1 ... mndf
    def fix(self, *arguments: Argument) -> Answer: ...  # fix node c1 ... cndf
    def fixX(self, *arguments: Argument) -> Answer: ...  # fixX x c1 ... cn <-tol t>
    def fixY(self, *arguments: Argument) -> Answer: ...  # fixY y c1 ... cn <-tol t>
    def fixZ(self, *arguments: Argument) -> Answer: ...  # fixZ z c1 ... cn <-tol t>
    def equalDOF(self, *arguments: Argument) -> Answer: ...  # equalDOF retained constrained dof ...
    def rigidLink(self, *arguments: Argument) -> Answer: ...  # rigidLink bar|beam retained constrained
    def rigidDiaphragm(self, *arguments: Argument) -> Answer: ...  # rigidDiaphragm perpDirn retained constrained ...
    def uniaxialMaterial(self, *arguments: Argument) -> Answer: ...  # uniaxialMaterial Type tag ...
    def geomTransf(self, *arguments: Argument) -> Answer: ...  # geomTransf Type tag <vecxz> <-jntOffset ...>
    def beamIntegration(self, *arguments: Argument) -> Answer: ...  # beamIntegration Type tag ...
    def element(self, *arguments: Argument) -> Answer: ...  # element Type tag ...
    def timeSeries(self, *arguments: Argument) -> Answer: ...  # timeSeries Type tag ...
    def section(self, *arguments: Argument) -> Answer: ...  # section Type tag ... <{ fiber ...; patch ...; layer ... }>
    def fiber(self, *arguments: Argument) -> Answer: ...  # fiber yLoc zLoc A matTag
    def patch(self, *arguments: Argument) -> Answer: ...  # patch rect|quad|circ matTag ...
    def layer(self, *arguments: Argument) -> Answer: ...  # layer straight|circ matTag ...
    def generate(self, *arguments: Argument) -> Answer: ...  # generate Kind ... | generate nodes <level> | generate elements group <storey>
    def matrixModel(self, *arguments: Argument) -> Answer: ...  # matrixModel -K file <-M file> <-C file> <-first tag> <-couple {dof ...}|file> <-load all|{do
    def exportMatrices(self, *arguments: Argument) -> Answer: ...  # exportMatrices folder <-format mtx|text|hdf5>
    def expControl(self, *arguments: Argument) -> Answer: ...  # expControl Type tag ... <-trialCP tags> <-outCP tags> <-ctrlFilters t1 .. t5> <-daqFilters t1
    def expDevice(self, *arguments: Argument) -> Answer: ...  # expDevice Type tag ... -channels n
    def expSetup(self, *arguments: Argument) -> Answer: ...  # expSetup Type tag <-control tag> ... <-trialDispFact f ...>
    def expSite(self, *arguments: Argument) -> Answer: ...  # expSite Type tag ...
    def expElement(self, *arguments: Argument) -> Answer: ...  # expElement Type tag ...
    def expSignalFilter(self, *arguments: Argument) -> Answer: ...  # expSignalFilter Type tag ...
    def expTangentStiff(self, *arguments: Argument) -> Answer: ...  # expTangentStiff Type tag ...
    def expControlPoint(self, *arguments: Argument) -> Answer: ...  # expControlPoint tag <-node n> dof disp|vel|accel|force|time <-fact f> <-lim l u> <-relTr
    def expRecorder(self, *arguments: Argument) -> Answer: ...  # expRecorder kind -file|-csv|-xml|-binary|-hdf5 name | -tcp host port <-time> <-dT dt> <-prec
    def recordExp(self, *arguments: Argument) -> Answer: ...  # recordExp
    def removeExp(self, *arguments: Argument) -> Answer: ...  # removeExp type tag | removeExp types
    def wipeExp(self, *arguments: Argument) -> Answer: ...  # wipeExp
    def setSizeExpSite(self, *arguments: Argument) -> Answer: ...  # setSizeExpSite siteTag -ctrlSizes d v a f t -daqSizes d v a f t
    def expSeed(self, *arguments: Argument) -> Answer: ...  # expSeed <seed>
    def analyzeInteractive(self, *arguments: Argument) -> Answer: ...  # analyzeInteractive steps dt
    def startLabServer(self, *arguments: Argument) -> Answer: ...  # startLabServer siteTag
    def startLabServerInteractive(self, *arguments: Argument) -> Answer: ...  # startLabServerInteractive siteTag steps
    def setupLabServer(self, *arguments: Argument) -> Answer: ...  # setupLabServer siteTag
    def stepLabServer(self, *arguments: Argument) -> Answer: ...  # stepLabServer siteTag steps
    def stopLabServer(self, *arguments: Argument) -> Answer: ...  # stopLabServer
    def startSimAppSiteServer(self, *arguments: Argument) -> Answer: ...  # startSimAppSiteServer siteTag ipPort <-udp> <-plain> <-timeout s> <-dt dt>
    def startSimAppElemServer(self, *arguments: Argument) -> Answer: ...  # startSimAppElemServer eleTag ipPort <-udp> <-plain> <-timeout s> <-dt dt>
    def startTextServer(self, *arguments: Argument) -> Answer: ...  # startTextServer siteTag ipPort <-labview|-simcor> <-answer both|disp|force> <-plain> <-t
    def expSpecimen(self, *arguments: Argument) -> Answer: ...  # expSpecimen Type tag ...
    def expActuator(self, *arguments: Argument) -> Answer: ...  # expActuator Type tag ...
    def expCompensator(self, *arguments: Argument) -> Answer: ...  # expCompensator Type tag ... <-limit l> <-off> <-adaptive <-delayMost s> <-delayWindow s>
    def expSensor(self, *arguments: Argument) -> Answer: ...  # expSensor Type tag ...
    def expNetwork(self, *arguments: Argument) -> Answer: ...  # expNetwork Type tag ... <-loss p> <-timeout T> <-retries n> <-stall from duration ...> <-cut
    def expCommand(self, *arguments: Argument) -> Answer: ...  # expCommand Type tag ...
    def expController(self, *arguments: Argument) -> Answer: ...  # expController tag commandTag <-extrapolate share> <-slow share> <-slowRate rate> <-hold T>
    def expLimits(self, *arguments: Argument) -> Answer: ...  # expLimits tag <-stroke lo hi> <-velocity v> <-force lo hi> <-following e> <-followingTime s> <
    def expCommandPath(self, *arguments: Argument) -> Answer: ...  # expCommandPath tag ticks {x ...} <-known xi> <-step dt> <-vel {v ...}> <-accel {a ...}>
    def expTrip(self, *arguments: Argument) -> Answer: ...  # expTrip <-acknowledge>
    def expTune(self, *arguments: Argument) -> Answer: ...  # expTune controlTag channel delay | expTune controlTag channel name value | expTune controlTag na
    def expTiming(self, *arguments: Argument) -> Answer: ...  # expTiming controlTag <-histogram wake|busy> | <-overruns>
    def expCharacterise(self, *arguments: Argument) -> Answer: ...  # expCharacterise rigTag <-channel i> -sweep f0 f1 | -noise f0 f1 | -step -amplitude a -se
    def monitor(self, *arguments: Argument) -> Answer: ...  # monitor Type tag ... <-on column> <-warn x> <-pause x> <-stop x> <-hysteresis h> <-both> ... <-o
    def expModel(self, *arguments: Argument) -> Answer: ...  # expModel tag { model ...; node ...; fix ...; uniaxialMaterial ...; element ... }
    def pattern(self, *arguments: Argument) -> Answer: ...  # pattern Type tag ...
    def load(self, *arguments: Argument) -> Answer: ...  # load node f1 ... fndf <-const> <-pattern tag>
    def sp(self, *arguments: Argument) -> Answer: ...  # sp node dof value <-const> <-pattern tag>
    def eleLoad(self, *arguments: Argument) -> Answer: ...  # eleLoad -ele tag ...|-range first last -type -beamUniform wy <wz> <wx>|-beamPoint py <pz> x/L <p
    def groundMotion(self, *arguments: Argument) -> Answer: ...  # groundMotion tag Plain <-accel series> <-vel series> <-disp series> <-fact f>
    def imposedMotion(self, *arguments: Argument) -> Answer: ...  # imposedMotion node dof motion
    def imposedSupportMotion(self, *arguments: Argument) -> Answer: ...  # imposedSupportMotion node dof motion
    def loadConst(self, *arguments: Argument) -> Answer: ...  # loadConst <-time t>
    def rayleigh(self, *arguments: Argument) -> Answer: ...  # rayleigh alphaM betaK betaKinit betaKcomm
    def setElementRayleighDampingFactors(self, *arguments: Argument) -> Answer: ...  # setElementRayleighDampingFactors ele alphaM betaK betaKinit betaKcomm
    def modalDamping(self, *arguments: Argument) -> Answer: ...  # modalDamping zeta ...
    def modalDampingQ(self, *arguments: Argument) -> Answer: ...  # modalDampingQ zeta ...
    def region(self, *arguments: Argument) -> Answer: ...  # region tag <-node|-nodeOnly tag ...|-nodeRange first last> <-ele|-eleOnly tag ...|-eleRange first
    def reduce(self, *arguments: Argument) -> Answer: ...  # reduce Guyan|CraigBampton|Modal|none|frequencies ...
    def constraints(self, *arguments: Argument) -> Answer: ...  # constraints Plain|Transformation|Penalty alphaSP alphaMP|Lagrange <alphaSP alphaMP>
    def numberer(self, *arguments: Argument) -> Answer: ...  # numberer Plain|RCM|AMD
    def system(self, *arguments: Argument) -> Answer: ...  # system name
    def engine(self, *arguments: Argument) -> Answer: ...  # engine <auto|dense|band|sparse|mumps|scalapack <options>>
    def test(self, *arguments: Argument) -> Answer: ...  # test kind tol iterations <print> <norm>
    def algorithm(self, *arguments: Argument) -> Answer: ...  # algorithm kind options
    def integrator(self, *arguments: Argument) -> Answer: ...  # integrator kind parameters
    def analysis(self, *arguments: Argument) -> Answer: ...  # analysis Static|Transient|VariableTransient
    def analyze(self, *arguments: Argument) -> Answer: ...  # analyze steps <dt <dtMin dtMax iterations>>
    def eigen(self, *arguments: Argument) -> Answer: ...  # eigen <-genBandArpack|-fullGenLapack|-symmBandLapack> n
    def modalProperties(self, *arguments: Argument) -> Answer: ...  # modalProperties <-print> <-file name> <-unorm> <-return>
    def testIter(self, *arguments: Argument) -> Answer: ...  # testIter
    def testNorm(self, *arguments: Argument) -> Answer: ...  # testNorm
    def testNorms(self, *arguments: Argument) -> Answer: ...  # testNorms
    def numIter(self, *arguments: Argument) -> Answer: ...  # numIter
    def systemSize(self, *arguments: Argument) -> Answer: ...  # systemSize
    def printA(self, *arguments: Argument) -> Answer: ...  # printA <-file name> <-ret>
    def printB(self, *arguments: Argument) -> Answer: ...  # printB <-file name> <-ret>
    def reset(self, *arguments: Argument) -> Answer: ...  # reset
    def wipeAnalysis(self, *arguments: Argument) -> Answer: ...  # wipeAnalysis
    def memory(self, *arguments: Argument) -> Answer: ...  # memory <-limit bytes|none>
    def stability(self, *arguments: Argument) -> Answer: ...  # stability kind <words>
    def nodeDisp(self, *arguments: Argument) -> Answer: ...  # nodeDisp node <dof>
    def nodeVel(self, *arguments: Argument) -> Answer: ...  # nodeVel node <dof>
    def nodeAccel(self, *arguments: Argument) -> Answer: ...  # nodeAccel node <dof>
    def nodeReaction(self, *arguments: Argument) -> Answer: ...  # nodeReaction node <dof>
    def nodeUnbalance(self, *arguments: Argument) -> Answer: ...  # nodeUnbalance node <dof>
    def nodeMass(self, *arguments: Argument) -> Answer: ...  # nodeMass node <dof>
    def nodeCoord(self, *arguments: Argument) -> Answer: ...  # nodeCoord node <direction>
    def nodeEigenvector(self, *arguments: Argument) -> Answer: ...  # nodeEigenvector node mode <dof>
    def nodeDOFs(self, *arguments: Argument) -> Answer: ...  # nodeDOFs node
    def setNodeDisp(self, *arguments: Argument) -> Answer: ...  # setNodeDisp node dof value <-commit>
    def setNodeVel(self, *arguments: Argument) -> Answer: ...  # setNodeVel node dof value <-commit>
    def setNodeAccel(self, *arguments: Argument) -> Answer: ...  # setNodeAccel node dof value <-commit>
    def reactions(self, *arguments: Argument) -> Answer: ...  # reactions <-dynamic|-rayleigh>
    def eleForce(self, *arguments: Argument) -> Answer: ...  # eleForce element <dof>
    def eleResponse(self, *arguments: Argument) -> Answer: ...  # eleResponse element word ...
    def basicForce(self, *arguments: Argument) -> Answer: ...  # basicForce element
    def basicDeformation(self, *arguments: Argument) -> Answer: ...  # basicDeformation element
    def localForce(self, *arguments: Argument) -> Answer: ...  # localForce element <dof>
    def eleNodes(self, *arguments: Argument) -> Answer: ...  # eleNodes element
    def eleType(self, *arguments: Argument) -> Answer: ...  # eleType element
    def getNodeTags(self, *arguments: Argument) -> Answer: ...  # getNodeTags
    def getEleTags(self, *arguments: Argument) -> Answer: ...  # getEleTags
    def getTime(self, *arguments: Argument) -> Answer: ...  # getTime <format>
    def setTime(self, *arguments: Argument) -> Answer: ...  # setTime t
    def getNDM(self, *arguments: Argument) -> Answer: ...  # getNDM <node>
    def getNDF(self, *arguments: Argument) -> Answer: ...  # getNDF <node>
    def getPID(self, *arguments: Argument) -> Answer: ...  # getPID
    def getNP(self, *arguments: Argument) -> Answer: ...  # getNP
    def getLoadFactor(self, *arguments: Argument) -> Answer: ...  # getLoadFactor pattern
    def displayMotion(self, *arguments: Argument) -> Answer: ...  # displayMotion <rate>
    def prp(self, *arguments: Argument) -> Answer: ...  # prp word ...
    def vrp(self, *arguments: Argument) -> Answer: ...  # vrp word ...
    def vup(self, *arguments: Argument) -> Answer: ...  # vup word ...
    def vpn(self, *arguments: Argument) -> Answer: ...  # vpn word ...
    def viewWindow(self, *arguments: Argument) -> Answer: ...  # viewWindow word ...
    def plane(self, *arguments: Argument) -> Answer: ...  # plane word ...
    def port(self, *arguments: Argument) -> Answer: ...  # port word ...
    def projection(self, *arguments: Argument) -> Answer: ...  # projection word ...
    def fill(self, *arguments: Argument) -> Answer: ...  # fill word ...
    def display(self, *arguments: Argument) -> Answer: ...  # display word ...
    def recorder(self, *arguments: Argument) -> Answer: ...  # recorder kind -file|-csv|-xml|-binary|-hdf5|-memory name | -tcp host port <-time> <-dT dt> <-pr
    def record(self, *arguments: Argument) -> Answer: ...  # record
    def recorded(self, *arguments: Argument) -> Answer: ...  # recorded name
    def runRecord(self, *arguments: Argument) -> Answer: ...  # runRecord <-node tag ...> | runRecord -path | runRecord -written
    def defaultUnits(self, *arguments: Argument) -> Answer: ...  # defaultUnits -force f -length l -time t <-temp T>
    def remove(self, *arguments: Argument) -> Answer: ...  # remove what ...
    def print_(self, *arguments: Argument) -> Answer: ...  # print <-file f> <-JSON> <-node <tag ...>> <-ele <tag ...>>
    def logFile(self, *arguments: Argument) -> Answer: ...  # logFile file <-append> <-noEcho>
    def loadPackage(self, *arguments: Argument) -> Answer: ...  # loadPackage OpenFresco|OpenFrescoTcl|OpenFrescoPy
    def version(self, *arguments: Argument) -> Answer: ...  # version
    def packageVersion(self, *arguments: Argument) -> Answer: ...  # packageVersion
    def metaData(self, *arguments: Argument) -> Answer: ...  # metaData word ...
    def initialize(self, *arguments: Argument) -> Answer: ...  # initialize
    def start(self, *arguments: Argument) -> Answer: ...  # start
    def stop(self, *arguments: Argument) -> Answer: ...  # stop
    def help(self, *arguments: Argument) -> Answer: ...  # help <command <type>>
    def exit(self, *arguments: Argument) -> Answer: ...  # exit <status>
    def quit(self, *arguments: Argument) -> Answer: ...  # quit <status>
    def plot(self, *arguments: Argument) -> Answer: ...  # plot picture.svg <-title text> <-xlabel text> <-ylabel text> <-size width height> <-xlim first last
    def motion(self, *arguments: Argument) -> Answer: ...  # motion generate tag options | motion read tag file <-in u> options; both: <-unit u> <-resample dt
    def progress(self, *arguments: Argument) -> Answer: ...  # progress <what whole done>

def instance() -> Tandem: ...
def close() -> None: ...
def commands() -> List[Tuple[str, str, str, str]]: ...
def call(name: str, *arguments: Argument) -> Answer: ...
def eval(script: str) -> Answer: ...
def source(path: Any) -> Answer: ...
def steps(n: int, dt: float) -> Iterator[Asked]: ...
def rig(name: str, rig: Rig) -> None: ...
def specimen(tag: int, rig: str, freedoms: Sequence[Tuple[int, int]], stiffness: Any) -> None: ...
def nodal(what: str = ...) -> Reals: ...
def freedom(node: int, dof: int) -> int: ...
def node_tags() -> List[int]: ...
def element_tags() -> List[int]: ...
def response(element: int, *words: Argument) -> Reals: ...
def rows(name: str) -> Tuple[List[str], Reals]: ...
def record_to(folder: Any) -> None: ...
def wipe(*arguments: Argument) -> Answer: ...  # wipe
def model(*arguments: Argument) -> Answer: ...  # model basic -ndm n <-ndf n>
def node(*arguments: Argument) -> Answer: ...  # node tag x <y <z>> <-ndf n> <-mass m ...> <-disp u ...> <-vel v ...> <-accel a ...>
def mass(*arguments: Argument) -> Answer: ...  # mass node m1 ... mndf
def fix(*arguments: Argument) -> Answer: ...  # fix node c1 ... cndf
def fixX(*arguments: Argument) -> Answer: ...  # fixX x c1 ... cn <-tol t>
def fixY(*arguments: Argument) -> Answer: ...  # fixY y c1 ... cn <-tol t>
def fixZ(*arguments: Argument) -> Answer: ...  # fixZ z c1 ... cn <-tol t>
def equalDOF(*arguments: Argument) -> Answer: ...  # equalDOF retained constrained dof ...
def rigidLink(*arguments: Argument) -> Answer: ...  # rigidLink bar|beam retained constrained
def rigidDiaphragm(*arguments: Argument) -> Answer: ...  # rigidDiaphragm perpDirn retained constrained ...
def uniaxialMaterial(*arguments: Argument) -> Answer: ...  # uniaxialMaterial Type tag ...
def geomTransf(*arguments: Argument) -> Answer: ...  # geomTransf Type tag <vecxz> <-jntOffset ...>
def beamIntegration(*arguments: Argument) -> Answer: ...  # beamIntegration Type tag ...
def element(*arguments: Argument) -> Answer: ...  # element Type tag ...
def timeSeries(*arguments: Argument) -> Answer: ...  # timeSeries Type tag ...
def section(*arguments: Argument) -> Answer: ...  # section Type tag ... <{ fiber ...; patch ...; layer ... }>
def fiber(*arguments: Argument) -> Answer: ...  # fiber yLoc zLoc A matTag
def patch(*arguments: Argument) -> Answer: ...  # patch rect|quad|circ matTag ...
def layer(*arguments: Argument) -> Answer: ...  # layer straight|circ matTag ...
def generate(*arguments: Argument) -> Answer: ...  # generate Kind ... | generate nodes <level> | generate elements group <storey>
def matrixModel(*arguments: Argument) -> Answer: ...  # matrixModel -K file <-M file> <-C file> <-first tag> <-couple {dof ...}|file> <-load all|{dof ...}|fil
def exportMatrices(*arguments: Argument) -> Answer: ...  # exportMatrices folder <-format mtx|text|hdf5>
def expControl(*arguments: Argument) -> Answer: ...  # expControl Type tag ... <-trialCP tags> <-outCP tags> <-ctrlFilters t1 .. t5> <-daqFilters t1 .. t5>
def expDevice(*arguments: Argument) -> Answer: ...  # expDevice Type tag ... -channels n
def expSetup(*arguments: Argument) -> Answer: ...  # expSetup Type tag <-control tag> ... <-trialDispFact f ...>
def expSite(*arguments: Argument) -> Answer: ...  # expSite Type tag ...
def expElement(*arguments: Argument) -> Answer: ...  # expElement Type tag ...
def expSignalFilter(*arguments: Argument) -> Answer: ...  # expSignalFilter Type tag ...
def expTangentStiff(*arguments: Argument) -> Answer: ...  # expTangentStiff Type tag ...
def expControlPoint(*arguments: Argument) -> Answer: ...  # expControlPoint tag <-node n> dof disp|vel|accel|force|time <-fact f> <-lim l u> <-relTrial> <-rel
def expRecorder(*arguments: Argument) -> Answer: ...  # expRecorder kind -file|-csv|-xml|-binary|-hdf5 name | -tcp host port <-time> <-dT dt> <-precision n> w
def recordExp(*arguments: Argument) -> Answer: ...  # recordExp
def removeExp(*arguments: Argument) -> Answer: ...  # removeExp type tag | removeExp types
def wipeExp(*arguments: Argument) -> Answer: ...  # wipeExp
def setSizeExpSite(*arguments: Argument) -> Answer: ...  # setSizeExpSite siteTag -ctrlSizes d v a f t -daqSizes d v a f t
def expSeed(*arguments: Argument) -> Answer: ...  # expSeed <seed>
def analyzeInteractive(*arguments: Argument) -> Answer: ...  # analyzeInteractive steps dt
def startLabServer(*arguments: Argument) -> Answer: ...  # startLabServer siteTag
def startLabServerInteractive(*arguments: Argument) -> Answer: ...  # startLabServerInteractive siteTag steps
def setupLabServer(*arguments: Argument) -> Answer: ...  # setupLabServer siteTag
def stepLabServer(*arguments: Argument) -> Answer: ...  # stepLabServer siteTag steps
def stopLabServer(*arguments: Argument) -> Answer: ...  # stopLabServer
def startSimAppSiteServer(*arguments: Argument) -> Answer: ...  # startSimAppSiteServer siteTag ipPort <-udp> <-plain> <-timeout s> <-dt dt>
def startSimAppElemServer(*arguments: Argument) -> Answer: ...  # startSimAppElemServer eleTag ipPort <-udp> <-plain> <-timeout s> <-dt dt>
def startTextServer(*arguments: Argument) -> Answer: ...  # startTextServer siteTag ipPort <-labview|-simcor> <-answer both|disp|force> <-plain> <-timeout s>
def expSpecimen(*arguments: Argument) -> Answer: ...  # expSpecimen Type tag ...
def expActuator(*arguments: Argument) -> Answer: ...  # expActuator Type tag ...
def expCompensator(*arguments: Argument) -> Answer: ...  # expCompensator Type tag ... <-limit l> <-off> <-adaptive <-delayMost s> <-delayWindow s> <-delaySlo
def expSensor(*arguments: Argument) -> Answer: ...  # expSensor Type tag ...
def expNetwork(*arguments: Argument) -> Answer: ...  # expNetwork Type tag ... <-loss p> <-timeout T> <-retries n> <-stall from duration ...> <-cut t>
def expCommand(*arguments: Argument) -> Answer: ...  # expCommand Type tag ...
def expController(*arguments: Argument) -> Answer: ...  # expController tag commandTag <-extrapolate share> <-slow share> <-slowRate rate> <-hold T> <-mass m>
def expLimits(*arguments: Argument) -> Answer: ...  # expLimits tag <-stroke lo hi> <-velocity v> <-force lo hi> <-following e> <-followingTime s> <-watchdog
def expCommandPath(*arguments: Argument) -> Answer: ...  # expCommandPath tag ticks {x ...} <-known xi> <-step dt> <-vel {v ...}> <-accel {a ...}>
def expTrip(*arguments: Argument) -> Answer: ...  # expTrip <-acknowledge>
def expTune(*arguments: Argument) -> Answer: ...  # expTune controlTag channel delay | expTune controlTag channel name value | expTune controlTag name value
def expTiming(*arguments: Argument) -> Answer: ...  # expTiming controlTag <-histogram wake|busy> | <-overruns>
def expCharacterise(*arguments: Argument) -> Answer: ...  # expCharacterise rigTag <-channel i> -sweep f0 f1 | -noise f0 f1 | -step -amplitude a -seconds T <-
def monitor(*arguments: Argument) -> Answer: ...  # monitor Type tag ... <-on column> <-warn x> <-pause x> <-stop x> <-hysteresis h> <-both> ... <-onPause scr
def expModel(*arguments: Argument) -> Answer: ...  # expModel tag { model ...; node ...; fix ...; uniaxialMaterial ...; element ... }
def pattern(*arguments: Argument) -> Answer: ...  # pattern Type tag ...
def load(*arguments: Argument) -> Answer: ...  # load node f1 ... fndf <-const> <-pattern tag>
def sp(*arguments: Argument) -> Answer: ...  # sp node dof value <-const> <-pattern tag>
def eleLoad(*arguments: Argument) -> Answer: ...  # eleLoad -ele tag ...|-range first last -type -beamUniform wy <wz> <wx>|-beamPoint py <pz> x/L <px>
def groundMotion(*arguments: Argument) -> Answer: ...  # groundMotion tag Plain <-accel series> <-vel series> <-disp series> <-fact f>
def imposedMotion(*arguments: Argument) -> Answer: ...  # imposedMotion node dof motion
def imposedSupportMotion(*arguments: Argument) -> Answer: ...  # imposedSupportMotion node dof motion
def loadConst(*arguments: Argument) -> Answer: ...  # loadConst <-time t>
def rayleigh(*arguments: Argument) -> Answer: ...  # rayleigh alphaM betaK betaKinit betaKcomm
def setElementRayleighDampingFactors(*arguments: Argument) -> Answer: ...  # setElementRayleighDampingFactors ele alphaM betaK betaKinit betaKcomm
def modalDamping(*arguments: Argument) -> Answer: ...  # modalDamping zeta ...
def modalDampingQ(*arguments: Argument) -> Answer: ...  # modalDampingQ zeta ...
def region(*arguments: Argument) -> Answer: ...  # region tag <-node|-nodeOnly tag ...|-nodeRange first last> <-ele|-eleOnly tag ...|-eleRange first last> <-r
def reduce(*arguments: Argument) -> Answer: ...  # reduce Guyan|CraigBampton|Modal|none|frequencies ...
def constraints(*arguments: Argument) -> Answer: ...  # constraints Plain|Transformation|Penalty alphaSP alphaMP|Lagrange <alphaSP alphaMP>
def numberer(*arguments: Argument) -> Answer: ...  # numberer Plain|RCM|AMD
def system(*arguments: Argument) -> Answer: ...  # system name
def engine(*arguments: Argument) -> Answer: ...  # engine <auto|dense|band|sparse|mumps|scalapack <options>>
def test(*arguments: Argument) -> Answer: ...  # test kind tol iterations <print> <norm>
def algorithm(*arguments: Argument) -> Answer: ...  # algorithm kind options
def integrator(*arguments: Argument) -> Answer: ...  # integrator kind parameters
def analysis(*arguments: Argument) -> Answer: ...  # analysis Static|Transient|VariableTransient
def analyze(*arguments: Argument) -> Answer: ...  # analyze steps <dt <dtMin dtMax iterations>>
def eigen(*arguments: Argument) -> Answer: ...  # eigen <-genBandArpack|-fullGenLapack|-symmBandLapack> n
def modalProperties(*arguments: Argument) -> Answer: ...  # modalProperties <-print> <-file name> <-unorm> <-return>
def testIter(*arguments: Argument) -> Answer: ...  # testIter
def testNorm(*arguments: Argument) -> Answer: ...  # testNorm
def testNorms(*arguments: Argument) -> Answer: ...  # testNorms
def numIter(*arguments: Argument) -> Answer: ...  # numIter
def systemSize(*arguments: Argument) -> Answer: ...  # systemSize
def printA(*arguments: Argument) -> Answer: ...  # printA <-file name> <-ret>
def printB(*arguments: Argument) -> Answer: ...  # printB <-file name> <-ret>
def reset(*arguments: Argument) -> Answer: ...  # reset
def wipeAnalysis(*arguments: Argument) -> Answer: ...  # wipeAnalysis
def memory(*arguments: Argument) -> Answer: ...  # memory <-limit bytes|none>
def stability(*arguments: Argument) -> Answer: ...  # stability kind <words>
def nodeDisp(*arguments: Argument) -> Answer: ...  # nodeDisp node <dof>
def nodeVel(*arguments: Argument) -> Answer: ...  # nodeVel node <dof>
def nodeAccel(*arguments: Argument) -> Answer: ...  # nodeAccel node <dof>
def nodeReaction(*arguments: Argument) -> Answer: ...  # nodeReaction node <dof>
def nodeUnbalance(*arguments: Argument) -> Answer: ...  # nodeUnbalance node <dof>
def nodeMass(*arguments: Argument) -> Answer: ...  # nodeMass node <dof>
def nodeCoord(*arguments: Argument) -> Answer: ...  # nodeCoord node <direction>
def nodeEigenvector(*arguments: Argument) -> Answer: ...  # nodeEigenvector node mode <dof>
def nodeDOFs(*arguments: Argument) -> Answer: ...  # nodeDOFs node
def setNodeDisp(*arguments: Argument) -> Answer: ...  # setNodeDisp node dof value <-commit>
def setNodeVel(*arguments: Argument) -> Answer: ...  # setNodeVel node dof value <-commit>
def setNodeAccel(*arguments: Argument) -> Answer: ...  # setNodeAccel node dof value <-commit>
def reactions(*arguments: Argument) -> Answer: ...  # reactions <-dynamic|-rayleigh>
def eleForce(*arguments: Argument) -> Answer: ...  # eleForce element <dof>
def eleResponse(*arguments: Argument) -> Answer: ...  # eleResponse element word ...
def basicForce(*arguments: Argument) -> Answer: ...  # basicForce element
def basicDeformation(*arguments: Argument) -> Answer: ...  # basicDeformation element
def localForce(*arguments: Argument) -> Answer: ...  # localForce element <dof>
def eleNodes(*arguments: Argument) -> Answer: ...  # eleNodes element
def eleType(*arguments: Argument) -> Answer: ...  # eleType element
def getNodeTags(*arguments: Argument) -> Answer: ...  # getNodeTags
def getEleTags(*arguments: Argument) -> Answer: ...  # getEleTags
def getTime(*arguments: Argument) -> Answer: ...  # getTime <format>
def setTime(*arguments: Argument) -> Answer: ...  # setTime t
def getNDM(*arguments: Argument) -> Answer: ...  # getNDM <node>
def getNDF(*arguments: Argument) -> Answer: ...  # getNDF <node>
def getPID(*arguments: Argument) -> Answer: ...  # getPID
def getNP(*arguments: Argument) -> Answer: ...  # getNP
def getLoadFactor(*arguments: Argument) -> Answer: ...  # getLoadFactor pattern
def displayMotion(*arguments: Argument) -> Answer: ...  # displayMotion <rate>
def prp(*arguments: Argument) -> Answer: ...  # prp word ...
def vrp(*arguments: Argument) -> Answer: ...  # vrp word ...
def vup(*arguments: Argument) -> Answer: ...  # vup word ...
def vpn(*arguments: Argument) -> Answer: ...  # vpn word ...
def viewWindow(*arguments: Argument) -> Answer: ...  # viewWindow word ...
def plane(*arguments: Argument) -> Answer: ...  # plane word ...
def port(*arguments: Argument) -> Answer: ...  # port word ...
def projection(*arguments: Argument) -> Answer: ...  # projection word ...
def fill(*arguments: Argument) -> Answer: ...  # fill word ...
def display(*arguments: Argument) -> Answer: ...  # display word ...
def recorder(*arguments: Argument) -> Answer: ...  # recorder kind -file|-csv|-xml|-binary|-hdf5|-memory name | -tcp host port <-time> <-dT dt> <-precision n>
def record(*arguments: Argument) -> Answer: ...  # record
def recorded(*arguments: Argument) -> Answer: ...  # recorded name
def runRecord(*arguments: Argument) -> Answer: ...  # runRecord <-node tag ...> | runRecord -path | runRecord -written
def defaultUnits(*arguments: Argument) -> Answer: ...  # defaultUnits -force f -length l -time t <-temp T>
def remove(*arguments: Argument) -> Answer: ...  # remove what ...
def print_(*arguments: Argument) -> Answer: ...  # print <-file f> <-JSON> <-node <tag ...>> <-ele <tag ...>>
def logFile(*arguments: Argument) -> Answer: ...  # logFile file <-append> <-noEcho>
def loadPackage(*arguments: Argument) -> Answer: ...  # loadPackage OpenFresco|OpenFrescoTcl|OpenFrescoPy
def version(*arguments: Argument) -> Answer: ...  # version
def packageVersion(*arguments: Argument) -> Answer: ...  # packageVersion
def metaData(*arguments: Argument) -> Answer: ...  # metaData word ...
def initialize(*arguments: Argument) -> Answer: ...  # initialize
def start(*arguments: Argument) -> Answer: ...  # start
def stop(*arguments: Argument) -> Answer: ...  # stop
def help(*arguments: Argument) -> Answer: ...  # help <command <type>>
def exit(*arguments: Argument) -> Answer: ...  # exit <status>
def quit(*arguments: Argument) -> Answer: ...  # quit <status>
def plot(*arguments: Argument) -> Answer: ...  # plot picture.svg <-title text> <-xlabel text> <-ylabel text> <-size width height> <-xlim first last> <-ylim l
def motion(*arguments: Argument) -> Answer: ...  # motion generate tag options | motion read tag file <-in u> options; both: <-unit u> <-resample dt> <-baseli
def progress(*arguments: Argument) -> Answer: ...  # progress <what whole done>
def printModel(*arguments: Argument) -> Answer: ...
