// Pieces of the page without a browser: frames, buffers, margins, words of forms. Numbers are written down beside what they must become.
import { PairBuffer, pairPoints, SeriesBuffer } from "../src/buffers";
import { fault, words } from "../src/form";
import { mark, number, seconds, short, unit, setUnits } from "../src/format";
import { decode, decodeRange, type SeriesFrame } from "../src/frames";
import { moving } from "../src/kinds";
import { margin } from "../src/limits";
import { fromExample, place } from "../src/recipe";
import { apart, extent, nearest, numbersIn, ticks, tracePoints, wholeStrides } from "../src/stroke";
import { limitWords, tuned } from "../src/tuned";
import { check } from "./harness";
import type { Column, Model, Param, Table, Tunable } from "../src/types";

/** A frame as docs/web.md lays it out: head, then numbers. */
function frame(type: number, flags: number, index: number, n: number, t0: number, numbers: number[]): ArrayBuffer {
	const b = new ArrayBuffer(16 + 8 * numbers.length),
		v = new DataView(b);
	v.setUint8(0, type);
	v.setUint8(1, flags);
	v.setUint16(2, index, true);
	v.setUint32(4, n, true);
	v.setFloat64(8, t0, true);
	numbers.forEach((x, i) => v.setFloat64(16 + 8 * i, x, true));
	return b;
}

function join(...all: ArrayBuffer[]): ArrayBuffer {
	const out = new Uint8Array(all.reduce((n, b) => n + b.byteLength, 0));
	let at = 0;
	for (const b of all) {
		out.set(new Uint8Array(b), at);
		at += b.byteLength;
	}
	return out.buffer;
}

const same = (a: ArrayLike<number>, b: number[]): boolean => a.length === b.length && b.every((x, i) => Object.is(a[i], x));

function frames(): void {
	const two = frame(1, 1, 0, 2, 0.5, [0.25, 1, 2, 3, 4, -1, -2, 0, 9]),
		pair = frame(4, 0, 3, 1, 7, [5, 6]);
	const [a, b] = decode(join(two, pair), () => 2) as [SeriesFrame, any];
	check(
		"a message with two frames is taken apart",
		a.type === 1 &&
			a.anew &&
			a.width === 0.25 &&
			same(a.min[0], [1, 2]) &&
			same(a.max[0], [3, 4]) &&
			same(a.min[1], [-1, -2]) &&
			same(a.max[1], [0, 9]) &&
			b.index === 3 &&
			same(b.y, [6]),
	);
	let said = "";
	try {
		decode(frame(9, 0, 0, 0, 0, []), () => 0);
	} catch (e) {
		said = String(e);
	}
	check("an unknown frame is said, not drawn", /type 9/.test(said));
	const rows = decodeRange(frame(2, 1, 0, 2, 0, [0, 1, 10, 11, 20, 21]));
	check("rows of a range have their time first", rows.exact && same(rows.time, [0, 1]) && same(rows.columns[1], [20, 21]));
	const loop = pairPoints(decodeRange(frame(2, 0, 0, 1, 0, [0.5, 1, 3, 10, 30])));
	check(
		"a loop goes through the middle of a bucket of both columns",
		same(loop.columns[0], [2]) && same(loop.columns[1], [20]) && loop.t[0] === 0.25,
	);
}

