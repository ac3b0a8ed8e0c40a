// The pictures of a run, found from the tables of its record (docs/record.md): channels, loops, tracking error, states, monitors with thresholds,
// timing, network.
// A panel registers the columns it needs in a plan, and draws itself from the feed.
import { api } from "./api";
import { rangePoints } from "./buffers";
import { Band, Bars, Loop } from "./canvas";
import { Chart, type Level } from "./chart";
import { h } from "./dom";
import type { Curves, Feed, Pair, Plan, PlanSeries } from "./feed";
import { columnName, unit } from "./format";
import { decodeRange } from "./frames";
import { fileName, type Line } from "./picture";
import type { Session } from "./session";
import type { PairWish } from "./socket";
import { nextTurn, wholeStrides } from "./stroke";
import { type Colour, seriesColour, seriesDash } from "./theme";
import type { Column, Run, Table, Timing } from "./types";

export interface Panel {
	element: HTMLElement;
	group: string;
	visible: boolean;
	/** draws what is new, or has moved on, at ms of the screen's clock; at: test time of a replay, NaN in a running test. Whether it drew */
	draw(feed: Feed, at: number, ms: number): boolean;
	destroy(): void;
	chart?: Chart;
}

interface Ref {
	series: number;
	columns: number[];
}
const LOOP_POINTS = 4000,
	MOST_COLUMNS = 32,
	MOST_SERIES = 16,
	MOST_PAIRS = 16,
	MOST_LINES = 8; // of all channels in one picture

/** Collects what panels need; as few series as possible. */
export class PlanMaker {
	series: PlanSeries[] = [];
	pairs: PairWish[] = [];
	/** what there was no room for */
	refused = 0;
	constructor(private window: (table: string) => number) {}

	/** Columns of a table, all in one series; null when a watch has no room for more. */
	need(table: string, columns: string[]): Ref | null {
		let i = this.series.findIndex(s => s.table === table && new Set([...s.columns, ...columns]).size <= MOST_COLUMNS);
		if (i < 0) {
			if (this.series.length >= MOST_SERIES) {
				this.refused++;
				return null;
			}
			i = this.series.push({ table, columns: [], window: this.window(table) }) - 1;
		}
		const all = this.series[i].columns;
		for (const c of columns) if (!all.includes(c)) all.push(c);
		return { series: i, columns: columns.map(c => all.indexOf(c)) };
	}

	pair(wish: PairWish): number | null {
		if (this.pairs.length < MOST_PAIRS) return this.pairs.push(wish) - 1;
		this.refused++;
		return null;
	}

	plan(width: number, fps: number, motion = false): Plan {
		return { series: this.series, pairs: this.pairs, motion, width, fps };
	}
}

/** What panels share. */
export interface Bench {
	run: Run;
	session: Session;
	maker: PlanMaker;
	window: (table: string) => number;
	scale: (table: string) => number;
	/** a range was chosen in one chart: the others of the same time follow */
	zoomed(chart: Chart, sync: string, range: [number, number] | null): void;
}

export const channelsOf = (t: Table): number[] =>
	t.columns
		.map(c => /^command(\d+)$/.exec(c.name)?.[1])
		.filter((v): v is string => !!v)
		.map(Number);
const columnOf = (t: Table, name: string): Column | undefined => t.columns.find(c => c.name === name);
export const rigOf = (t: Table): string => /^channels\/control(.+)$/.exec(t.name)?.[1] ?? "";

/** How many seconds of the laboratory a second of the test takes (-scale of the rig). */
export function rigScale(t: Table | undefined): number {
	const words = String(t?.head?.rig ?? ""),
		m = /-scale\s+([\d.eE+-]+)/.exec(words);
	return m && Number(m[1]) > 0 ? Number(m[1]) : 1;
}

const LEVEL: Record<string, Colour> = { warn: "warn", pause: "c7", stop: "bad" };

