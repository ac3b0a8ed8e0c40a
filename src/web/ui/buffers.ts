// What is shown, held on this side: buckets of curves on a fixed grid of time, and the last rows of a pair.
import type { BucketsFrame, PairFrame, RowsFrame, SeriesFrame } from "./frames";

/** Points of curves for a picture: one abscissa, a column each; NaN is a gap. */
export interface Points {
	t: Float64Array;
	columns: Float64Array[];
}

export interface Extremes {
	min: number;
	max: number;
}

/** Buckets k·width <= t < (k+1)·width of several columns, the newest `capacity` of them. */
export class SeriesBuffer {
	private min: Float64Array[] = [];
	private max: Float64Array[] = [];
	private newest = -1; // number of the newest bucket
	private width = 0;
	/** counts up with every change */
	version = 0;

	constructor(
		readonly columns: string[],
		private capacity: number,
	) {}

	clear(): void {
		this.newest = -1;
		this.version++;
	}

	private begin(width: number): void {
		this.width = width;
		this.min = this.columns.map(() => new Float64Array(this.capacity).fill(NaN));
		this.max = this.columns.map(() => new Float64Array(this.capacity).fill(NaN));
		this.newest = -1;
	}

	/** Goes on to bucket k; those between are empty. */
	private advance(k: number): void {
		const from = this.newest < 0 ? k : Math.max(this.newest + 1, k - this.capacity + 1);
		for (let i = from; i <= k; i++)
			for (let c = 0; c < this.columns.length; c++) this.min[c][i % this.capacity] = this.max[c][i % this.capacity] = NaN;
		this.newest = k;
	}

	take(f: SeriesFrame): void {
		if (f.anew || f.width !== this.width || !this.min.length) this.begin(f.width);
		const first = Math.round(f.t0 / f.width);
		for (let i = 0; i < f.count; i++) {
			const k = first + i;
			if (k < 0) continue;
			if (k > this.newest) this.advance(k);
			if (k <= this.newest - this.capacity) continue;
			for (let c = 0; c < this.columns.length && c < f.min.length; c++) {
				this.min[c][k % this.capacity] = f.min[c][i];
				this.max[c][k % this.capacity] = f.max[c][i];
			}
		}
		this.version++;
	}

	/** Time behind the newest bucket; NaN when there is none. */
	end(): number {
		return this.newest < 0 ? NaN : (this.newest + 1) * this.width;
	}

	/** A time in the bucket before the newest, which may still grow; 0 when there is none. */
	before(): number {
		return Math.max(0, (this.newest - 0.5) * this.width);
	}

	/** Lowest and highest value of a column in from..to. */
	extremes(column: number, from = -Infinity, to = Infinity): Extremes {
		let min = Infinity,
			max = -Infinity;
		for (let k = Math.max(0, this.newest - this.capacity + 1); k <= this.newest; k++) {
			const t = (k + 0.5) * this.width,
				i = k % this.capacity;
			if (t < from || t > to) continue;
			if (this.min[column][i] < min) min = this.min[column][i];
			if (this.max[column][i] > max) max = this.max[column][i];
		}
		return { min, max };
	}

	/** The newest bucket that is not empty, of a column. */
	last(column: number): Extremes {
		for (let k = this.newest; k >= 0 && k > this.newest - this.capacity; k--) {
			const i = k % this.capacity;
			if (!Number.isNaN(this.min[column][i])) return { min: this.min[column][i], max: this.max[column][i] };
		}
		return { min: NaN, max: NaN };
	}

	/** Two points a bucket, its lowest and its highest, for these columns, from the bucket of a time on. Buckets in which nothing came are left out: the line
	 * goes through. */
	points(columns: number[], from = 0): Points {
		const first = Math.max(0, Math.min(Math.floor(from / this.width), this.newest), this.newest - this.capacity + 1),
			n = this.newest < 0 ? 0 : this.newest - first + 1;
		const t = new Float64Array(2 * n),
			out = columns.map(() => new Float64Array(2 * n));
		let m = 0;
		for (let k = first; k < first + n; k++) {
			const i = k % this.capacity;
			if (columns.every(c => Number.isNaN(this.min[c][i]))) continue;
			t[m] = (k + 0.25) * this.width;
			t[m + 1] = (k + 0.75) * this.width;
			columns.forEach((c, j) => {
				out[j][m] = this.min[c][i];
				out[j][m + 1] = this.max[c][i];
			});
			m += 2;
		}
		return { t: t.subarray(0, m), columns: out.map(o => o.subarray(0, m)) };
	}
}

