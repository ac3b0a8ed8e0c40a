// Binary frames of the server (docs/web.md): little-endian, a head of 16 bytes, numbers at multiples of their size, so that arrays are views, not copies.

export interface SeriesFrame { type: 1; index: number; anew: boolean; t0: number; width: number; count: number; min: Float64Array[]; max: Float64Array[] }
export interface RowsFrame { type: 2; exact: true; time: Float64Array; columns: Float64Array[] }
export interface BucketsFrame { type: 2; exact: false; t0: number; width: number; count: number; min: Float64Array[]; max: Float64Array[] }
export interface MotionFrame { type: 3; time: number; step: number; disp: Float32Array; states: Uint8Array }
export interface PairFrame { type: 4; index: number; anew: boolean; time: number; x: Float64Array; y: Float64Array }
export type Frame = SeriesFrame | RowsFrame | BucketsFrame | MotionFrame | PairFrame;

const HEAD = 16;
const up8 = (n: number): number => (n + 7) & ~7;

class Reader {
	constructor(private bytes: ArrayBuffer, public at: number) {}
	f64s(n: number): Float64Array {
		const a = new Float64Array(this.bytes, this.at, n);
		this.at += 8 * n;
		return a;
	}
	pairsOf(n: number, columns: number): [Float64Array[], Float64Array[]] {
		const min: Float64Array[] = [], max: Float64Array[] = [];
		for (let c = 0; c < columns; c++) {
			min.push(this.f64s(n));
			max.push(this.f64s(n));
		}
		return [min, max];
	}
	left(): number { return this.bytes.byteLength - this.at; }
}

function buckets(r: Reader, n: number): { width: number; min: Float64Array[]; max: Float64Array[] } {
	const width = r.f64s(1)[0];
	const [min, max] = r.pairsOf(n, n ? Math.floor(r.left() / (16 * n)) : 0);
	return { width, min, max };
}

function motion(bytes: ArrayBuffer, v: DataView, at: number, n: number): { frame: MotionFrame; end: number } {
	const elements = v.getUint32(at + 24, true), disp = new Float32Array(bytes, at + 32, n), behind = at + 32 + up8(4 * n);
	const frame: MotionFrame = {
		type: 3, time: v.getFloat64(at + 8, true), step: Number(v.getBigUint64(at + 16, true)), disp, states: new Uint8Array(bytes, behind, elements),
	};
	return { frame, end: behind + up8(elements) };
}

/** One frame; throws where the bytes are not one. */
export function decode(bytes: ArrayBuffer): Frame {
	const v = new DataView(bytes);
	const type = v.getUint8(0), flags = v.getUint8(1), index = v.getUint16(2, true), n = v.getUint32(4, true), t0 = v.getFloat64(8, true);
	const r = new Reader(bytes, HEAD);
	switch (type) {
	case 1:
		return { type, index, anew: (flags & 1) !== 0, t0, count: n, ...buckets(r, n) };
	case 2: {
		if (!(flags & 1))
			return { type, exact: false, t0, count: n, ...buckets(r, n) };
		const time = r.f64s(n), columns: Float64Array[] = [];
		while (n && r.left() >= 8 * n)
			columns.push(r.f64s(n));
		return { type, exact: true, time, columns };
	}
	case 3:
		return motion(bytes, v, 0, n).frame;
	case 4:
		return { type, index, anew: (flags & 1) !== 0, time: t0, x: r.f64s(n), y: r.f64s(n) };
	default:
		throw new Error(`a frame of type ${type}, which this page does not know; reload it`);
	}
}

/** Frames of motion, one behind the other. */
export function decodeMotion(bytes: ArrayBuffer): MotionFrame[] {
	const v = new DataView(bytes), all: MotionFrame[] = [];
	for (let at = 0; at + 32 <= bytes.byteLength;) {
		const { frame, end } = motion(bytes, v, at, v.getUint32(at + 4, true));
		all.push(frame);
		at = end;
	}
	return all;
}
