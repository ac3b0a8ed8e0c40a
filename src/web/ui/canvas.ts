// Pictures that uPlot does not draw: loops of one column over another, states as bands, histograms. All on one kind of canvas with axes.
import type { Rows } from "./buffers";
import { h, text } from "./dom";
import { mark, number } from "./format";
import { card, type CardParts, fileName, type Line, savePng } from "./picture";
import { extent, strokePath, ticks, within } from "./stroke";
import { colour, type Colour, recoloured } from "./theme";

/** A card with a canvas that fits its place on any screen. Coordinates are CSS pixels. */
export abstract class Picture {
	readonly parts: CardParts;
	protected canvas = h("canvas", { class: "picture" });
	protected c = this.canvas.getContext("2d")!;
	protected width = 0;
	protected height = 0;
	protected ratio = 1; // pixels of the screen in one of the page
	private observer: ResizeObserver;
	private stopColours: () => void;
	visible = true;

	constructor(
		protected title: string,
		lines: Line[],
		run: string,
		more: { csv?: () => void; reset?: () => void; kind?: string } = {},
		private fixed = 0,
	) {
		this.parts = card(title, lines, { ...more, png: () => savePng(this.canvas, title, lines, fileName(run, title) + ".png") }, more.kind);
		this.parts.body.append(this.canvas);
		this.observer = new ResizeObserver(() => this.resize());
		this.observer.observe(this.parts.body);
		this.stopColours = recoloured.on(() => {
			if (this.width) this.paint();
		});
	}

	private resize(): void {
		const ratio = (this.ratio = Math.min(3, devicePixelRatio || 1)),
			width = this.parts.body.clientWidth,
			height = this.fixed || Math.max(190, this.parts.body.clientHeight);
		if (width < 10 || (width === this.width && height === this.height)) return;
		this.width = width;
		this.height = height;
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		this.canvas.style.height = height + "px";
		this.c.setTransform(ratio, 0, 0, ratio, 0, 0);
		this.paint();
	}

	/** Pixels across. */
	pixels(): number {
		return Math.max(1, this.canvas.width);
	}

	/** Draws everything. */
	abstract paint(): void;

	protected words(s: string, x: number, y: number, align: CanvasTextAlign, ink: Colour = "muted", base: CanvasTextBaseline = "middle"): void {
		this.c.font = "11px system-ui";
		this.c.textAlign = align;
		this.c.textBaseline = base;
		this.c.fillStyle = colour(ink);
		this.c.fillText(s, x, y);
	}

	protected segment(x1: number, y1: number, x2: number, y2: number, ink: Colour, width = 1): void {
		this.c.strokeStyle = colour(ink);
		this.c.lineWidth = width;
		this.c.beginPath();
		this.c.moveTo(x1, y1);
		this.c.lineTo(x2, y2);
		this.c.stroke();
	}

	destroy(): void {
		this.observer.disconnect();
		this.stopColours();
	}
}

const LEFT = 58,
	BOTTOM = 34,
	TOP = 8,
	RIGHT = 12;

interface Box {
	x0: number;
	x1: number;
	y0: number;
	y1: number;
}

const NEWEST = 1 / 12; // of the path is drawn strong

/** One column over another, the newest rows of it: force over displacement, measured over command. */
export class Loop extends Picture {
	private x: Float64Array = new Float64Array();
	private y: Float64Array = new Float64Array();
	private now = 0;
	private came = 0;
	private box: Box = { x0: -1, x1: 1, y0: -1, y1: 1 };
	private chosen: Box | null = null;
	private ground = h("canvas"); // axes and path, of as many points as had come when it was drawn
	private known = -1; // so many; -1: it has to be drawn anew
	private from: { x: number; y: number } | null = null;

