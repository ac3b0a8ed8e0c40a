// Where a picture's numbers come from: a test that runs (frames through the socket) or a record (ranges over HTTP). Pages say what they want to see, a Plan,
// and get the same kind of curves from either.
import { api } from "./api";
import { type Extremes, PairBuffer, pairPoints, type Points, rangePoints, type Rows, SeriesBuffer } from "./buffers";
import { type BucketsFrame, decodeMotion, decodeRange, type Frame, type MotionFrame, type RowsFrame } from "./frames";
import type { PairWish, SeriesWish, Socket } from "./socket";
import { nearest } from "./stroke";

/** Columns of a table, and how much of its time is seen. */
export interface PlanSeries {
	table: string;
	columns: string[];
	window: number;
}
export interface Plan {
	series: PlanSeries[];
	pairs: PairWish[];
	motion: boolean;
	width: number;
	fps: number;
}

/** Curves of one table. */
export interface Curves {
	readonly columns: string[];
	version: number;
	/** points are rows, not ends of buckets */
	readonly exact?: boolean;
	/** the curves of these columns, from a time on */
	points(columns: number[], from?: number): Points;
	extremes(column: number, from?: number, to?: number): Extremes;
	last(column: number): Extremes;
	end(): number;
	/** from where on curves that were drawn may still change */
	before(): number;
}

export interface Pair {
	version: number;
	rows(): Rows;
}

export interface Feed {
	readonly replay: boolean;
	/** takes a plan; curves and pairs are in its order from now on */
	show(plan: Plan): void;
	curves(i: number): Curves;
	pair(i: number): Pair;
	motion(): MotionFrame | null;
	/** displacements that a picture has to hold: of a record all of them, one after the other */
	motions(): Float32Array[];
	/** the newest time that is shown */
	now(): number;
	/** the end of the window of curves i in a picture at ms of the screen's clock: it moves on with every picture, behind what came last */
	edge(i: number, ms: number): number;
	close(): void;
}

const MOST_WIDTH = 8192; // buckets of an answer of /data
const BEHIND = 60; // [ms] the window follows what came with this time constant: what comes in pieces moves evenly

/** A time that is drawn after another one, without a jump; one that leaps (a new window, a long pause) is taken as it is. */
class Chase {
	private at = NaN;
	private ms = NaN;
	to(end: number, ms: number, window: number): number {
		if (!(Math.abs(end - this.at) < 0.2 * window)) this.at = end;
		else if (ms > this.ms) this.at += (end - this.at) * (1 - Math.exp(-(ms - this.ms) / BEHIND));
		this.ms = ms;
		return this.at;
	}
}

/** A running test. */
export class LiveFeed implements Feed {
	readonly replay = false;
	private series: SeriesBuffer[] = [];
	private pairs: PairBuffer[] = [];
	private edges: { chase: Chase; window: number }[] = [];
	private newest: MotionFrame | null = null;
	constructor(
		private run: string,
		private socket: Socket,
	) {}

	show(plan: Plan): void {
		this.series = plan.series.map(s => new SeriesBuffer(s.columns, plan.width + 8));
		this.pairs = plan.pairs.map(p => new PairBuffer(p.last));
		this.edges = plan.series.map(s => ({ chase: new Chase(), window: s.window }));
		const series: SeriesWish[] = plan.series.map(s => ({ ...s, width: plan.width }));
		this.socket.watch({ watch: this.run, series, xy: plan.pairs, motion: plan.motion, fps: plan.fps });
	}

	take(f: Frame): void {
		if (f.type === 1) this.series[f.index]?.take(f);
		else if (f.type === 4) this.pairs[f.index]?.take(f);
		else if (f.type === 3) this.newest = f;
	}

	curves(i: number): Curves {
		return this.series[i];
	}
	pair(i: number): Pair {
		return this.pairs[i];
	}
	motion(): MotionFrame | null {
		return this.newest;
	}
	motions(): Float32Array[] {
		return this.newest ? [this.newest.disp] : [];
	}
	now(): number {
		let t = NaN;
		for (const s of this.series) if (!(s.end() <= t)) t = Number.isNaN(s.end()) ? t : s.end();
		return t;
	}
	edge(i: number, ms: number): number {
		const e = this.edges[i];
		return e.chase.to(this.series[i].end(), ms, e.window);
	}
	close(): void {
		this.socket.watch({ watch: null });
	}
}