/** Points of an answer of /data: the rows themselves, or two points a bucket. */
export function rangePoints(f: RowsFrame | BucketsFrame): Points {
	if (f.exact) return { t: f.time, columns: f.columns };
	const t = new Float64Array(2 * f.count),
		columns = f.min.map(() => new Float64Array(2 * f.count));
	let m = 0;
	for (let i = 0; i < f.count; i++) {
		if (f.min.every(a => Number.isNaN(a[i]))) continue;
		t[m] = f.t0 + (i + 0.25) * f.width;
		t[m + 1] = f.t0 + (i + 0.75) * f.width;
		f.min.forEach((a, c) => {
			columns[c][m] = a[i];
			columns[c][m + 1] = f.max[c][i];
		});
		m += 2;
	}
	return { t: t.subarray(0, m), columns: columns.map(c => c.subarray(0, m)) };
}

/** Rows of two columns of an answer of /data; of a bucket the middle of both, since lowest and highest of two columns do not belong together. */
export function pairPoints(f: RowsFrame | BucketsFrame): Points {
	if (f.exact) return { t: f.time, columns: f.columns };
	const there = Array.from({ length: f.count }, (_, i) => i).filter(i => !f.min.some(a => Number.isNaN(a[i])));
	return {
		t: Float64Array.from(there, i => f.t0 + (i + 0.5) * f.width),
		columns: f.min.map((a, c) => Float64Array.from(there, i => (a[i] + f.max[c][i]) / 2)),
	};
}

const FINE = 1 / 500; // of the range: a row nearer than this to the one that is kept adds nothing to the picture

/** Points of a pair; the first `now` of them lie before the time that is shown. came: how many there have been, with those that are no more here. */
export interface Rows {
	x: Float64Array;
	y: Float64Array;
	now: number;
	came: number;
}

/** The path of a pair of columns, its newest `last` points. Rows that move by less than FINE of the range are passed over, so that a rig with thousands
 * of rows a second
 * keeps its loops in sight; the newest row is always the last point. */
export class PairBuffer {
	private xs: Float64Array;
	private ys: Float64Array;
	private n = 0;
	private came = 0; // points, also those that are dropped
	private loose = false; // the last point is nearer than FINE: the next row takes its place
	private range = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity };
	version = 0;

	constructor(readonly last: number) {
		this.xs = new Float64Array(2 * last);
		this.ys = new Float64Array(2 * last);
	}

	clear(): void {
		this.n = 0;
		this.loose = false;
		this.range = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity };
		this.version++;
	}

	take(f: PairFrame): void {
		if (f.anew) this.clear();
		for (let i = 0; i < f.x.length; i++) this.add(f.x[i], f.y[i]);
		this.version++;
	}

	private add(x: number, y: number): void {
		if (!Number.isFinite(x) || !Number.isFinite(y)) return;
		const r = this.range;
		if (x < r.x0) r.x0 = x;
		if (x > r.x1) r.x1 = x;
		if (y < r.y0) r.y0 = y;
		if (y > r.y1) r.y1 = y;
		if (this.loose) this.n--;
		else this.came++;
		if (this.n === this.xs.length) this.drop();
		const kept = this.n - 1;
		this.loose = kept >= 0 && Math.abs(x - this.xs[kept]) < FINE * (r.x1 - r.x0) && Math.abs(y - this.ys[kept]) < FINE * (r.y1 - r.y0);
		this.xs[this.n] = x;
		this.ys[this.n] = y;
		this.n++;
	}

	/** The older half goes. */
	private drop(): void {
		this.xs.copyWithin(0, this.n - this.last, this.n);
		this.ys.copyWithin(0, this.n - this.last, this.n);
		this.n = this.last;
	}

	/** Views, valid until the next frame. */
	rows(): Rows {
		const from = Math.max(0, this.n - this.last);
		return { x: this.xs.subarray(from, this.n), y: this.ys.subarray(from, this.n), now: this.n - from, came: this.came };
	}
}