function buffers(): void {
	const b = new SeriesBuffer(["x"], 4),
		send = (t0: number, anew: boolean, ...v: number[]): void =>
			b.take(decode(frame(1, anew ? 1 : 0, 0, v.length / 2, t0, [1, ...v]), () => 1)[0] as SeriesFrame);
	send(0, true, 1, 2, 5, 6);
	check(
		"two points a bucket, its lowest and its highest",
		same(b.points([0]).columns[0], [1, 5, 2, 6]) && same(b.points([0]).t, [0.25, 0.75, 1.25, 1.75]),
	);
	check(
		"what may still change begins with the bucket before the newest",
		same(b.points([0], b.before()).t, [0.25, 0.75, 1.25, 1.75]) && same(b.points([0], 1.5).columns[0], [2, 6]),
	);
	send(1, false, 2, 9);
	check("a bucket that comes again replaces the one before", b.last(0).max === 9 && b.end() === 2);
	send(5, false, 3, 4);
	check(
		"what is older than the window is gone, what is between is empty",
		same(b.points([0]).columns[0], [3, 4]) && b.extremes(0).max === 4 && b.end() === 6,
	);
	send(3, false, -7, 8);
	check("an older bucket may come later", same(b.points([0]).columns[0], [-7, 8, 3, 4]) && b.extremes(0).min === -7);
	const p = new PairBuffer(100),
		n = 100_000,
		frameOf = (k: number): any => ({
			type: 4,
			index: 0,
			anew: k === 0,
			time: 0,
			x: Float64Array.of(Math.cos(k / 5000)),
			y: Float64Array.of(Math.sin(k / 5000)),
		});
	for (let k = 0; k < n; k++) p.take(frameOf(k));
	const { x, y, came } = p.rows();
	check("points that are no more here are counted", came > x.length && came < n, String(came));
	check(
		"a loop of many rows stays in few points, and ends with the newest row",
		x.length <= 100 && x[x.length - 1] === Math.cos((n - 1) / 5000) && y[y.length - 1] === Math.sin((n - 1) / 5000),
		String(x.length),
	);
}

/** What a line is drawn through, of points x, y. */
function traced(x: number[], y: number[]): number[] {
	const found: number[] = [];
	tracePoints(
		{ lineTo: (a, b) => found.push(a, b) },
		x.length,
		i => x[i],
		i => y[i],
	);
	return found;
}

function lines(): void {
	check("points in columns of their own are drawn as they are", same(traced([0.2, 1.7, 2.1], [5, 6, 4]), [0.2, 5, 1.7, 6, 2.1, 4]));
	check("of a column the lowest and the highest are left", same(traced([0, 1, 1.2, 1.4, 1.6], [0, 3, 9, 1, 4]), [0, 0, 1, 1, 1, 9]));
	check("the end that is nearer to the line comes first", same(traced([0, 1, 1.5], [10, 1, 9]), [0, 10, 1, 9, 1, 1]));
	check("what was not measured is passed over", same(traced([0, 1, 2], [1, NaN, 2]), [0, 1, 2, 2]) && traced([1, 2], [NaN, NaN]).length === 0);
	const ends = Array.from({ length: 1000 }, (_, i) => wholeStrides(i * 0.01, 0.125, 0.4)),
		parted = (e: number): number => Math.abs(e / 0.25 + 0.4 - Math.round(e / 0.25 + 0.4));
	check(
		"a window ends less than a stride of two pixels behind what came, and moves by whole strides",
		ends.every((e, i) => e >= i * 0.01 - 1e-12 && e < i * 0.01 + 0.25 && parted(e) < 1e-9) && new Set(ends).size < 45,
	);
}

const real = (name: string, more: Partial<Param> = {}): Param => ({ name, kind: "real", ...more });

function forms(): void {
	const table = [
		real("Fy", { required: true, min: 0, min_open: true }),
		real("E", { required: true }),
		real("a1", { default: 0 }),
		real("a2", { default: 55 }),
		real("-rate", { default: 0, min: 0, min_open: true }),
		{ name: "-updateElemDisp", kind: "flag" },
	];
	check(
		"positional words as far as needed, options that differ",
		words(table, { Fy: "3", E: "$k", a1: "0", a2: "55", "-rate": "1000", "-updateElemDisp": "1" }) === "3 $k -rate 1000 -updateElemDisp",
	);
	check("a later word brings the earlier ones with it", words(table, { Fy: "3", E: "4", a1: "", a2: "60" }) === "3 4 0 60");
	check("zero is refused where it is outside", fault(table[0], "0") === "0 is outside; allowed: > 0", fault(table[0], "0"));
	check("variables are left to the script", fault(table[0], "$k") === "" && fault(table[0], "[expr {2*$k}]") === "");
	check("a whole number is asked for", /whole/.test(fault({ name: "n", kind: "int" }, "1.5")));
	const example = (text: string): string => JSON.stringify(fromExample({ name: "", brief: "", example: text, params: table }));
	check(
		"a form begins with the words of the first example",
		example("3 4 -rate 5 -updateElemDisp|7 8") === '{"Fy":"3","E":"4","-rate":"5","-updateElemDisp":"1"}' &&
			example("-0.5 4") === '{"Fy":"-0.5","E":"4"}',
		example("3 4 -rate 5 -updateElemDisp|7 8"),
	);
	check(
		"places of a template are filled, other braces stay",
		place({ name: "", title: "", kind: "model", params: [real("k")], script: "set a [expr {{k} - 1}]; {x}" }, { k: "7" }) ===
			"set a [expr {7 - 1}]; {x}",
	);
}

