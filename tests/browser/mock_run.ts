// A run in closed form: signals of channels as functions of time, so that every number a page shows can be computed beside it.
//   command(t) = A_i sin(2π f_i t) (1 − e^(−t/2)),  measured(t) = command(t − 8 ms),  force = k·measured + 0.2 k A_i sign of its velocity, smoothed
import type { Model, RunEvent, Table, Tunable } from "../src/types";

export const RATE = 1024,
	DELAY = 0.008,
	STIFFNESS = 2.5;
const amplitude = (i: number): number => 20 + 3 * i,
	frequency = (i: number): number => 0.6 + 0.07 * i;

export function command(i: number, t: number): number {
	return t <= 0 ? 0 : amplitude(i) * Math.sin(2 * Math.PI * frequency(i) * t) * (1 - Math.exp(-t / 2));
}
export const measured = (i: number, t: number): number => command(i, t - DELAY);
export function force(i: number, t: number): number {
	const v = (measured(i, t) - measured(i, t - 1e-3)) / 1e-3;
	return STIFFNESS * measured(i, t) + 0.2 * STIFFNESS * amplitude(i) * Math.tanh(v / 20);
}

export interface Shape {
	channels: number;
	storeys: number;
	seconds: number;
}
export const DT = 0.01;

/** The value of a column at a time; differences of columns as "a-b". */
export function value(s: Shape, table: string, column: string, t: number): number {
	const minus = /^(\w+)-(\w+)$/.exec(column);
	if (minus) return value(s, table, minus[1], t) - value(s, table, minus[2], t);
	if (column === "wake_99") return 25 + 4 * Math.sin(2 * t);
	const m = /^([a-zA-Z_]+?)(\d+)$/.exec(column),
		i = m ? Number(m[2]) : 0;
	switch (m?.[1] ?? column) {
		case "command":
			return command(i, t);
		case "target":
			return command(i, t + DT);
		case "measuredDisp":
		case "disp":
			return measured(i, t);
		case "measuredForce":
			return force(i, t);
		case "state":
			return t % 7 > 6.6 ? 3 : t % 3 > 2.4 ? 1 : 2;
		case "time":
		case "test_time":
			return t;
		case "wake_median":
		case "busy_median":
			return 9 + Math.sin(t);
		case "wake_most":
		case "busy_most":
			return 60 + 10 * Math.sin(5 * t);
		case "hseiI":
			return -0.02 * (1 - Math.exp(-t / 10));
		case "input":
			return 400 * (1 - Math.exp(-t / 8));
		case "kinetic":
			return 90 * Math.sin(4 * t) ** 2 * Math.exp(-t / 30);
		case "round_trip":
			return 0.021 + 0.004 * Math.sin(3 * t) + (Math.floor(t * 10) % 37 === 0 ? 0.05 : 0);
		default: {
			const node = /^node(\d+)_disp1$/.exec(column);
			return node ? displacement(s, Number(node[1]), t) : 0;
		}
	}
}

/** Sway of a node: the first mode of the frame, with that of channel 1. */
export const displacement = (s: Shape, node: number, t: number): number => {
	const level = Math.floor((node - 1) / 3);
	return 0.001 * command(1, t) * Math.sin(((Math.PI / 2) * level) / s.storeys);
};