/** Points that came in one piece. */
class FixedCurves implements Curves {
	version = 0;
	exact = false;
	private all: Points = { t: new Float64Array(), columns: [] };
	constructor(
		readonly columns: string[],
		private until: () => number,
	) {}
	take(f: RowsFrame | BucketsFrame): void {
		this.all = rangePoints(f);
		this.exact = !!f.exact;
		this.version++;
	}
	points(columns: number[]): Points {
		return { t: this.all.t, columns: columns.map(c => this.all.columns[c] ?? new Float64Array(this.all.t.length).fill(NaN)) };
	}
	extremes(column: number, from = -Infinity, to = Infinity): Extremes {
		let min = Infinity,
			max = -Infinity;
		const y = this.all.columns[column] ?? [];
		for (let i = 0; i < y.length; i++)
			if (this.all.t[i] >= from && this.all.t[i] <= to) {
				if (y[i] < min) min = y[i];
				if (y[i] > max) max = y[i];
			}
		return { min, max };
	}
	/** The value at the time of the replay. */
	last(column: number): Extremes {
		const v = this.all.columns[column]?.[nearest(this.all.t, this.until())] ?? NaN;
		return { min: v, max: v };
	}
	end(): number {
		return this.all.t.length ? this.all.t[this.all.t.length - 1] : NaN;
	}
	before(): number {
		return 0;
	}
}

/** A pair of a record up to the time of the replay. */
class FixedPair implements Pair {
	version = 0;
	private t: Float64Array = new Float64Array();
	private x: Float64Array = new Float64Array();
	private y: Float64Array = new Float64Array();
	private came = 0;
	constructor(private until: () => number) {}
	take(t: Float64Array, x: Float64Array, y: Float64Array): void {
		[this.t, this.x, this.y] = [t, x, y];
		this.came += x.length;
		this.version++;
	}
	rows(): Rows {
		let n = this.t.length;
		const until = this.until();
		while (n > 0 && this.t[n - 1] > until) n--;
		return { x: this.x, y: this.y, now: n, came: this.came };
	}
}

/** A record: everything at once, and a time that the viewer chooses. */
export class ReplayFeed implements Feed {
	readonly replay = true;
	private series: FixedCurves[] = [];
	private pairs: FixedPair[] = [];
	private frames: MotionFrame[] = [];
	private gone = new AbortController();
	/** where the replay is, in test time */
	time = 0;
	/** rig time over test time of tables at the rig's rate (-scale) */
	scale: (table: string) => number = () => 1;
	failed: (e: unknown) => void = () => {};
	loaded: () => void = () => {};

	constructor(private run: string) {}

	show(plan: Plan): void {
		this.series = plan.series.map(s => new FixedCurves(s.columns, () => this.time * this.scale(s.table)));
		this.pairs = plan.pairs.map(p => new FixedPair(() => this.time * this.scale(p.table)));
		const all: Promise<void>[] = [];
		plan.series.forEach((s, i) => all.push(this.load(s.table, s.columns, 2 * plan.width).then(f => this.series[i].take(f))));
		plan.pairs.forEach((p, i) =>
			all.push(
				this.load(p.table, [p.x, p.y], MOST_WIDTH)
					.then(pairPoints)
					.then(q => this.pairs[i].take(q.t, q.columns[0], q.columns[1])),
			),
		);
		if (plan.motion && !this.frames.length)
			all.push(
				api.motion(this.run, 1200).then(b => {
					this.frames = decodeMotion(b);
				}),
			);
		Promise.all(all).then(
			() => this.loaded(),
			e => {
				if (!this.gone.signal.aborted) this.failed(e);
			},
		);
	}

	private async load(table: string, columns: string[], width: number): Promise<RowsFrame | BucketsFrame> {
		return decodeRange(await api.data(this.run, { table, columns, width: Math.min(MOST_WIDTH, width) }, this.gone.signal));
	}

	curves(i: number): Curves {
		return this.series[i];
	}
	pair(i: number): Pair {
		return this.pairs[i];
	}

	motions(): Float32Array[] {
		return this.frames.map(f => f.disp);
	}

	/** The frame at the time of the replay; displacements between two frames go along a straight line. */
	motion(): MotionFrame | null {
		const all = this.frames;
		if (!all.length) return null;
		let lo = 0,
			hi = all.length - 1;
		while (lo < hi) {
			const mid = (lo + hi + 1) >> 1;
			if (all[mid].time <= this.time) lo = mid;
			else hi = mid - 1;
		}
		const a = all[lo],
			b = all[Math.min(lo + 1, all.length - 1)],
			f = b.time > a.time ? Math.max(0, Math.min(1, (this.time - a.time) / (b.time - a.time))) : 0;
		return { ...a, time: this.time, disp: f === 0 ? a.disp : a.disp.map((v, i) => v + f * (b.disp[i] - v)) };
	}

	now(): number {
		return this.series.reduce((t, s) => (s.end() > t || Number.isNaN(t) ? s.end() : t), NaN);
	}
	edge(i: number): number {
		return this.series[i].end();
	}
	close(): void {
		this.gone.abort();
	}
}
