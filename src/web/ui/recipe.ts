// The script that the builder writes: a model from a template, one specimen with its actuator and transducer in a virtual rig, an earthquake, a method of
// integration, monitors. Every template leaves three variables behind: specimenNodes, specimenElement (truss or twoNodeLink) and specimenStiffness.
import type { Values } from "./form";
import { short } from "./format";
import type { Family, Param, PluginRow, Template } from "./types";

/** A part of a test that is chosen from a family of plug-ins. Its form begins with the first example of the kind's own row, and with `given` over it. */
export interface Part {
	id: string;
	title: string;
	command: string;
	first: string;
	none?: string;
	given?: Record<string, Values>;
	only?: string[];
	hide?: string[];
	/** kinds that are shown, but cannot be chosen here, and why */
	not?: Record<string, string>;
}

// Of a specimen that yields at 6 mm and goes on with a twentieth of its stiffness; dampers take a twentieth of it a second.
const K = "$specimenStiffness",
	times = (x: string): string => `[expr {${x}*$specimenStiffness}]`,
	FY = times("0.006"),
	WEAK = times("0.05");
const MATERIALS: Record<string, Values> = {
	Elastic: { E: K, eta: "0" },
	ElasticPP: { E: K, epsyP: "0.006" },
	ElasticPPGap: { E: K, Fy: FY, gap: "0.002", eta: "0.05" },
	Steel01: { Fy: FY, E0: K, b: "0.05" },
	Steel02: { Fy: FY, E0: K, b: "0.05" },
	Hardening: { E: K, sigmaY: FY, Hiso: "0.0", Hkin: WEAK },
	// E = 2 fpc/epsc0
	Concrete01: { fpc: times("-0.006"), epsc0: "-0.012", fpcu: times("-0.002"), epscu: "-0.05" },
	Concrete02: { fpc: times("-0.006"), epsc0: "-0.012", fpcu: times("-0.002"), epscu: "-0.05", ft: times("0.0006"), Ets: WEAK },
	Bilinear: { k: K, dy: "0.006", theta: "0.05" },
	// z ends at (Ao/(beta + gamma))^(1/n) = 6 mm
	BoucWen: { alpha: "0.05", ko: K, n: "1", gamma: "83.3", beta: "83.3", Ao: "1", deltaA: "0", deltaNu: "0", deltaEta: "0", tol: "1e-12" },
	BoucWenMosqueda: { k: K, uy: "0.006", alpha: "0.05", gamma: "0.45", beta: "0.55", n: "2" },
	Viscous: { C: WEAK, alpha: "1", minVel: "1e-11" },
	ViscousDamper: { K, C: WEAK, Alpha: "0.6" },
	Maxwell: { K, C: WEAK, alpha: "1", L: "1" },
	MultiLinear: { "strain stress ...": `0.006 ${FY} 0.1 ${times("0.01")}` },
};

export const PARTS: Part[] = [
	{
		id: "specimen",
		title: "Specimen",
		command: "uniaxialMaterial",
		first: "Steel01",
		given: MATERIALS,
		not: { Parallel: "made of other materials: change the script", Series: "made of other materials: change the script" },
	},
	{
		id: "actuator",
		title: "Actuator",
		command: "expActuator",
		first: "Delay",
		none: "none: ideal",
		given: {
			Delay: { tau: "0.006" },
			FirstOrder: { tau: "0.006" },
			Lag: { mu: "0.1" },
			// without a static error
			TransferFunction: { "-num b_m ... b_0": "4.93e9" },
			// the row's own, in kN and Mg
			ServoHydraulic: { "-valveGain": "2.1283e10", "-feedback": "4229.7", "-mass": "0.02913", "-damping": "0.11422" },
		},
	},
	{
		id: "sensor",
		title: "Load cell",
		command: "expSensor",
		first: "Transducer",
		none: "none: true force",
		given: { Transducer: { "-gain": "1", "-offset": "0", "-rms": "0.05", "-quantum": "0", "-saturation": "" } },
	},
	{
		id: "compensator",
		title: "Compensator",
		command: "expCompensator",
		first: "Advance",
		none: "none",
		given: {
			Advance: { tau: "0.006" },
			Horiuchi: { order: "3", tau: "0.006" },
			Inverse: { tau: "0.006" },
			Lead: { lead: "0.006", lag: "0.0005" },
			ATS: { tau: "0.006" },
			// around a delay of 6 ms: crossover at 109 rad/s with a phase margin of 76 degrees; the lead takes out the 1/ki that it is late
			PI: { kp: "0.4", ki: "100", "-lead": "0.01", "-lag": "0.0005" },
			AMB: { tau: "0.006" },
		},
	},
	{
		id: "rig",
		title: "Rig",
		command: "expControl",
		first: "VirtualRig",
		only: ["VirtualRig"],
		given: { VirtualRig: { "-rate": "1000" } },
		hide: ["-network", "-command", "-known", "-controller", "-control", "-channel", "-buffer", "-behind"],
	},
	{
		id: "command",
		title: "Command between two targets",
		command: "expCommand",
		first: "",
		none: "a straight line",
		given: { RampHold: { "-share": "0.8" }, Ramp: { duration: "0.006" } },
	},
	{
		id: "network",
		title: "Network between computer and rig",
		command: "expNetwork",
		first: "",
		none: "none: no time is lost",
		given: { Constant: { time: "0.004" }, Random: { "-least": "0.002", "-median": "0.004", "-sigma": "0.5", "-tail": "0.01", "-tailScale": "0.02" } },
		not: { Measured: "reads its times from a file: change the script" },
	},
	{
		id: "controller",
		title: "Controller, while a target is late",
		command: "expController",
		first: "",
		none: "none: holds",
		hide: ["commandTag"],
	},
	{
		id: "motion",
		title: "Earthquake",
		command: "motion",
		first: "generate",
		only: ["generate"],
		given: { generate: { "-seed": "1940", "-duration": "20", "-pga": "3.0" } },
	},
	{ id: "integrator", title: "Integrator", command: "integrator", first: "AlphaOS" },
];

