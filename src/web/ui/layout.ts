// Where things are drawn. Drawing axes: X to the right, Z up, Y into the depth.
//
// Models in a plane stand upright; in space, the axis along which all supports lie lowest is up. Members whose ends turn bend as a beam without load does:
//   u(s) = H1 u_i + H2 L (θ_i × e) + H3 u_j + H4 L (θ_j × e)   across the member e, linear along it; H1..H4 the cubics of Hermite.
// A model without extent (masses and springs on a line, or nodes that all lie in one place) is drawn as what it stands for: floors one above the other,
// in the order of
// their distance from the support, and the springs between them as the columns of a shear building. The page says so where it does this.
import { Vector3 } from "three";
import { isExperimental } from "./kinds";
import type { Model, ModelElement } from "./types";

export interface Segment {
	a: number;
	b: number;
	element: number;
	experimental: boolean;
}
type Move = (disp: Float32Array, scale: number, out: Float32Array) => void;

export interface Layout {
	at: Float32Array; // 3 a point: nodes in the model's order, then points between
	segments: Segment[];
	supports: Float32Array; // 6 a segment
	node: Map<number, number>; // tag to point
	grip: Map<number, number>; // tag to the point where an actuator pushes
	elementMiddle: Map<number, number>; // tag to a point of it
	size: number;
	extent: { w: number; h: number };
	centre: Vector3;
	flat: boolean;
	schematic: boolean;
	translations: number;
	direction(d: number[], dof: number): Vector3;
	move: Move;
}

const PIECES = 8; // of a bent member
const FLOOR = 0.32,
	STOREY = 1; // half a floor and the height of a storey in a schematic model

const zero = (v: number): number => (Number.isFinite(v) ? v : 0);

/** Points and how they move, collected. */
class Builder {
	xyz: number[] = [];
	moves: Move[] = [];
	segments: Segment[] = [];
	middle = new Map<number, number>();
	grip = new Map<number, number>();
	point(x: number, y: number, z: number): number {
		this.xyz.push(x, y, z);
		return this.xyz.length / 3 - 1;
	}
	get(i: number): Vector3 {
		return new Vector3().fromArray(this.xyz, 3 * i);
	}
}

/** Model axes to drawing axes; in a plane, or with y up, model (x, y, z) is drawn at (x, −z, y). */
function axes(m: Model): (x: number, y: number, z: number) => [number, number, number] {
	const lowest = (k: number): boolean => {
		const low = Math.min(...m.nodes.map(n => n.x[k] ?? 0)),
			high = Math.max(...m.nodes.map(n => n.x[k] ?? 0)),
			held = m.nodes.filter(n => n.fixed?.some(f => f));
		return high > low && held.length > 0 && held.every(n => n.x[k] - low < 1e-6 * (high - low));
	};
	const zUp = m.ndm === 3 && (lowest(2) || !lowest(1));
	return zUp ? (x, y, z) => [x, y, z] : (x, y, z) => [x, -z, y];
}

/** Displacement (turn false) or rotation of node i in drawing axes. */
function reader(m: Model): (d: Float32Array, i: number, turn: boolean) => Vector3 {
	const map = axes(m),
		f = m.ndf;
	return (d, i, turn) => {
		const v = (k: number): number => (k < f ? zero(d[i * f + k]) : 0);
		if (!turn) return new Vector3(...map(v(0), m.ndm > 1 ? v(1) : 0, m.ndm > 2 ? v(2) : 0));
		if (m.ndm === 2) return new Vector3(...map(0, 0, f >= 3 ? v(2) : 0));
		return m.ndm === 3 && f >= 6 ? new Vector3(...map(v(3), v(4), v(5))) : new Vector3();
	};
}

const bends = (m: Model, e: ModelElement): boolean => m.ndf > m.ndm && m.ndm > 1 && e.nodes.length === 2 && /beam|column|frame/i.test(e.type);

