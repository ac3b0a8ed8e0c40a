// Lines through many points, sixty pictures a second, without a graphics processor, too.

const THIN = 2; // pixels: so wide a line is two of one pixel

/** Strokes a path in the colour and the dashes that are set; width in pixels of the screen, of which a unit of the canvas has ratio.
 *
 * Without a graphics processor a browser fills a thick line by scan lines, each crossed by all edges of all joints; a line of one pixel is drawn piece by
 * piece, in a fraction of the time. So a line of up to two pixels is drawn as two of one, side by side. */
export function strokePath(c: CanvasRenderingContext2D, path: Path2D, width: number, ratio = 1): void {
	const two = width > 1 && width <= THIN,
		aside = two ? (width - 1) / (2 * ratio) : 0;
	c.lineWidth = (two ? 1 : width) / ratio;
	c.lineJoin = two ? "bevel" : "round";
	c.translate(-aside, -aside);
	c.stroke(path);
	c.translate(2 * aside, 2 * aside);
	if (two) c.stroke(path);
	c.translate(-aside, -aside);
}

/** Draws inside of a rectangle, and leaves colours and places as they were. */
export function within(c: CanvasRenderingContext2D, left: number, top: number, width: number, height: number, draw: () => void): void {
	c.save();
	c.beginPath();
	c.rect(left, top, width, height);
	c.clip();
	draw();
	c.restore();
}

/** Adds the line through n points to a path, no finer than the screen: of all points in one column of pixels the lowest and the highest are left, the nearer
 * one first. */
export function tracePoints(path: { lineTo(x: number, y: number): void }, n: number, x: (i: number) => number, y: (i: number) => number): void {
	let column = NaN,
		at = NaN,
		before = NaN,
		low = NaN,
		high = NaN;
	const end = (): void => {
		const down = Math.abs(before - high) < Math.abs(before - low);
		if (!Number.isNaN(column)) path.lineTo(at, down ? high : low);
		if (high > low) path.lineTo(at, down ? low : high);
		before = down ? low : high;
	};
	for (let i = 0; i < n; i++) {
		const px = x(i),
			py = y(i);
		if (Number.isNaN(py)) continue;
		if (Math.floor(px) === column) {
			low = Math.min(low, py);
			high = Math.max(high, py);
			continue;
		}
		end();
		column = Math.floor(px);
		at = px;
		low = high = py;
	}
	end();
}

let turns = 0;
const TURN = 0.381966; // of the golden section: however many there are, they are far from each other

/** A share of a stride by which a window runs ahead of others, so that not all of them are drawn anew in the same picture. */
export const nextTurn = (): number => (++turns * TURN) % 1;

/** Pixels by which a window moves at once: with a move all of the curve, the axes and their numbers are drawn anew, in between only what came. */
const STRIDE = 2;

/** The end of a window that moves by whole strides, never before end. */
export function wholeStrides(end: number, pixel: number, turn: number): number {
	return (Math.ceil(end / (STRIDE * pixel) + turn) - turn) * STRIDE * pixel;
}

const ROOM = 0.07, // of the range, at either end of an axis
	FINEST = 1e-12; // of its numbers: what differs by less is noise of their last digits, and is drawn as at rest

/** Ends of an axis that holds these numbers, with room around them. */
export function extent(v: ArrayLike<number>): [number, number] {
	let low = Infinity,
		high = -Infinity;
	for (let i = 0; i < v.length; i++) {
		if (!Number.isFinite(v[i])) continue;
		if (v[i] < low) low = v[i];
		if (v[i] > high) high = v[i];
	}
	if (low > high) return [-1, 1];
	const middle = low / 2 + high / 2,
		half = (0.5 + ROOM) * apart(low, high);
	return [middle - half, middle + half];
}

/** How far an axis from low to high reaches: of what rests a tenth of its value. */
export function apart(low: number, high: number): number {
	const most = Math.max(Math.abs(low), Math.abs(high));
	return high - low > FINEST * most ? high - low : 0.1 * most || 1;
}

/** Round steps of an axis, about n of them; none where numbers cannot tell so many apart. */
export function ticks(from: number, to: number, n: number): number[] {
	const span = to - from;
	if (!(span > n * Number.EPSILON * Math.max(Math.abs(from), Math.abs(to))) || !Number.isFinite(span)) return [];
	const raw = span / n,
		ten = 10 ** Math.floor(Math.log10(raw)),
		step = [1, 2, 5, 10].map(f => f * ten).find(s => s >= raw);
	if (!step) return [];
	const all: number[] = [];
	for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * span; k++) all.push(k * step);
	return all;
}

/** The lowest and the highest number of curves from..to; what is not a number (nothing was known yet) does not count. Null: there is none. */
export function numbersIn(t: ArrayLike<number>, curves: ArrayLike<number | null | undefined>[], from: number, to: number): [number, number] | null {
	let min = Infinity,
		max = -Infinity;
	for (const y of curves)
		for (let i = 0; i < y.length; i++) {
			const v = y[i];
			if (v == null || !Number.isFinite(v) || t[i] < from || t[i] > to) continue;
			if (v < min) min = v;
			if (v > max) max = v;
		}
	return min <= max ? [min, max] : null;
}

/** The point whose time is nearest to at, of times that grow; -1: there is none. */
export function nearest(t: ArrayLike<number>, at: number): number {
	let lo = 0,
		hi = t.length - 1;
	while (lo < hi) {
		const mid = (lo + hi) >> 1;
		if (t[mid] < at) lo = mid + 1;
		else hi = mid;
	}
	return lo > 0 && at - t[lo - 1] < t[lo] - at ? lo - 1 : t.length ? lo : -1;
}