/** Kinds of a family that a part shows: those that can be chosen, and the others with the reason. */
export function shownRows(part: Part, family: Family): { row: PluginRow; not: string }[] {
	return family.rows
		.filter(r => (!part.only || part.only.includes(r.name)) && (r.params.length > 0 || !r.usage))
		.map(row => ({ row, not: part.not?.[row.name] ?? (row.solves === "static" ? "of static tests" : "") }));
}

/** The words of the first example of a row, by the names of its parameters: places in their order, the last one takes what is left. */
export function fromExample(row: PluginRow): Values {
	const out: Values = {},
		places = row.params.filter(p => !p.name.startsWith("-")),
		words = (row.example ?? "").split("|")[0].split(" ").filter(Boolean);
	let at = 0,
		open: Param | undefined;
	for (const w of words) {
		const option = /^-[A-Za-z]/.test(w) ? row.params.find(p => p.name.split(" ")[0] === w) : undefined;
		if (option) {
			open = option.kind === "flag" ? undefined : option;
			out[option.name] = option.kind === "flag" ? "1" : "";
			continue;
		}
		const p = open ?? places[Math.min(at, places.length - 1)];
		if (!p) continue;
		out[p.name] = out[p.name] ? `${out[p.name]} ${w}` : w;
		if (open?.kind !== "words") {
			at += open ? 0 : 1;
			open = undefined;
		}
	}
	return out;
}

/** What the form of a kind begins with. */
export const begins = (part: Part, row: PluginRow): Values => ({ ...fromExample(row), ...part.given?.[row.name] });

/** What belongs to no plug-in. */
export const TIME: Param[] = [
	{ name: "dt", kind: "real", required: true, default: 0.01, min: 0, min_open: true, unit: "s", help: "step of the integrator" },
	{ name: "duration", kind: "real", required: true, default: 20, min: 0, min_open: true, unit: "s", help: "test time" },
	{
		name: "damping",
		kind: "real",
		required: true,
		default: 0.03,
		min: 0,
		max: 1,
		max_open: true,
		unit: "",
		help: "damping ratio of the first mode",
	},
	{
		name: "stroke",
		kind: "real",
		required: true,
		default: 0.15,
		min: 0,
		min_open: true,
		unit: "m",
		help: "beyond this displacement of the actuator everything comes to rest",
	},
];

export interface Filled {
	name: string;
	words: string;
	row: PluginRow;
	values: Values;
}
export interface Recipe {
	name: string;
	template: Template;
	model: Values;
	parts: Record<string, Filled | null>;
	time: Values;
	monitors: string[];
}

/** {param} becomes its value. */
export function place(t: Template, values: Values): string {
	return t.script.replace(/\{([A-Za-z]\w*)\}/g, (all, name: string) => (t.params.some(p => p.name === name) ? (values[name] ?? "").trim() : all));
}

const line = (command: string, p: Filled, tag: string): string => [command, p.name === command ? "" : p.name, tag, p.words].filter(Boolean).join(" ");

/** The words of the rig and of its one channel. Iterations are for the same time again: each waits until the actuator has come to rest. */
function rigWords(r: Recipe): string {
	const { actuator, compensator, sensor, rig, command, network, controller, integrator } = r.parts,
		wait = integrator!.row.solves === "iterates" && !rig!.words.includes("-iteration") ? " -iteration 0.03" : "";
	const channel = [actuator && "-actuator 1", compensator && "-compensator 1", sensor && "-forceSensor 1"],
		time = [network && "-network 1", controller ? "-controller 1" : command && "-command 1"];
	return [rig!.words + wait, ...time, "-channel 1", ...channel, "-trialCP 1"].filter(Boolean).join(" ");
}