function numbers(): void {
	setUnits({ force: "kN", length: "m", time: "sec" });
	check(
		"units of the run stand for their words",
		unit("force*length") === "kN\u00b7m" &&
			unit("m/sec^2") === "m/s\u00b2" &&
			unit("-") === "" &&
			unit("s of laboratory time") === "s of laboratory time",
	);
	setUnits(undefined);
	check(
		"marks of an axis have the digits of its step",
		mark(0.00025, 0.00025) === "0.00025" && mark(-50, 25) === "\u221250" && mark(1e-17, 0.5) === "0.0" && short(0.008) === "0.008",
		[mark(0.00025, 0.00025), mark(-50, 25), mark(1e-17, 0.5), short(0.008)].join(),
	);
	check(
		"neighbours on an axis differ, however close they are",
		mark(0.999998, 2e-6) === "0.999998" && mark(1, 2e-6) === "1" && mark(2e-6, 2e-6) === "0.000002" && mark(1000002, 2) === "1000002",
	);
	check("a minus is a minus in an exponent too", number(-8.777e-16) === "\u22128.777e\u221216" && short(-5e-16) === "\u22125e\u221216");
	const t = [0, 1, 2, 3],
		late = [NaN, 0.5, 4, -2];
	check(
		"an axis holds the numbers of its window, and what is none has no say",
		same(numbersIn(t, [late, [NaN, NaN, NaN, 3]], 0, 3)!, [-2, 4]) && same(numbersIn(t, [late], 0, 1)!, [0.5, 0.5]) && numbersIn(t, [late], 0, 0) === null,
	);
	check(
		"a slider reads the point that is nearest",
		[-5, 0.4, 0.6, 2.9, 9].map(x => nearest(t, x)).join() === "0,0,1,3,3" && nearest([], 1) === -1,
	);
	// half of the way to 60 is used by 30; -45 uses three quarters of the way to -60
	check(
		"margins count from rest to the nearer limit",
		margin(-45, 30, -60, 60) === 0.25 && margin(0, 30, null, 60) === 0.5 && margin(0, 66, null, 60) < 0 && margin(-5, 5, null, null) === 1,
	);
}

/** Numbers that hardly differ, or are none, have axes like all others. */
function axesOfRest(): void {
	const ends = (...x: number[]): [number, number] => extent(Float64Array.from(x)),
		marks = (...x: number[]): number[] => ticks(...ends(...x), 5);
	for (const x of [[100, 100 + 2 ** -46], [1e9], [0.1, 0.1 + 2 ** -56], [-3e12, -3e12 + 2 ** -11], [1e-300, 3e-300], [1e300, -1e300]]) {
		const all = marks(...x);
		check(`an axis of ${x.join(" to ")} has marks`, all.length > 1 && all.length < 20 && all.every((v, i) => i === 0 || v > all[i - 1]), all.join(" "));
	}
	check("noise of the last digit rests", Math.abs(apart(100, 100 + 2 ** -46) - 10) < 1e-9 && apart(-2, 3) === 5 && apart(0, 0) === 1);
	const neighbours = [ticks(1e9, 1e9 + 2 ** -23, 5), ticks(3, 3 + 2 ** -51, 5), ticks(0, 1e-323, 5)];
	check("an axis whose ends are neighbours has none", neighbours.every(t => t.length === 0), neighbours.join(" "));
	for (const n of [3, 5, 12, 20, 40])
		for (const width of [3, 5, 12, 40, 1000])
			check(`an axis of ${width} neighbours has at most ${n} marks or so`, ticks(1, 1 + width * 2 ** -52, n).length <= 2 * n + 1);
	check("what is no number, or infinite, makes no axis", same(ends(NaN, 1, Infinity, 3), ends(1, 3)) && same(ends(NaN), ends()));
	const p = new PairBuffer(10);
	p.take({ type: 4, index: 0, anew: true, time: 0, x: Float64Array.of(1, Infinity, 2, 3), y: Float64Array.of(1, 2, -Infinity, 3) });
	check("a loop has no point at infinity", same(p.rows().x, [1, 3]), p.rows().x.join());
}