function levelsOf(columns: Column[]): Level[] {
	const all: Level[] = [];
	for (const c of columns) {
		if (c.limits?.min != null) all.push({ value: c.limits.min, label: "limit", colour: "bad" });
		if (c.limits?.max != null) all.push({ value: c.limits.max, label: "limit", colour: "bad" });
		for (const t of c.thresholds ?? []) {
			all.push({ value: t.limit, label: t.action, colour: LEVEL[t.action] ?? "warn" });
			if (t.both) all.push({ value: -t.limit, label: t.action, colour: LEVEL[t.action] ?? "warn" });
		}
	}
	return all.filter((l, i) => all.findIndex(o => o.value === l.value && o.label === l.label) === i);
}

function saveCsv(run: string, table: string, columns: string[], from?: number, to?: number): void {
	const a = h("a", { href: api.csvAddress(run, { table, columns, from, to }), download: fileName(run, table, ...columns) + ".csv" });
	document.body.append(a);
	a.click();
	a.remove();
}

/** Finer points of a zoomed chart, from the record or the server's memory. */
class Detail {
	private range: [number, number] | null = null;
	private gone: AbortController | null = null;
	constructor(
		private run: string,
		private table: string,
		private columns: string[],
		private chart: () => Chart,
	) {}
	active(): boolean {
		return this.range !== null;
	}
	async want(range: [number, number] | null): Promise<void> {
		this.gone?.abort();
		this.range = range;
		if (!range) return;
		const gone = (this.gone = new AbortController());
		try {
			await new Promise(r => setTimeout(r, 120));
			if (gone.signal.aborted) return;
			const f = decodeRange(
				await api.data(this.run, { table: this.table, columns: this.columns, from: range[0], to: range[1], width: 1600 }, gone.signal),
			);
			if (!gone.signal.aborted) this.chart().draw(rangePoints(f), range[0], range[1], f.exact);
		} catch (e) {
			if (!gone.signal.aborted) throw e;
		}
	}
}

export interface CurveWords {
	title: string;
	table: Table;
	columns: Column[];
	lines: Line[];
	levels?: Level[];
	group: string;
	kind?: string;
}

/** The window of curves in a picture at ms: of a record all of it, of a running test its last `length`, which moves by whole strides. end: moves with what
 * came, also before the window is full. */
function windowAt(feed: Feed, series: number, ms: number, length: number, pixels: number, turn: number): { from: number; to: number; end: number } {
	const edge = feed.edge(series, ms);
	if (feed.replay) return { from: 0, to: edge, end: edge };
	const end = wholeStrides(edge, length / pixels, turn);
	return { from: Math.max(0, end - length), to: Math.max(end, length), end };
}

/** A chart of columns of one table. */
export function curvePanel(b: Bench, w: CurveWords): Panel | null {
	const names = w.columns.map(c => c.name),
		ref = b.maker.need(w.table.name, names),
		rig = w.table.name.startsWith("channels/"),
		sync = rig ? "rig" + b.scale(w.table.name) : "test";
	if (!ref) return null;
	const laboratory = rig && b.scale(w.table.name) !== 1,
		tu = unit(w.table.columns[0]?.unit) || "s";
	const detail: Detail = new Detail(b.run.id, w.table.name, names, () => chart);
	const chart: Chart = new Chart(
		{
			title: w.title,
			lines: w.lines,
			unit: w.lines[0]?.unit ?? "",
			timeUnit: laboratory ? tu + " of the laboratory" : tu,
			levels: w.levels,
			run: b.run.id,
			kind: w.kind,
			csv: (from, to) =>
				saveCsv(
					b.run.id,
					w.table.name,
					names,
					chart.isZoomed() || b.session.feed?.replay ? from : undefined,
					chart.isZoomed() ? to : undefined,
				),
			zoomed: range => {
				void detail.want(range);
				drawn = -1;
				b.zoomed(chart, sync, range);
			},
		},
		sync,
	);
	let drawn = -1,
		edge = NaN, // where the window ends
		until = 0, // up to where curves are drawn
		loose = false; // what came last is drawn on top only: it becomes part of the chart with the next move, or when nothing comes
	const turn = nextTurn();
	return {
		element: chart.parts.card,
		group: w.group,
		chart,
		get visible() {
			return chart.visible;
		},
		set visible(v) {
			chart.visible = v;
			if (v) drawn = -1;
		},
		draw(feed, at, ms) {
			const c: Curves | undefined = feed.curves(ref.series);
			if (!c || !chart.visible) return false;
			const { from, to, end } = windowAt(feed, ref.series, ms, b.window(w.table.name), chart.pixels(), turn),
				moved = !Object.is(end, edge) || drawn < 0,
				came = c.version !== drawn,
				anew = !detail.active() && (came || moved || loose);
			if (anew) {
				loose = came && !moved && !feed.replay && chart.extend(c.points(ref.columns, until));
				if (!loose) chart.draw(c.points(ref.columns), from, to, c.exact);
				[drawn, edge, until] = [c.version, end, c.before()];
			}
			return chart.mark(feed.replay ? at * b.scale(w.table.name) : NaN) || anew;
		},
		destroy: () => chart.destroy(),
	};
}

