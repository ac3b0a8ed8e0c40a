// Curves over time: uPlot with our axes, units, thresholds, limits, cursor, zoom and keys.
import uPlot from "uplot";
import type { Points } from "./buffers";
import { text } from "./dom";
import { mark, number, quantity } from "./format";
import { card, type CardParts, fileName, type Line, savePng } from "./picture";
import { apart, nearest, numbersIn, strokePath, tracePoints, within } from "./stroke";
import { colour, type Colour, recoloured } from "./theme";

/** A line across: a limit or a threshold. */
export interface Level {
	value: number;
	label: string;
	colour: Colour;
}

export interface ChartWords {
	title: string;
	lines: Line[];
	unit: string;
	timeUnit: string;
	levels?: Level[];
	run: string;
	kind?: string;
	/** ends of the vertical axis, where several charts share them */
	vertical?: [number, number];
	csv?: (from: number, to: number) => void;
	/** the viewer has chosen from..to, or the whole window again (null) */
	zoomed?: (range: [number, number] | null) => void;
}

const HEIGHT = 190;
const READ_MS = 100; // numbers that change oftener cannot be read

/** Charts whose newest values are not written yet. All are in the same moment, because each moment in which words change costs a layout of the page. */
const waiting = new Set<Chart>();
let timer = 0;
function writeSoon(chart: Chart): void {
	waiting.add(chart);
	timer ||= window.setTimeout(() => {
		timer = 0;
		waiting.forEach(c => c.settle());
	}, READ_MS);
}

export class Chart {
	readonly parts: CardParts;
	private plot: uPlot;
	private range: [number, number] = [0, 1];
	private zoom: [number, number] | null = null;
	private at: number | null = null; // where the cursor of keys stands
	private quiet = false;
	private stopColours: () => void;
	private observer: ResizeObserver;
	private playhead = NaN;
	private newest: number[] = []; // values at the end of the lines
	visible = true;

	constructor(
		private words: ChartWords,
		readonly syncKey: string,
	) {
		this.parts = card(
			words.title,
			words.lines,
			{
				png: () => savePng(this.plot.ctx.canvas, words.title, words.lines, fileName(words.run, words.title) + ".png"),
				csv:
					words.csv &&
					(() => {
						const [from, to] = this.shown();
						words.csv!(from, to);
					}),
				reset: () => this.reset(),
			},
			words.kind,
		);
		this.plot = new uPlot(this.options(syncKey), [[], ...words.lines.map(() => [])] as unknown as uPlot.AlignedData, this.parts.body);
		this.parts.body.tabIndex = 0;
		this.parts.body.setAttribute("role", "img");
		this.parts.body.setAttribute("aria-label", `${words.title}: arrows move the cursor, plus and minus zoom, 0 shows the whole window`);
		this.parts.body.addEventListener("keydown", e => this.key(e));
		this.stopColours = recoloured.on(() => this.plot.redraw(false, false));
		this.observer = new ResizeObserver(() => this.resize());
		this.observer.observe(this.parts.body);
	}

	private options(sync: string): uPlot.Options {
		const axis = (label: string): uPlot.Axis => ({
			stroke: () => colour("muted"),
			grid: { stroke: () => colour("line"), width: 1 },
			ticks: { stroke: () => colour("line"), width: 1 },
			label,
			labelSize: 16,
			labelFont: "11px system-ui",
			font: "11px system-ui",
			labelGap: 0,
		});
		return {
			width: 400,
			height: HEIGHT,
			legend: { show: false },
			padding: [8, 12, 0, 0],
			scales: { x: { time: false, range: () => this.range }, y: { range: (_u, min, max) => this.vertical(min, max) } },
			axes: [
				{ ...axis(`time [${this.words.timeUnit}]`), size: 30 },
				{
					...axis(this.words.unit ? `[${this.words.unit}]` : ""),
					size: (_u, all) => 26 + 6.4 * Math.max(3, ...(all ?? []).map(v => v.length)),
					values: (_u, all, _i, _s, step) => all.map(v => mark(v, step)),
				},
			],
			series: [
				{},
				...this.words.lines.map(l => ({ label: l.label, stroke: () => colour(l.colour), points: { show: false }, paths: () => null })),
			],
			cursor: {
				sync: { key: sync, scales: ["x", null] },
				drag: { x: true, y: false, setScale: false },
				points: { size: 6 },
				bind: {
					dblclick: () => () => {
						this.reset();
						return null;
					},
				},
			},
			hooks: {
				setCursor: [() => this.readings()],
				setSelect: [u => this.selected(u)],
				drawSeries: [(u, k) => this.line(u.data[0], u.data[k], k - 1, this.words.lines[k - 1].dash)],
				draw: [u => within(u.ctx, u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height, () => this.levels(u))],
			},
		};
	}