	constructor(
		title: string,
		private labels: { x: string; y: string },
		private line: Line,
		run: string,
		csv?: () => void,
		kind = "loop",
	) {
		super(title, [line], run, { csv, reset: () => this.reset(), kind });
		this.canvas.addEventListener("pointermove", e => this.move(e));
		this.canvas.addEventListener("pointerleave", () => text(this.parts.values[0], ""));
		this.canvas.addEventListener("pointerdown", e => {
			this.from = { x: e.offsetX, y: e.offsetY };
		});
		this.canvas.addEventListener("pointerup", e => this.up(e));
		this.canvas.addEventListener("dblclick", () => this.reset());
	}

	reset(): void {
		this.chosen = null;
		this.paint();
	}

	draw(rows: Rows): void {
		({ x: this.x, y: this.y, now: this.now, came: this.came } = rows);
		if (this.visible && this.width) this.refresh();
	}

	private fit(): void {
		const [x0, x1] = extent(this.x),
			[y0, y1] = extent(this.y),
			box = this.chosen ?? { x0, x1, y0, y1 };
		if (box.x0 !== this.box.x0 || box.x1 !== this.box.x1 || box.y0 !== this.box.y0 || box.y1 !== this.box.y1) this.known = -1;
		this.box = box;
	}

	private px = (x: number): number => LEFT + ((x - this.box.x0) / (this.box.x1 - this.box.x0)) * (this.width - LEFT - RIGHT);
	private py = (y: number): number => this.height - BOTTOM - ((y - this.box.y0) / (this.box.y1 - this.box.y0)) * (this.height - BOTTOM - TOP);
	private vx = (p: number): number => this.box.x0 + ((p - LEFT) / (this.width - LEFT - RIGHT)) * (this.box.x1 - this.box.x0);
	private vy = (p: number): number => this.box.y0 + ((this.height - BOTTOM - p) / (this.height - BOTTOM - TOP)) * (this.box.y1 - this.box.y0);

	private axes(): void {
		const xs = ticks(this.box.x0, this.box.x1, Math.max(3, this.width / 90)),
			ys = ticks(this.box.y0, this.box.y1, Math.max(3, this.height / 40));
		for (const v of xs) {
			this.segment(this.px(v), TOP, this.px(v), this.height - BOTTOM, "line");
			this.words(mark(v, xs[1] - xs[0]), this.px(v), this.height - BOTTOM + 10, "center");
		}
		for (const v of ys) {
			this.segment(LEFT, this.py(v), this.width - RIGHT, this.py(v), "line");
			this.words(mark(v, ys[1] - ys[0]), LEFT - 6, this.py(v), "right");
		}
		this.words(this.labels.x, (LEFT + this.width - RIGHT) / 2, this.height - 7, "center");
		this.c.save();
		this.c.translate(9, (TOP + this.height - BOTTOM) / 2);
		this.c.rotate(-Math.PI / 2);
		this.words(this.labels.y, 0, 0, "center");
		this.c.restore();
	}

	private path(from: number, to: number, width: number, alpha: number): void {
		const c = this.c,
			path = new Path2D();
		for (let i = from; i < to; i++) path.lineTo(this.px(this.x[i]), this.py(this.y[i]));
		this.inside(() => {
			c.globalAlpha = alpha;
			c.strokeStyle = colour(this.line.colour);
			strokePath(c, path, width * this.ratio, this.ratio);
		});
	}

	/** What is drawn stays inside of the axes. */
	private inside(draw: () => void): void {
		within(this.c, LEFT, TOP, this.width - LEFT - RIGHT, this.height - TOP - BOTTOM, draw);
	}

	paint(): void {
		this.known = -1;
		this.refresh();
	}

	private paintGround(): void {
		this.c.clearRect(0, 0, this.width, this.height);
		this.axes();
		this.path(0, this.x.length, 1.2, 0.55);
		[this.ground.width, this.ground.height] = [this.canvas.width, this.canvas.height];
		this.ground.getContext("2d")!.drawImage(this.canvas, 0, 0);
		this.known = this.came;
	}