/** A member as straight or bent pieces between two points. turned: rotations of its ends; levels: ends do not turn (columns between floors). */
function member(
	b: Builder,
	i: number,
	j: number,
	element: number,
	experimental: boolean,
	turn: ((d: Float32Array, end: 0 | 1) => Vector3) | null,
	tag?: number,
): void {
	if (!turn) {
		b.segments.push({ a: i, b: j, element, experimental });
		return;
	}
	const p = b.get(i),
		q = b.get(j),
		L = p.distanceTo(q),
		e = q.clone().sub(p).normalize(),
		between: number[] = [];
	for (let k = 1; k < PIECES; k++) {
		const at = p.clone().lerp(q, k / PIECES);
		between.push(b.point(at.x, at.y, at.z));
	}
	const chain = [i, ...between, j];
	for (let k = 0; k < PIECES; k++) b.segments.push({ a: chain[k], b: chain[k + 1], element, experimental });
	if (tag !== undefined) b.middle.set(tag, chain[PIECES / 2]);
	b.moves.push((d, scale, out) => {
		const P = new Vector3().fromArray(out, 3 * i),
			Q = new Vector3().fromArray(out, 3 * j),
			ui = P.sub(p),
			uj = Q.sub(q);
		const ti = turn(d, 0)
				.cross(e)
				.multiplyScalar(L * scale),
			tj = turn(d, 1)
				.cross(e)
				.multiplyScalar(L * scale);
		between.forEach((point, k) => {
			const s = (k + 1) / PIECES,
				s2 = s * s,
				s3 = s2 * s;
			const u = ui
				.clone()
				.multiplyScalar(1 - 3 * s2 + 2 * s3)
				.addScaledVector(ti, s - 2 * s2 + s3)
				.addScaledVector(uj, 3 * s2 - 2 * s3)
				.addScaledVector(tj, s3 - s2);
			const along = ui.dot(e) * (1 - s) + uj.dot(e) * s - u.dot(e);
			u.addScaledVector(e, along)
				.add(p.clone().lerp(q, s))
				.toArray(out, 3 * point);
		});
	});
}

/** A frame around two nodes in one place: a spring, a hinge, a bearing without length. */
function ring(b: Builder, i: number, j: number, element: number, experimental: boolean, size: number, tag: number): void {
	const r = 0.02 * size,
		p = b.get(i),
		corners = [
			[r, 0],
			[0, r],
			[-r, 0],
			[0, -r],
		].map(([x, z]) => b.point(p.x + x, p.y, p.z + z));
	corners.forEach((c, k) => b.segments.push({ a: c, b: corners[(k + 1) % 4], element, experimental }));
	b.segments.push({ a: i, b: j, element, experimental });
	b.middle.set(tag, corners[0]);
	b.moves.push((_d, _s, out) =>
		corners.forEach((c, k) => {
			for (let x = 0; x < 3; x++)
				out[3 * c + x] =
					(out[3 * i + x] + out[3 * j + x]) / 2 +
					[
						[r, 0, 0],
						[0, 0, r],
						[-r, 0, 0],
						[0, 0, -r],
					][k][x];
		}),
	);
}

/** Which pairs of its nodes an element joins. */
function joints(e: ModelElement): [number, number][] {
	const n = e.nodes;
	if (n.length === 3 && /inverted/i.test(e.type))
		return [
			[n[0], n[2]],
			[n[1], n[2]],
		];
	const all: [number, number][] = n.slice(1).map((t, k) => [n[k], t]);
	return n.length > 3 ? [...all, [n[n.length - 1], n[0]]] : all;
}

/** Storeys of a model without extent: how many springs a node is away from a support. */
function storeys(m: Model): Map<number, number> {
	const level = new Map<number, number>();
	let edge = m.nodes.filter(n => n.fixed?.some(f => f)).map(n => n.tag);
	if (!edge.length && m.nodes.length) edge = [m.nodes[0].tag];
	for (let l = 0; edge.length; l++) {
		for (const t of edge) level.set(t, l);
		const next = new Set<number>();
		for (const e of m.elements) if (e.nodes.some(t => edge.includes(t))) e.nodes.filter(t => !level.has(t)).forEach(t => next.add(t));
		edge = [...next];
	}
	m.nodes.forEach(n => {
		if (!level.has(n.tag)) level.set(n.tag, 0);
	});
	return level;
}

const inOnePlace = (m: Model): boolean => m.ndm === 1 || m.nodes.every(n => n.x.every((v, k) => Math.abs(v - m.nodes[0].x[k]) < 1e-12));

/** Floors and columns in the place of a model without extent. */
function schematic(m: Model, b: Builder, index: Map<number, number>): void {
	const level = storeys(m),
		beside = new Map<number, number>(),
		ends: [number, number][] = [];
	for (const n of m.nodes) {
		const l = level.get(n.tag)!,
			k = beside.get(l) ?? 0;
		beside.set(l, k + 1);
		b.point(3 * FLOOR * k, 0, STOREY * l);
	}
	m.nodes.forEach((n, i) => {
		const p = b.get(i),
			floor: [number, number] = [b.point(p.x - FLOOR, 0, p.z), b.point(p.x + FLOOR, 0, p.z)];
		ends.push(floor);
		b.grip.set(n.tag, floor[0]);
		b.moves.push((_d, _s, out) =>
			floor.forEach((f, k) => {
				out[3 * f] = out[3 * i] + (k ? FLOOR : -FLOOR);
				out[3 * f + 2] = out[3 * i + 2];
			}),
		);
		if (!n.fixed?.some(f => f)) b.segments.push({ a: floor[0], b: floor[1], element: -1, experimental: false });
	});
	const still = (): Vector3 => new Vector3();
	m.elements.forEach((e, k) =>
		joints(e).forEach(([s, t]) => {
			const i = index.get(s),
				j = index.get(t);
			if (i === undefined || j === undefined) return;
			if (level.get(s) === level.get(t)) member(b, ends[i][1], ends[j][0], k, isExperimental(e), null);
			else [0, 1].forEach(side => member(b, ends[i][side], ends[j][side], k, isExperimental(e), still, side ? e.tag : undefined));
		}),
	);
}