/** Force over displacement of a channel, or any pair. */
export function loopPanel(b: Bench, title: string, table: Table, x: Column, y: Column, ink: Colour, group: string): Panel | null {
	const i = b.maker.pair({ table: table.name, x: x.name, y: y.name, last: LOOP_POINTS });
	if (i === null) return null;
	const loop = new Loop(
		title,
		{ x: `${columnName(x.name)} [${unit(x.unit)}]`, y: `${columnName(y.name)} [${unit(y.unit)}]` },
		{ label: `${columnName(y.name)} over ${columnName(x.name)}`, unit: "", colour: ink },
		b.run.id,
		() => saveCsv(b.run.id, table.name, [x.name, y.name]),
	);
	let drawn = -1,
		until = NaN;
	return {
		element: loop.parts.card,
		group,
		get visible() {
			return loop.visible;
		},
		set visible(v) {
			loop.visible = v;
			if (v) drawn = -1;
		},
		draw(feed, at) {
			const p: Pair | undefined = feed.pair(i);
			if (!p || !loop.visible || (p.version === drawn && at === until) || (p.version === drawn && Number.isNaN(at))) return false;
			loop.draw(p.rows());
			[drawn, until] = [p.version, at];
			return true;
		},
		destroy: () => loop.destroy(),
	};
}

/** The controller's state as a band. */
export function bandPanel(b: Bench, table: Table): Panel | null {
	const ref = b.maker.need(table.name, ["state"]);
	if (!ref) return null;
	const band = new Band(`Rig ${rigOf(table)}: state of the controller`, b.run.id, "s"),
		turn = nextTurn();
	let drawn = -1,
		last = NaN,
		shown = NaN;
	return {
		element: band.parts.card,
		group: "rig " + rigOf(table),
		get visible() {
			return band.visible;
		},
		set visible(v) {
			band.visible = v;
			drawn = -1;
		},
		draw(feed, _at, ms) {
			const c = feed.curves(ref.series);
			if (!c || !band.visible) return false;
			const { from, to, end } = windowAt(feed, ref.series, ms, b.window(table.name), band.pixels(), turn),
				state = c.last(0).max;
			if (drawn >= 0 && Object.is(end, last) && (feed.replay ? c.version === drawn : Object.is(state, shown))) return false;
			const p = c.points(ref.columns);
			band.draw(p.t, p.columns[0], from, to);
			shown = state;
			[drawn, last] = [c.version, end];
			return true;
		},
		destroy: () => band.destroy(),
	};
}

/** How late a command loop woke, or how long its ticks took: while it runs what the loop has counted so far, then what the record has. */
export function histogramPanel(b: Bench, control: number, what: "wake" | "busy"): Panel | null {
	const name = `timing/control${control}_${what}`,
		kept = b.run.tables.some(t => t.name === name && t.rows > 0);
	if (!kept && !b.run.live) return null;
	const bars = new Bars(
		what === "wake" ? `Rig ${control}: how late its loop woke` : `Rig ${control}: how long a tick took`,
		what === "wake" ? "late by" : "took",
		"\u00b5s",
		b.run.id,
		what === "wake" ? "c1" : "c3",
	);
	let drawn: Timing | undefined;
	if (kept)
		void api.data(b.run.id, { table: name, columns: ["from", "to", "count"], width: 4096 }).then(bytes => {
			const f = decodeRange(bytes);
			if (f.exact) bars.draw(Array.from(f.columns[0], (from, i) => ({ from, to: f.columns[1][i], count: f.columns[2][i] })));
		});
	return {
		element: bars.parts.card,
		group: "timing",
		get visible() {
			return bars.visible;
		},
		set visible(v) {
			bars.visible = v;
			if (v) bars.paint();
		},
		draw: () => {
			const now = kept ? undefined : b.session.timing.get().get(control);
			if (!now || now === drawn) return false;
			drawn = now;
			bars.draw((now[`${what}_us`].bins ?? []).map(([from, to, count]) => ({ from, to, count })));
			return true;
		},
		destroy: () => bars.destroy(),
	};
}