/** Times of a test. */
function times(): void {
	const said = [119.994, 119.996, 179.97, 3599.96].map(t => seconds(t)).join();
	check("a minute has sixty seconds", said === "119.99\u202fs,2\u202fmin 00.0\u202fs,3\u202fmin 00.0\u202fs,60\u202fmin 00.0\u202fs", said);
	check("a test has the unit of time that its script named", seconds(250, "ms") === "250.0\u202fms" && seconds(250, "sec") === "4\u202fmin 10.0\u202fs");
	setUnits({ time: "ms" });
	check("that of the run that is shown", seconds(1250) === "1250.0\u202fms", seconds(1250));
	setUnits(undefined);
	check("otherwise it is a second", seconds(12.5) === "12.50\u202fs");
}

/** Seven nodes of a frame, the first held, with two translations and a rotation each. */
function curvesOfNodes(): void {
	const columns = (nodes: number[]): Column[] =>
		nodes.flatMap(n => [1, 2, 3].map(d => ({ name: `node${n}_disp${d}`, unit: d === 3 ? "rad" : "m" })));
	const model = { nodes: [{ tag: 1, x: [0, 0], fixed: [1, 1, 1] }] } as unknown as Model,
		names = (all: Column[]): string => all.map(c => c.name.slice(4)).join(" ");
	check("rotations and what is held are no displacements", names(moving(columns([1, 2]), model)) === "2_disp1 2_disp2");
	check(
		"of more than a picture holds, the first direction is drawn",
		names(moving(columns([1, 2, 3, 4, 5, 6, 7]), model)) === "2_disp1 3_disp1 4_disp1 5_disp1 6_disp1 7_disp1",
	);
}

/** Limits of a record, -5 to 5 and 200, of which some were made tighter since; the other rig and the other channel keep theirs. */
function limitsNow(): void {
	const column = (name: string, min: number, max: number): Column => ({ name, unit: "", limits: { min, max } }),
		rig = (tag: number): Table => ({
			name: `channels/control${tag}`,
			brief: "",
			rows: 0,
			columns: [column("measuredDisp1", -5, 5), column("measuredDisp2", -5, 5), column("measuredForce1", -20, 20), { name: "state", unit: "" }],
			terms: [column("sent1'", -200, 200), column("measuredDisp1-sent1", -1, 1)],
		}),
		monitor: Table = { name: "monitors/tracking1", brief: "", rows: 0, columns: [{ name: "rms1", unit: "", thresholds: [{ action: "stop", limit: 4 }] }] },
		before = [rig(1), rig(2), monitor];
	const tunable = (line: string, value: number, label = ""): Tunable => ({ id: line, line: line + " {value}", label, value, unit: "" }),
		now = tuned(before, [
			tunable("expTune 1 1 -strokeMin", -5),
			tunable("expTune 1 1 -strokeMax", 4.5),
			tunable("expTune 1 1 -forceMin", -15),
			tunable("expTune 1 1 -forceMax", 30),
			tunable("expTune 1 1 -velocity", 100),
			tunable("expTune 1 1 -following", 0.5),
			tunable("monitor threshold 1 rms1 stop", 3.5, "monitor tracking1: stop at rms1"),
		]);
	check(
		"limits are those that act now, the tighter of the record's and of what was tuned",
		limitWords(now) === "-5 4.5,-5 5,-15 20, ,-100 100,-0.5 0.5,-5 5,-5 5,-20 20, ,-200 200,-1 1,  3.5",
		limitWords(now),
	);
	check("without anything tuned they are the record's", limitWords(tuned(before, [])) === limitWords(before));
}

export function units(): void {
	frames();
	buffers();
	lines();
	forms();
	numbers();
	axesOfRest();
	times();
	curvesOfNodes();
	limitsNow();
}