	/** Ends of the vertical axis: the curves, room around them, and levels that are near. */
	private vertical(min: number | null, max: number | null): [number, number] {
		if (this.words.vertical) [min, max] = this.words.vertical;
		if (min === null || max === null || !Number.isFinite(min) || !Number.isFinite(max)) {
			const [t, ...curves] = this.plot?.data ?? [[]],
				found = numbersIn(t, curves, ...this.range);
			if (!found) return [-1, 1];
			[min, max] = found;
		}
		const span = apart(min, max);
		for (const l of this.words.levels ?? [])
			if (l.value > max && l.value < max + span) max = l.value;
			else if (l.value < min && l.value > min - span) min = l.value;
		return [min - 0.08 * span, max + 0.08 * span];
	}

	/** Points of line k on top of what is there. */
	private line(t: ArrayLike<number>, v: ArrayLike<number | null | undefined>, k: number, dash: number[] = []): void {
		const { left, top, width, height } = this.plot.bbox,
			{ x, y } = this.plot.scales;
		if (x.min == null || y.min == null) return;
		const across = width / (x.max! - x.min),
			up = height / (y.max! - y.min),
			{ colour: ink, dash: dashed } = this.words.lines[k];
		const path = new Path2D();
		tracePoints(
			path,
			t.length,
			i => left + (t[i] - x.min!) * across,
			i => top + (y.max! - (v[i] ?? NaN)) * up,
		);
		const c = this.plot.ctx,
			px = uPlot.pxRatio;
		within(c, left, top, width, height, () => {
			c.strokeStyle = colour(ink);
			c.setLineDash(dash.map(d => d * px));
			strokePath(c, path, (dashed ? 1.25 : 1.6) * px);
		});
	}

	private levels(u: uPlot): void {
		const c = u.ctx,
			{ left, top, width, height } = u.bbox,
			px = uPlot.pxRatio;
		c.font = `${11 * px}px system-ui`;
		c.textAlign = "right";
		c.textBaseline = "alphabetic";
		c.lineJoin = "round";
		const named: { y: number; left: number }[] = [],
			all = (this.words.levels ?? []).map(l => u.valToPos(l.value, "y", true));
		for (const [k, l] of (this.words.levels ?? []).entries()) {
			const y = all[k],
				// a word stands above its line, of two lines that lie close below the lower one
				below = y < top + 8 * px || (y + 14 * px < top + height && all.some(other => other < y && y - other < 14 * px));
			if (y < top - 1 || y > top + height + 1) continue;
			c.strokeStyle = c.fillStyle = colour(l.colour);
			c.setLineDash([6 * px, 4 * px]);
			c.lineWidth = px;
			c.beginPath();
			c.moveTo(left, y);
			c.lineTo(left + width, y);
			c.stroke();
			const base = y + (below ? 12 : -4) * px,
				beside = named.filter(n => Math.abs(n.y - base) < 12 * px).map(n => n.left - 8 * px),
				where: [number, number] = [Math.min(left + width - 4 * px, ...beside), base];
			named.push({ y: base, left: where[0] - c.measureText(l.label).width });
			c.setLineDash([]);
			c.strokeStyle = colour("panel");
			c.lineWidth = 4 * px;
			c.strokeText(l.label, ...where);
			c.fillText(l.label, ...where);
		}
		if (Number.isFinite(this.playhead)) {
			const x = u.valToPos(this.playhead, "x", true);
			c.setLineDash([]);
			c.strokeStyle = colour("ink");
			c.lineWidth = 1.5 * px;
			c.beginPath();
			c.moveTo(x, top);
			c.lineTo(x, top + height);
			c.stroke();
		}
	}

	/** What the cursor reads; without a cursor the newest values, in a replay those of its time. */
	private readings(): void {
		const i = this.plot.cursor.idx,
			t = this.plot.data[0],
			at = i ?? (Number.isFinite(this.playhead) ? nearest(t, this.playhead) : null);
		this.words.lines.forEach((l, k) => text(this.parts.values[k], at == null ? quantity(this.newest[k] ?? NaN, l.unit) : this.reading(at, k)));
		text(this.parts.note, i != null && i < t.length ? `t = ${number(t[i], 5)} ${this.words.timeUnit}` : this.zoom ? "zoomed" : "");
	}