const line = (c: Column, colour: Colour, dash?: number[]): Line => ({ label: columnName(c.name), unit: unit(c.unit), colour, dash });

/** Said where a picture has not all lines. */
const firstOf = (all: Column[]): string => (all.length > MOST_LINES ? `, ${MOST_LINES} of ${all.length} channels` : "");

/** Panels of a rig: each channel over time and as a loop, the errors of all channels, the state. */
export function rigPanels(b: Bench, t: Table, channels: number[]): (Panel | null)[] {
	const rig = rigOf(t),
		group = "rig " + rig,
		many = channelsOf(t).length > 1,
		all: (Panel | null)[] = [],
		errors: Column[] = [];
	for (const i of channels) {
		const name = many ? `Rig ${rig}, channel ${i}` : `Rig ${rig}`,
			x = columnOf(t, `measuredDisp${i}`),
			f = columnOf(t, `measuredForce${i}`),
			c = columnOf(t, `command${i}`),
			g = columnOf(t, `target${i}`);
		const curves: [Column | undefined, Colour, number[]?][] = [
				[g, "target", [6, 4]],
				[c, "command"],
				[x, "measured"],
			],
			here = curves.filter((k): k is [Column, Colour, number[]?] => !!k[0]);
		if (here.length)
			all.push(
				curvePanel(b, {
					title: `${name}: displacement`,
					table: t,
					columns: here.map(k => k[0]),
					lines: here.map(k => line(...k)),
					levels: levelsOf(here.map(k => k[0])),
					group,
				}),
			);
		if (x && f) all.push(loopPanel(b, `${name}: hysteresis`, t, x, f, "measured", group));
		if (x && c) errors.push({ name: `measuredDisp${i}-command${i}`, unit: x.unit });
	}
	if (errors.length)
		all.push(
			curvePanel(b, {
				title: `Rig ${rig}: tracking error${firstOf(errors)}`,
				table: t,
				columns: errors.slice(0, MOST_LINES),
				lines: errors.slice(0, MOST_LINES).map((e, k) => line(e, seriesColour(k), seriesDash(k))),
				group,
			}),
		);
	const measured = channels.map(i => columnOf(t, `measuredForce${i}`)).filter((c): c is Column => !!c),
		forces = measured.slice(0, MOST_LINES);
	if (forces.length)
		all.push(
			curvePanel(b, {
				title: `Rig ${rig}: measured force${firstOf(measured)}`,
				table: t,
				columns: forces,
				lines: forces.map((e, k) => line(e, seriesColour(k), seriesDash(k))),
				levels: levelsOf(forces),
				group,
			}),
		);
	if (columnOf(t, "state")) all.push(bandPanel(b, t));
	return all;
}

/** What columns of one unit are together: one has its name, many what the unit measures. */
function togetherName(columns: Column[]): string {
	if (columns.length > 2 && columns[0].unit === "force*length") return "energies";
	return columns
		.slice(0, 3)
		.map(c => columnName(c.name))
		.join(", ");
}

/** Panels of any other table: columns of one unit share a picture. */
export function tablePanels(b: Bench, t: Table, title: string, group: string, columns: Column[]): (Panel | null)[] {
	const units = [...new Set(columns.map(c => c.unit))];
	return units.map(u => {
		const here = columns.filter(c => c.unit === u).slice(0, 12);
		return curvePanel(b, {
			title: units.length > 1 ? `${title}: ${togetherName(here)}` : title,
			table: t,
			columns: here,
			lines: here.map((c, k) => line(c, seriesColour(k), seriesDash(k))),
			levels: levelsOf(here),
			group,
		});
	});
}