	/** The ground, which is drawn anew when it lacks more than the newest part, and the newest part on it. */
	private refresh(): void {
		const c = this.c,
			n = this.x.length,
			newest = Math.ceil(n * NEWEST);
		this.fit();
		if (this.known < 0 || this.came - this.known > newest) this.paintGround();
		else {
			c.clearRect(0, 0, this.width, this.height);
			c.drawImage(this.ground, 0, 0, this.width, this.height);
		}
		if (!n) {
			this.words("nothing measured yet", this.width / 2, this.height / 2, "center");
			return;
		}
		this.path(Math.max(0, this.now - newest), this.now, 2, 1);
		if (this.now > 0)
			this.inside(() => {
				c.fillStyle = colour("ink");
				c.beginPath();
				c.arc(this.px(this.x[this.now - 1]), this.py(this.y[this.now - 1]), 4, 0, 2 * Math.PI);
				c.fill();
			});
	}

	private move(e: PointerEvent): void {
		text(this.parts.values[0], `${number(this.vx(e.offsetX), 3)}, ${number(this.vy(e.offsetY), 3)}`);
	}

	private up(e: PointerEvent): void {
		const a = this.from;
		this.from = null;
		if (!a || Math.abs(e.offsetX - a.x) < 8 || Math.abs(e.offsetY - a.y) < 8) return;
		this.chosen = {
			x0: this.vx(Math.min(a.x, e.offsetX)),
			x1: this.vx(Math.max(a.x, e.offsetX)),
			y0: this.vy(Math.max(a.y, e.offsetY)),
			y1: this.vy(Math.min(a.y, e.offsetY)),
		};
		this.paint();
	}
}

/** States of a controller (docs/record.md), in the order of their numbers. */
export const STATES: { name: string; colour: Colour }[] = [
	{ name: "ready", colour: "muted" },
	{ name: "extrapolate", colour: "c5" },
	{ name: "interpolate", colour: "c3" },
	{ name: "slow", colour: "warn" },
	{ name: "hold", colour: "c7" },
	{ name: "free vibration", colour: "c4" },
	{ name: "rest", colour: "line" },
	{ name: "tripped", colour: "bad" },
];

/** The state of a controller over the window, as a band with words; shares are what the lines count. */
export class Band extends Picture {
	private t: ArrayLike<number> = [];
	private s: ArrayLike<number> = [];
	private from = 0;
	private to = 1;

	constructor(
		title: string,
		run: string,
		private timeUnit: string,
	) {
		super(
			title,
			STATES.map(s => ({ label: s.name, unit: "", colour: s.colour })),
			run,
			{ kind: "wide band" },
			62,
		);
	}

	draw(t: ArrayLike<number>, s: ArrayLike<number>, from: number, to: number): void {
		[this.t, this.s, this.from, this.to] = [t, s, from, to];
		if (this.visible && this.width) this.paint();
	}

	/** Runs of equal state as [state, from, to]. */
	private pieces(): [number, number, number][] {
		const all: [number, number, number][] = [];
		for (let i = 0; i < this.t.length; i++) {
			const s = Math.max(0, Math.min(STATES.length - 1, Math.round(this.s[i])));
			if (Number.isNaN(this.s[i]) || this.t[i] < this.from) continue;
			const last = all[all.length - 1];
			if (last && last[0] === s) last[2] = this.t[i];
			else {
				if (last) last[2] = this.t[i];
				all.push([s, this.t[i], this.t[i]]);
			}
		}
		return all;
	}

	paint(): void {
		const c = this.c,
			x = (t: number): number => LEFT + ((t - this.from) / (this.to - this.from)) * (this.width - LEFT - RIGHT);
		c.clearRect(0, 0, this.width, this.height);
		const pieces = this.pieces(),
			shares = new Array<number>(STATES.length).fill(0);
		let whole = 0;
		for (const [s, a, b] of pieces) {
			c.fillStyle = colour(STATES[s].colour);
			c.fillRect(x(a), TOP, Math.max(1, x(b) - x(a)), this.height - TOP - 24);
			shares[s] += b - a;
			whole += b - a;
		}
		STATES.forEach((_, i) => text(this.parts.values[i], whole > 0 && shares[i] > 0 ? `${number((100 * shares[i]) / whole, 3)} %` : ""));
		const marks = ticks(this.from, this.to, this.width / 110);
		for (const v of marks)
			this.words(`${mark(v, marks[1] - marks[0])} ${this.timeUnit}`, Math.min(x(v), this.width - 24), this.height - 10, "center");
	}
}