	/** Line k at point i: a value, or of a bucket both ends. */
	private reading(i: number, k: number): string {
		const y = this.plot.data[k + 1] as unknown as Float64Array,
			a = y[i],
			b = y[i ^ 1],
			u = this.words.lines[k].unit;
		if (!(i >= 0 && i < y.length)) return quantity(NaN, u);
		const one = this.exact || (i ^ 1) >= y.length || a === b || Number.isNaN(a + b);
		return one ? quantity(a, u) : `${number(Math.min(a, b), 4)} \u2026 ${quantity(Math.max(a, b), u)}`;
	}

	private exact = false;

	/** Pixels of the window, across. */
	pixels(): number {
		return Math.max(1, this.plot.bbox.width);
	}

	/** New curves in the window from..to; a zoom stays. exact: points are rows, not ends of buckets. */
	draw(points: Points, from: number, to: number, exact = false): void {
		if (!this.visible) return;
		this.exact = exact;
		this.range = this.zoom ?? [from, to > from ? to : from + 1];
		this.quiet = true;
		this.plot.setData([points.t, ...points.columns] as unknown as uPlot.AlignedData, true);
		this.quiet = false;
		this.arrived(points);
	}

	/** The newest values, as often as one can read them; what the cursor reads, always. */
	private arrived(points: Points): void {
		this.newest = points.columns.map(c => c[c.length - 1]);
		if (this.plot.cursor.idx != null) this.readings();
		else writeSoon(this);
	}

	/** Numbers that wait to be written are: of a picture that stands still they belong to what is drawn. */
	settle(): void {
		if (waiting.delete(this)) this.readings();
	}

	/** What has come behind the curves that are drawn, in the same window; false: it needs other axes, nothing was drawn. */
	extend(points: Points): boolean {
		const { min, max } = this.plot.scales.y;
		if (min == null || max == null || points.columns.some(c => c.some(v => v < min || v > max))) return false;
		points.columns.forEach((v, k) => this.line(points.t, v, k));
		this.arrived(points);
		return true;
	}

	/** The line that says where a replay is; NaN: none. Whether it has moved. */
	mark(t: number): boolean {
		if (Object.is(t, this.playhead)) return false;
		this.playhead = t;
		if (this.visible) this.plot.redraw(false, false);
		writeSoon(this);
		return true;
	}

	shown(): [number, number] {
		return this.range;
	}
	isZoomed(): boolean {
		return this.zoom !== null;
	}

	private selected(u: uPlot): void {
		if (this.quiet || u.select.width < 4) return;
		const from = u.posToVal(u.select.left, "x"),
			to = u.posToVal(u.select.left + u.select.width, "x");
		u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
		this.zoomTo([from, to]);
	}

	zoomTo(range: [number, number] | null): void {
		this.zoom = range;
		if (range) this.range = range;
		this.words.zoomed?.(range);
		this.plot.setData(this.plot.data, true);
		this.readings();
	}

	reset(): void {
		this.zoomTo(null);
	}

	private key(e: KeyboardEvent): void {
		const [a, b] = this.range,
			n = this.plot.data[0].length,
			mid = (a + b) / 2;
		const zoom = (f: number): void => this.zoomTo([mid - f * (mid - a), mid + f * (b - mid)]);
		const move = (by: number): void => {
			this.at = Math.max(0, Math.min(n - 1, (this.at ?? n - 1) + by));
			if (n) this.plot.setCursor({ left: this.plot.valToPos(this.plot.data[0][this.at], "x"), top: 20 });
		};
		const keys: Record<string, () => void> = {
			ArrowLeft: () => move(e.shiftKey ? -20 : -2),
			ArrowRight: () => move(e.shiftKey ? 20 : 2),
			"+": () => zoom(0.5),
			"=": () => zoom(0.5),
			"-": () => zoom(2),
			"0": () => this.reset(),
		};
		if (!keys[e.key] || e.ctrlKey || e.altKey || e.metaKey) return;
		keys[e.key]();
		e.preventDefault();
		e.stopPropagation();
	}

	private resize(): void {
		const width = this.parts.body.clientWidth,
			height = Math.max(HEIGHT, this.parts.body.clientHeight);
		if (width > 40 && (width !== this.plot.width || height !== this.plot.height)) this.plot.setSize({ width, height });
	}

	destroy(): void {
		waiting.delete(this);
		this.stopColours();
		this.observer.disconnect();
		this.plot.destroy();
	}
}
