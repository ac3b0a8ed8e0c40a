// What the server sends and takes: docs/web.md.

export interface Status {
	version: string;
	role: "viewer" | "operator";
	who: string;
	live: string[];
	machine?: Record<string, unknown>;
	runs_folder?: string;
}

export type RunStatus = "running" | "paused" | "tripped" | "complete" | "failed" | "killed" | string;

export interface RunRow {
	id: string;
	title: string;
	created: string;
	status: RunStatus;
	duration?: number | null;
	time_unit?: string;
	dt?: number | null;
	steps?: number | null;
	script?: string;
	freedoms?: number | null;
	specimens?: number | null;
	live: boolean;
	loops?: number; // command loops at work, also of a run whose process is gone
	report: boolean;
	reason?: string;
	parts?: number;
}

export interface Threshold {
	action: string;
	limit: number;
	hysteresis?: number;
	both?: boolean | number;
}
export interface Limits {
	min?: number | null;
	max?: number | null;
}
export interface Column {
	name: string;
	unit: string;
	min?: number | null;
	max?: number | null;
	limits?: Limits;
	thresholds?: Threshold[];
}
export interface Table {
	name: string;
	brief: string;
	rate_hz?: number;
	rows: number;
	time?: string | null;
	columns: Column[];
	/** limits of what is no column, but follows from some: "a-b", "a'" */
	terms?: Column[];
	head?: Record<string, unknown>;
}
export interface RunEvent {
	time: number;
	kind: string;
	source: string;
	text: string;
}
export interface Run extends RunRow {
	model?: boolean;
	head?: Record<string, string>;
	units?: { force?: string; length?: string; time?: string };
	tables: Table[];
	events: RunEvent[];
}

export interface ModelNode {
	tag: number;
	x: number[];
	fixed?: number[];
}
export interface ModelElement {
	tag: number;
	type: string;
	nodes: number[];
	kind: "numerical" | "experimental" | "specimen" | string;
	site?: number;
	material?: string;
}
export interface Site {
	tag: number;
	name: string;
	type: string;
	remote: boolean;
	elements: number[];
}
export interface Rig {
	tag: number;
	type: string;
	rate_hz?: number;
	channels: { i: number; specimen?: string; actuator?: string; compensator?: string; limits?: string }[];
	controller?: string;
	site?: number;
}
export interface Actuator {
	site?: number;
	/** none: at a site elsewhere */
	rig?: number;
	/** none: several actuators move this coordinate together */
	channel?: number;
	node: number;
	dof: number;
	/** where it pushes to; or the axis that it turns about */
	direction?: number[];
	turns?: number[];
}
export interface Mode {
	omega: number;
	frequency: number;
	period: number;
	shape: number[][];
}
export interface Tunable {
	id: string;
	label: string;
	line: string;
	value: number;
	unit: string;
	min?: number | null;
	max?: number | null;
	help?: string;
	when?: string;
}
export interface Model {
	part?: number;
	ndm: number;
	ndf: number;
	units: { force?: string; length?: string; time?: string };
	nodes: ModelNode[];
	elements: ModelElement[];
	sites?: Site[];
	rigs?: Rig[];
	actuators?: Actuator[];
	modes?: Mode[];
	tunables?: Tunable[];
}

export interface RunState {
	run: string;
	state: string;
	reason?: string;
	time: number;
	step: number;
	steps: number;
	dt?: number;
	pace?: number | null;
	realtime?: boolean;
	live: boolean;
	loops?: number; // command loops at work, also of a run whose process is gone
}
export interface Timing {
	control: number;
	state?: number;
	rate_hz?: number;
	ticks: number;
	missed: number;
	overruns: number;
	wake_us: { median: number; "99": number; most: number; bins?: [number, number, number][] };
	busy_us: { most: number; bins?: [number, number, number][] };
	why?: string;
}

export interface Param {
	name: string;
	kind: "real" | "int" | "tag" | "flag" | "bool" | "words" | string;
	required?: boolean;
	default?: number | string | boolean | null;
	min?: number | null;
	max?: number | null;
	min_open?: boolean;
	max_open?: boolean;
	help?: string;
	unit?: string;
	words?: string[];
}
export interface PluginRow {
	name: string;
	brief: string;
	cite?: string;
	example?: string;
	before?: string;
	usage?: string;
	solves?: string;
	omega_dt?: number | null;
	params: Param[];
}
export interface Family {
	name: string;
	command: string;
	brief?: string;
	rows: PluginRow[];
}
export interface Template {
	name: string;
	title: string;
	kind: "model" | "test" | string;
	params: Param[];
	script: string;
}
export interface Example {
	name: string;
	title: string;
	text: string;
	scripts: string[];
}
export interface Log {
	text: string;
	next: number;
	running: boolean;
	status: number | null;
}
export interface ComparedColumn {
	name: string;
	unit: string;
	largest: number;
	difference: number;
	at: number;
	eps_max: number | null;
	eps_rms: number | null;
}
export interface Comparison {
	columns: ComparedColumn[];
	eps_enr?: number | null;
	notes: string[];
	verdict: string;
	summary: string;
}