export function tables(s: Shape): Table[] {
	const channel = (i: number): Table["columns"] => [
		{ name: `command${i}`, unit: "mm" },
		{ name: `disp${i}`, unit: "mm" },
		{ name: `measuredDisp${i}`, unit: "mm", limits: { min: -60, max: 60 } },
		{ name: `measuredForce${i}`, unit: "kN", limits: { min: -150, max: 150 } },
		{ name: `target${i}`, unit: "mm" },
	];
	const all = Array.from({ length: s.channels }, (_, k) => k + 1);
	return [
		{
			name: "channels/control1",
			brief: "a row a tick",
			rate_hz: RATE,
			rows: s.seconds * RATE,
			time: "time",
			columns: [{ name: "time", unit: "s" }, ...all.flatMap(channel), { name: "state", unit: "" }],
			head: { rig: "VirtualRig 1 -rate 1024" },
		},
		{
			name: "monitors/HSEI2",
			brief: "a row a step",
			rows: s.seconds / DT,
			time: "test_time",
			columns: [
				{ name: "test_time", unit: "s" },
				{
					name: "hseiI",
					unit: "",
					thresholds: [
						{ action: "warn", limit: -0.015 },
						{ action: "stop", limit: -0.3 },
					],
				},
			],
		},
		{
			name: "monitors/Energy1",
			brief: "a row a step",
			rows: s.seconds / DT,
			time: "test_time",
			columns: [
				{ name: "test_time", unit: "s" },
				{ name: "input", unit: "kN mm" },
				{ name: "kinetic", unit: "kN mm" },
			],
		},
		{
			name: "network/north",
			brief: "a row an exchange",
			rows: s.seconds / DT,
			time: "test_time",
			columns: [
				{ name: "test_time", unit: "s" },
				{ name: "round_trip", unit: "s" },
			],
		},
		{
			name: "steps",
			brief: "a row a step",
			rows: s.seconds / DT,
			time: "test_time",
			columns: [
				{ name: "time", unit: "s" },
				{ name: "test_time", unit: "s" },
				...model(s)
					.nodes.slice(3)
					.map(n => ({ name: `node${n.tag}_disp1`, unit: "m" })),
			],
		},
		{
			name: "timing/control1",
			brief: "four a second",
			rows: 4 * s.seconds,
			columns: [
				{ name: "time", unit: "s" },
				{ name: "ticks", unit: "" },
				{ name: "missed", unit: "" },
				{ name: "overruns", unit: "" },
				...["wake_median", "wake_99", "wake_most", "busy_median", "busy_most"].map(name => ({ name, unit: "us" })),
			],
		},
	];
}

export const tunables = (s: Shape): Tunable[] => [
	...Array.from({ length: Math.min(2, s.channels) }, (_, k) => ({
		id: `delay${k + 1}`,
		label: `rig 1, channel ${k + 1}: delay of Advance`,
		line: `expTune 1 ${k + 1} {value}`,
		value: 0.008,
		unit: "s",
		min: 0,
		max: 0.5,
		help: "that the compensator takes out",
		when: "always",
	})),
	{
		id: "hsei",
		label: "monitor 2: hseiI, stop",
		line: "monitor threshold 2 hseiI stop {value}",
		value: -0.3,
		unit: "",
		min: -10,
		max: 0,
		help: "the test stops below",
		when: "paused",
	},
];

/** A frame of two bays, whose ground-storey column on the left is the specimen. */
export function model(s: Shape): Model {
	const nodes = [],
		elements = [];
	for (let l = 0; l <= s.storeys; l++)
		for (let k = 0; k < 3; k++) nodes.push({ tag: 3 * l + k + 1, x: [6 * k, 3.5 * l], fixed: l ? [0, 0, 0] : [1, 1, 1] });
	for (let l = 0; l < s.storeys; l++)
		for (let k = 0; k < 3; k++)
			elements.push({
				tag: 100 + 3 * l + k,
				type: l || k ? "elasticBeamColumn" : "twoNodeLink",
				nodes: [3 * l + k + 1, 3 * l + k + 4],
				kind: l || k ? "numerical" : "experimental",
				site: l || k ? undefined : 1,
			});
	for (let l = 1; l <= s.storeys; l++)
		for (let k = 0; k < 2; k++)
			elements.push({ tag: 200 + 2 * l + k, type: "elasticBeamColumn", nodes: [3 * l + k + 1, 3 * l + k + 2], kind: "numerical" });
	const shape = nodes.map((_, i) => [Math.sin(((Math.PI / 2) * Math.floor(i / 3)) / s.storeys), 0, 0]);
	return {
		ndm: 2,
		ndf: 3,
		units: { force: "kN", length: "m", time: "sec" },
		nodes,
		elements,
		sites: [{ tag: 1, name: "north", type: "RemoteSite", remote: true, elements: [100] }],
		rigs: [
			{
				tag: 1,
				type: "VirtualRig",
				rate_hz: RATE,
				channels: Array.from({ length: s.channels }, (_, k) => ({ i: k + 1, specimen: "Material 1", actuator: "Delay 0.008" })),
				site: 1,
			},
		],
		actuators: [{ rig: 1, channel: 1, node: 4, dof: 1, direction: [1, 0] }],
		modes: [
			{ omega: 6.28, frequency: 1, period: 1, shape },
			{
				omega: 18.8,
				frequency: 3,
				period: 0.333,
				shape: shape.map((_, i) => [Math.sin((Math.PI * 1.5 * Math.floor(i / 3)) / s.storeys), 0, 0]),
			},
		],
		tunables: tunables(s),
	};
}

export const firstEvents = (): RunEvent[] => [
	{ time: 0, kind: "analyze", source: "", text: "3000 steps of 0.01 s" },
	{ time: 0, kind: "state", source: "control 1", text: "ready" },
];
