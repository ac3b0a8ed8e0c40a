// Binary frames of the server (docs/web.md): little-endian, a head of 16 bytes, numbers at multiples of their size, so that arrays are views, not copies.

export interface SeriesFrame {
	type: 1;
	index: number;
	anew: boolean;
	t0: number;
	width: number;
	count: number;
	min: Float64Array[];
	max: Float64Array[];
}
export interface RowsFrame {
	type: 2;
	exact: true;
	time: Float64Array;
	columns: Float64Array[];
}
export interface BucketsFrame {
	type: 2;
	exact: false;
	t0: number;
	width: number;
	count: number;
	min: Float64Array[];
	max: Float64Array[];
}
export interface MotionFrame {
	type: 3;
	time: number;
	step: number;
	disp: Float32Array;
	states: Uint8Array;
}
export interface PairFrame {
	type: 4;
	index: number;
	anew: boolean;
	time: number;
	x: Float64Array;
	y: Float64Array;
}
export type Frame = SeriesFrame | MotionFrame | PairFrame;

const HEAD = 16;
const up8 = (n: number): number => (n + 7) & ~7;

class Reader {
	constructor(
		private bytes: ArrayBuffer,
		public at: number,
		private end: number,
	) {}
	f64s(n: number): Float64Array {
		const a = new Float64Array(this.bytes, this.at, n);
		this.at += 8 * n;
		return a;
	}
	pairsOf(n: number, columns: number): [Float64Array[], Float64Array[]] {
		const min: Float64Array[] = [],
			max: Float64Array[] = [];
		for (let c = 0; c < columns; c++) {
			min.push(this.f64s(n));
			max.push(this.f64s(n));
		}
		return [min, max];
	}
	left(): number {
		return this.end - this.at;
	}
}

function buckets(r: Reader, n: number, columns: number): { width: number; min: Float64Array[]; max: Float64Array[] } {
	const width = r.f64s(1)[0];
	const [min, max] = r.pairsOf(n, columns);
	return { width, min, max };
}

function motion(bytes: ArrayBuffer, v: DataView, at: number, n: number): { frame: MotionFrame; end: number } {
	const elements = v.getUint32(at + 24, true),
		disp = new Float32Array(bytes, at + 32, n),
		behind = at + 32 + up8(4 * n);
	const frame: MotionFrame = {
		type: 3,
		time: v.getFloat64(at + 8, true),
		step: Number(v.getBigUint64(at + 16, true)),
		disp,
		states: new Uint8Array(bytes, behind, elements),
	};
	return { frame, end: behind + up8(elements) };
}

/** The frame at a byte of a message, and where it ends. columns: how many columns a series of the watch has. */
function frameAt(bytes: ArrayBuffer, v: DataView, at: number, columns: (index: number) => number): { frame: Frame; end: number } {
	const type = v.getUint8(at),
		flags = v.getUint8(at + 1),
		index = v.getUint16(at + 2, true),
		n = v.getUint32(at + 4, true),
		t0 = v.getFloat64(at + 8, true);
	const r = new Reader(bytes, at + HEAD, bytes.byteLength),
		anew = (flags & 1) !== 0;
	switch (type) {
		case 1: {
			const frame: SeriesFrame = { type, index, anew, t0, count: n, ...buckets(r, n, columns(index)) };
			return { frame, end: r.at };
		}
		case 3:
			return motion(bytes, v, at, n);
		case 4: {
			const frame: PairFrame = { type, index, anew, time: t0, x: r.f64s(n), y: r.f64s(n) };
			return { frame, end: r.at };
		}
		default:
			throw new Error(`a frame of type ${type}, which this page does not know; reload it`);
	}
}

/** The frames of a message of the socket. */
export function decode(bytes: ArrayBuffer, columns: (index: number) => number): Frame[] {
	const v = new DataView(bytes),
		all: Frame[] = [];
	for (let at = 0; at + HEAD <= bytes.byteLength;) {
		const { frame, end } = frameAt(bytes, v, at, columns);
		all.push(frame);
		at = end;
	}
	return all;
}

/** The answer of /data: rows as they are, or buckets. */
export function decodeRange(bytes: ArrayBuffer): RowsFrame | BucketsFrame {
	const v = new DataView(bytes),
		n = v.getUint32(4, true),
		r = new Reader(bytes, HEAD, bytes.byteLength);
	if (v.getUint8(0) !== 2) throw new Error(`the server sent a frame of type ${v.getUint8(0)} in place of a range`);
	if (!(v.getUint8(1) & 1))
		return { type: 2, exact: false, t0: v.getFloat64(8, true), count: n, ...buckets(r, n, n ? Math.floor((r.left() - 8) / (16 * n)) : 0) };
	const time = r.f64s(n),
		columns: Float64Array[] = [];
	while (n && r.left() >= 8 * n) columns.push(r.f64s(n));
	return { type: 2, exact: true, time, columns };
}

/** Frames of motion, one behind the other. */
export const decodeMotion = (bytes: ArrayBuffer): MotionFrame[] => decode(bytes, () => 0).filter((f): f is MotionFrame => f.type === 3);
