// The script that the builder writes: a model from a template, one specimen with its actuator and transducer in a virtual rig, an earthquake, a method of
// integration, monitors. Every template leaves three variables behind: specimenNodes, specimenElement (truss or twoNodeLink) and specimenStiffness.
import type { Values } from "./form";
import type { Param, PluginRow, Template } from "./types";

/** A part of a test that is chosen from a family of plug-ins. */
export interface Part {
	id: string;
	title: string;
	command: string;
	first: string;
	none?: string;
	given?: Record<string, Values>;
	only?: string[];
	hide?: string[];
}

export const PARTS: Part[] = [
	{
		id: "specimen",
		title: "Specimen",
		command: "uniaxialMaterial",
		first: "Steel01",
		given: {
			Steel01: { Fy: "[expr {0.006*$specimenStiffness}]", E0: "$specimenStiffness", b: "0.05" },
			Elastic: { E: "$specimenStiffness" },
		},
	},
	{
		id: "actuator",
		title: "Actuator",
		command: "expActuator",
		first: "Delay",
		none: "none: ideal",
		given: { Delay: { tau: "0.008" }, FirstOrder: { tau: "0.008" }, Lag: { mu: "0.1" } },
	},
	{
		id: "sensor",
		title: "Load cell",
		command: "expSensor",
		first: "Transducer",
		none: "none: true force",
		given: { Transducer: { "-rms": "0.05" } },
	},
	{
		id: "compensator",
		title: "Compensator",
		command: "expCompensator",
		first: "Advance",
		none: "none",
		given: { Advance: { tau: "0.008" }, Horiuchi: { order: "3", tau: "0.008" }, Lead: { tau: "0.008" } },
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
		id: "motion",
		title: "Earthquake",
		command: "motion",
		first: "generate",
		only: ["generate"],
		given: { generate: { "-seed": "1940", "-duration": "20", "-pga": "3.0" } },
	},
	{ id: "integrator", title: "Integrator", command: "integrator", first: "AlphaOS", given: { AlphaOS: { alpha: "0.9" } } },
];

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

const line = (command: string, p: Filled, tag: string): string => [command, p.name, tag, p.words].filter(Boolean).join(" ");

/** The words of the rig and of its one channel. */
function rigWords(r: Recipe): string {
	const { actuator, compensator, sensor, rig } = r.parts;
	const channel = [actuator && "-actuator 1", compensator && "-compensator 1", sensor && "-forceSensor 1"];
	return [rig!.words, "-channel 1", ...channel, "-trialCP 1"].filter(Boolean).join(" ");
}

function laboratory(r: Recipe): string[] {
	const { specimen, actuator, sensor, compensator } = r.parts,
		out: string[] = [];
	out.push("# the specimen, in a virtual laboratory", line("uniaxialMaterial", specimen!, "9000"), "expSpecimen Material 1 9000");
	if (actuator) out.push(line("expActuator", actuator, "1"));
	if (sensor) out.push(line("expSensor", sensor, "1"));
	if (compensator) out.push(line("expCompensator", compensator, "1"));
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

/** Methods that take one solution a step: explicit ones, and operator splitting. */
const ONE_SOLUTION = /Explicit|CentralDifference|AlphaOS|^CR$|^Chang|^GuiLambda|OperatorSplitting/;

/** The whole script. */
export function write(r: Recipe): string {
	const { motion, integrator } = r.parts,
		explicit = ONE_SOLUTION.test(integrator!.name);
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
		...(explicit ? ["algorithm Linear -initial"] : ["test NormDispIncr 1e-8 25", "algorithm ModifiedNewton -initial"]),
		line("integrator", integrator!, ""),
		"analysis Transient",
		`analyze ${Math.max(1, Math.round(Number(r.time.duration) / Number(r.time.dt)) || 1)} ${r.time.dt}`,
		"",
	];
	return out.join("\n");
}

/** Parameters of a row that a person fills in here. */
export const shownParams = (part: Part, row: PluginRow): Param[] => row.params.filter(p => !(part.hide ?? []).includes(p.name.split(" ")[0]));