/** Members of a model that has extent. */
function real(m: Model, b: Builder, index: Map<number, number>, size: number): void {
	const read = reader(m);
	m.elements.forEach((e, k) =>
		joints(e).forEach(([s, t]) => {
			const i = index.get(s),
				j = index.get(t);
			if (i === undefined || j === undefined) return;
			if (b.get(i).distanceTo(b.get(j)) < 1e-9 * size) ring(b, i, j, k, isExperimental(e), size, e.tag);
			else if (bends(m, e)) member(b, i, j, k, isExperimental(e), (d, end) => read(d, end ? j : i, true), e.tag);
			else {
				const mid = b.point(...b.get(i).lerp(b.get(j), 0.5).toArray());
				member(b, i, mid, k, isExperimental(e), null);
				member(b, mid, j, k, isExperimental(e), null);
				b.middle.set(e.tag, mid);
				b.moves.push((_d, _s, out) => {
					for (let x = 0; x < 3; x++) out[3 * mid + x] = (out[3 * i + x] + out[3 * j + x]) / 2;
				});
			}
		}),
	);
}

/** Ground under held nodes: a line with hatches, where nothing may turn, a triangle on it elsewhere. */
function supports(m: Model, b: Builder, size: number, half: number): Float32Array {
	const out: number[] = [],
		r = 0.02 * size;
	m.nodes.forEach((n, i) => {
		if (!n.fixed?.some(f => f)) return;
		const p = b.get(i),
			all = n.fixed.every(f => f),
			w = Math.max(half, 1.6 * r),
			z = all ? p.z : p.z - 1.5 * r;
		const line = (x1: number, z1: number, x2: number, z2: number): void => {
			out.push(p.x + x1, p.y, z1, p.x + x2, p.y, z2);
		};
		if (!all) {
			line(0, p.z, -r, z);
			line(0, p.z, r, z);
		}
		line(-w, z, w, z);
		for (let x = -w; x < w - 1e-9; x += 0.8 * r) line(x + 0.8 * r, z, x, z - 0.8 * r);
	});
	return new Float32Array(out);
}

export function layout(m: Model): Layout {
	const b = new Builder(),
		index = new Map(m.nodes.map((n, i) => [n.tag, i])),
		flatLine = inOnePlace(m),
		map = axes(m),
		read = reader(m);
	if (!flatLine) for (const n of m.nodes) b.point(...map(n.x[0] ?? 0, n.x[1] ?? 0, n.x[2] ?? 0));
	b.moves.push((d, scale, out) => {
		for (let i = 0; i < m.nodes.length; i++) {
			const u = read(d, i, false);
			out[3 * i] = at[3 * i] + scale * u.x;
			out[3 * i + 1] = at[3 * i + 1] + scale * u.y;
			out[3 * i + 2] = at[3 * i + 2] + scale * u.z;
		}
	});
	if (flatLine) schematic(m, b, index);
	const low = new Vector3(Infinity, Infinity, Infinity),
		high = new Vector3(-Infinity, -Infinity, -Infinity);
	for (let i = 0; i < b.xyz.length / 3; i++) {
		low.min(b.get(i));
		high.max(b.get(i));
	}
	const size = Math.max(high.x - low.x, high.y - low.y, high.z - low.z) || 1;
	if (!flatLine) real(m, b, index, size);
	const at = new Float32Array(b.xyz);
	return {
		at,
		segments: b.segments,
		supports: supports(m, b, size, flatLine ? FLOOR : 0),
		node: index,
		grip: flatLine ? b.grip : index,
		elementMiddle: b.middle,
		size,
		extent: { w: high.x - low.x, h: high.z - low.z },
		centre: low.clone().add(high).multiplyScalar(0.5),
		flat: high.y - low.y < 1e-9 * size,
		schematic: flatLine,
		translations: Math.min(m.ndm, m.ndf),
		direction: (d, dof) => {
			const v = new Vector3(...map(d[0] ?? 0, d[1] ?? 0, d[2] ?? 0));
			return v.lengthSq() > 0 ? v.normalize() : new Vector3(...map(dof === 1 ? 1 : 0, dof === 2 ? 1 : 0, dof === 3 ? 1 : 0)).normalize();
		},
		move: (d, scale, out) => {
			for (const f of b.moves) f(d, scale, out);
		},
	};
}