function laboratory(r: Recipe): string[] {
	const { specimen, controller } = r.parts,
		out: string[] = [];
	out.push("# the specimen, in a virtual laboratory", line("uniaxialMaterial", specimen!, "9000"), "expSpecimen Material 1 9000");
	for (const id of ["actuator", "sensor", "compensator", "command", "network"]) {
		const p = r.parts[id];
		if (p) out.push(line(PARTS.find(x => x.id === id)!.command, p, "1"));
	}
	if (controller) out.push(line("expController", controller, "1 1"));
	out.push(
		`expControlPoint 1 1 disp -lim -${r.time.stroke} ${r.time.stroke}`,
		`expControl VirtualRig 1 ${rigWords(r)}`,
		"expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1",
		"expSite LocalSite 1 1",
		'if {$specimenElement eq "truss"} {',
		"    expElement truss 9001 {*}$specimenNodes -site 1 -initStif $specimenStiffness",
		"} else {",
		"    expElement twoNodeLink 9001 {*}$specimenNodes -dir 1 -site 1 -initStif $specimenStiffness",
		"}",
	);
	return out;
}

const MONITORS: Record<string, string> = {
	Energy: "monitor Energy 1",
	Tracking: "monitor Tracking 2 -control 1 -window 2.0",
	HSEI: "monitor HSEI 3 -uy 0.006 -k $specimenStiffness -warn -0.05",
};
export const MONITOR_NAMES = Object.keys(MONITORS);

/** What is solved in a step, by what the method's own row says of it. Increments end at a micrometre: below it is the noise of the load cell. */
const SOLUTION: Record<string, string[]> = {
	once: ["algorithm Linear -initial"],
	counted: ["test FixedNumIter 8", "algorithm ModifiedNewton -initial"],
	iterates: ["test NormDispIncr 1e-6 25", "algorithm ModifiedNewton -initial"],
};

/** What does not go together, a line each. */
export function conflicts(r: Recipe): string[] {
	const out: string[] = [];
	const { controller, command, compensator, rig } = r.parts,
		number = (p: Filled | null, name: string): number => Number(p?.values[name] || 0),
		step = (Number(r.time.dt) * (number(rig, "-scale") || 1) - 1 / number(rig, "-rate")) * 0.8;
	if (command && compensator && number(compensator, "tau") > step)
		out.push(`Compensator: with a command generator its delay is at most 0.8 of a step, ${short(step)} s: a longer step, or a larger scale of the rig`);
	if (controller && !command) out.push("Controller: it moves on by a command generator: choose one at \u201cCommand between two targets\u201d");
	return out;
}

/** The analysis; of a method that is not stable with any step, with as many steps as the highest mode needs. */
function steps(r: Recipe): string[] {
	const n = Math.max(1, Math.round(Number(r.time.duration) / Number(r.time.dt)) || 1),
		most = r.parts.integrator!.row.omega_dt;
	if (most == null) return [`analyze ${n} ${r.time.dt}`];
	return [
		`# the method is stable up to omega dt = ${most}: shorter steps, if the highest mode needs them`,
		`set parts [expr {max(1, int(ceil(${r.time.dt}*[dict get [stability explicit] omega]/${short(0.8 * most)})))}]`,
		`analyze [expr {${n}*$parts}] [expr {double(${r.time.dt})/$parts}]`,
	];
}

/** The whole script. */
export function write(r: Recipe): string {
	const { motion, integrator } = r.parts;
	const out = [
		`# ${r.template.title}, one specimen in a virtual laboratory. Written by the builder; change it as you like.`,
		"defaultUnits -force kN -length m -time sec -temp C",
		"",
		place(r.template, r.model).trim(),
		"",
		...laboratory(r),
		"",
		"# damping and earthquake",
		"set omega [expr {sqrt([lindex [eigen 1] 0])}]",
		`rayleigh [expr {2.0*${r.time.damping}*$omega}] 0.0 0.0 0.0`,
		`motion generate 9000 ${motion!.words}`.trim(),
		"pattern UniformExcitation 1 1 -accel 9000",
		"",
		"# how it is watched and integrated",
		...r.monitors.map(m => MONITORS[m]),
		"constraints Plain",
		"numberer RCM",
		"system BandGeneral",
		...(SOLUTION[integrator!.row.solves ?? ""] ?? SOLUTION.iterates),
		line("integrator", integrator!, ""),
		"analysis Transient",
		...steps(r),
		"",
	];
	return out.join("\n");
}

/** Parameters of a row that a person fills in here. */
export const shownParams = (part: Part, row: PluginRow): Param[] => row.params.filter(p => !(part.hide ?? []).includes(p.name.split(" ")[0]));