/** 1, 2 and 5 of every decade between, or the decades alone where these are many. */
function decades(lo: number, hi: number): number[] {
	const found: number[] = [],
		each = hi / lo < 1e3 ? [1, 2, 5] : [1];
	for (let p = Math.floor(Math.log10(lo)); 10 ** p <= hi; p++)
		for (const m of each) if (m * 10 ** p >= lo && m * 10 ** p <= hi) found.push(m * 10 ** p);
	return found;
}

const HEAD = 20, // room above bars for what they say in words
	POWERS = ["\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074", "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"];

/** A histogram with logarithmic times and counts, so that one late tick in a million is seen. */
export class Bars extends Picture {
	private bins: { from: number; to: number; count: number }[] = [];

	constructor(
		title: string,
		private what: string,
		private unit: string,
		run: string,
		private ink: Colour,
	) {
		super(title, [{ label: "ticks in a bin", unit: "", colour: ink }], run);
	}

	draw(bins: { from: number; to: number; count: number }[]): void {
		this.bins = bins.filter(b => b.count > 0);
		if (this.visible && this.width) this.paint();
	}

	/** In words: how many, where most of them are, and the last. */
	private said(): string {
		const all = this.bins.reduce((n, b) => n + b.count, 0),
			end = (share: number): number => {
				let n = 0;
				return (this.bins.find(b => (n += b.count) >= share * all) ?? this.bins[this.bins.length - 1]).to;
			};
		const [half, most, last] = [0.5, 0.99, 1].map(share => number(end(share), 2));
		return `${all.toLocaleString("en")} ticks: half within ${half}, 99 % within ${most}, all within ${last} ${this.unit}`;
	}

	paint(): void {
		const c = this.c;
		c.clearRect(0, 0, this.width, this.height);
		text(this.parts.note, "");
		if (!this.bins.length) {
			this.words("no tick counted yet", this.width / 2, this.height / 2, "center");
			return;
		}
		this.words(this.said(), this.width - RIGHT, 7, "right");
		const lo = Math.max(Math.min(...this.bins.map(b => b.from || b.to / 2)), 1e-3),
			hi = Math.max(...this.bins.map(b => b.to), 2 * lo),
			top = Math.log10(Math.max(...this.bins.map(b => b.count))) + 0.3;
		const x = (v: number): number => LEFT + (Math.log(Math.max(v, lo) / lo) / Math.log(hi / lo)) * (this.width - LEFT - RIGHT);
		const y = (n: number): number => this.height - BOTTOM - ((Math.log10(n) + 0.3) / (top + 0.3)) * (this.height - BOTTOM - HEAD);
		for (let p = 0; p <= top; p++) {
			this.segment(LEFT, y(10 ** p), this.width - RIGHT, y(10 ** p), "line");
			this.words(p < 4 ? String(10 ** p) : `10${POWERS[p] ?? "^" + p}`, LEFT - 6, y(10 ** p), "right");
		}
		c.fillStyle = colour(this.ink);
		for (const b of this.bins) c.fillRect(x(b.from), y(b.count), Math.max(1.5, x(b.to) - x(b.from) - 0.5), this.height - BOTTOM - y(b.count));
		this.segment(LEFT, this.height - BOTTOM, this.width - RIGHT, this.height - BOTTOM, "line");
		for (const v of decades(lo, hi)) this.words(number(v, 1), x(v), this.height - BOTTOM + 10, "center");
		this.words(`${this.what} [${this.unit}], both axes logarithmic`, (LEFT + this.width - RIGHT) / 2, this.height - 7, "center");
	}
}
