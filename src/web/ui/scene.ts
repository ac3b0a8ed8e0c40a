// The structure in motion: members as thick lines (three.js), curved where their ends turn, at an adjustable magnification of the displacements; supports,
// actuators, specimens and sites where they act. Models without extent (springs and masses on a line) get a schematic place for each node: see layout.ts.
import {
	AmbientLight,
	BufferAttribute,
	BufferGeometry,
	Color,
	ConeGeometry,
	CylinderGeometry,
	DirectionalLight,
	Group,
	Mesh,
	MeshLambertMaterial,
	OrthographicCamera,
	Points,
	PointsMaterial,
	Quaternion,
	Scene,
	TorusGeometry,
	Vector3,
	WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { h } from "./dom";
import { siteName } from "./kinds";
import { type Layout, layout } from "./layout";
import { colour, type Colour, recoloured } from "./theme";
import type { Actuator, Model } from "./types";

export type ViewName = "front" | "side" | "top" | "space";
const DIRECTIONS: Record<ViewName, [number, number, number]> = { front: [0, -1, 0], side: [1, 0, 0], top: [0, 0, 1], space: [0.75, -1, 0.55] };
const KINDS: { colour: Colour; width: number }[] = [
	{ colour: "numerical", width: 2.5 },
	{ colour: "experimental", width: 5 },
	{ colour: "yielded", width: 5 },
	{ colour: "yielding", width: 7 },
];
const ghostWidth = 1.25;

/** Pushes along d, whose origin is the head: head, rod, body. */
function piston(size: number, d: Vector3): Group {
	const group = new Group(),
		part = (radius: number, length: number, at: number, cone = false): Mesh => {
			const mesh = new Mesh(
				cone ? new ConeGeometry(radius * size, length * size, 16) : new CylinderGeometry(radius * size, radius * size, length * size, 20),
				new MeshLambertMaterial(),
			);
			mesh.position.y = at * size;
			return mesh;
		};
	group.add(part(0.016, 0.1, -0.15), part(0.007, 0.08, -0.07), part(0.015, 0.03, -0.02, true));
	group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), d));
	return group;
}

/** Turns about d: an arrow around it. */
function ring(size: number, d: Vector3): Group {
	const radius = 0.055 * size,
		group = new Group(),
		arc = new Mesh(new TorusGeometry(radius, 0.006 * size, 8, 48, 1.5 * Math.PI), new MeshLambertMaterial()),
		head = new Mesh(new ConeGeometry(0.015 * size, 0.035 * size, 16), new MeshLambertMaterial());
	head.position.set(0, -radius, 0);
	head.rotation.z = -Math.PI / 2;
	group.add(arc, new Group(), head);
	group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), d));
	return group;
}

function actuatorName(a: Actuator): string {
	if (a.rig === undefined) return "";
	return `rig ${a.rig}${a.channel === undefined ? "" : ` \u00b7 channel ${a.channel}`}`;
}

interface Label {
	el: HTMLElement;
	at: () => Vector3;
}

/** Thick segments, written anew at every picture. */
class Strokes {
	readonly object: LineSegments2;
	private geometry = new LineSegmentsGeometry();
	private material: LineMaterial;
	readonly at: Float32Array;
	n = 0;
	constructor(
		capacity: number,
		public ink: Colour,
		width: number,
		opacity = 1,
		dashed = false,
	) {
		this.at = new Float32Array(6 * Math.max(1, capacity));
		this.geometry.setPositions(this.at);
		this.material = new LineMaterial({ linewidth: width, transparent: opacity < 1, opacity, dashed });
		this.object = new LineSegments2(this.geometry, this.material);
		this.object.frustumCulled = false;
		this.object.renderOrder = width;
	}
	segment(a: Float32Array, i: number, j: number): void {
		const o = 6 * this.n++;
		for (let k = 0; k < 3; k++) {
			this.at[o + k] = a[3 * i + k];
			this.at[o + 3 + k] = a[3 * j + k];
		}
	}
	done(): void {
		const data = (this.geometry.attributes.instanceStart as any).data;
		data.array.set(this.at);
		data.needsUpdate = true;
		this.geometry.instanceCount = this.n;
	}
	look(size: { width: number; height: number }): void {
		this.material.color = new Color(colour(this.ink));
		this.material.resolution.set(size.width, size.height);
	}
	dispose(): void {
		this.geometry.dispose();
		this.material.dispose();
	}
}

export class StructureView {
	readonly element: HTMLElement;
	readonly canvas: HTMLCanvasElement;
	private labels: Label[] = [];
	private overlay = h("div", { class: "labels", "aria-hidden": "true" });
	private renderer: WebGLRenderer;
	private scene = new Scene();
	private camera = new OrthographicCamera();
	private controls: OrbitControls;
	private place: Layout;
	private strokes: Strokes[];
	private ghost: Strokes;
	private ground: Strokes;
	private points: Points;
	private pistons: { group: Group; node: number; direction: Vector3 }[] = [];
	private now: Float32Array; // 3 a point of the layout, where it is drawn
	private observer: ResizeObserver;
	private stopColours: () => void;
	private disp: Float32Array | null = null;
	private states: Uint8Array | null = null;
	private magnification = 1;
	private dirty = true;
	private width = 1;
	private height = 1;
	showGhost = true;
	showLabels = true;

	constructor(private model: Model) {
		this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
		this.canvas = this.renderer.domElement;
		this.element = h("div", { class: "scene" }, this.canvas, this.overlay);
		this.place = layout(model);
		this.now = this.place.at.slice();
		const segments = this.place.segments.length;
		this.strokes = KINDS.map(k => new Strokes(segments, k.colour, k.width));
		this.ghost = new Strokes(segments, "muted", ghostWidth, 0.45);
		this.ground = new Strokes(this.place.supports.length / 6, "muted", 2);
		this.points = new Points(new BufferGeometry(), new PointsMaterial({ size: model.nodes.length > 200 ? 3 : 6, sizeAttenuation: false }));
		this.points.geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * model.nodes.length), 3));
		this.points.frustumCulled = false;
		this.scene.add(
			...this.strokes.map(s => s.object),
			this.ghost.object,
			this.ground.object,
			this.points,
			new AmbientLight(0xffffff, 2),
			new DirectionalLight(0xffffff, 1.5),
		);
		this.controls = new OrbitControls(this.camera, this.canvas);
		this.controls.addEventListener("change", () => {
			this.dirty = true;
		});
		this.fixed();
		this.addActuators();
		this.addLabels();
		this.observer = new ResizeObserver(() => this.resize());
		this.observer.observe(this.element);
		this.stopColours = recoloured.on(() => this.recolour());
		this.view(this.place.flat ? "front" : "space");
	}

	/** What does not move: the undeformed members and the supports. */
	private fixed(): void {
		this.ghost.n = 0;
		for (const s of this.place.segments) this.ghost.segment(this.place.at, s.a, s.b);
		this.ghost.done();
		this.ground.at.set(this.place.supports);
		this.ground.n = this.place.supports.length / 6;
		this.ground.done();
	}

	private addActuators(): void {
		const size = this.place.size;
		for (const a of this.model.actuators ?? []) {
			const node = this.place.grip.get(a.node);
			if (node === undefined) continue;
			const d = this.place.direction(a.turns ?? a.direction ?? [], a.dof),
				group = a.turns ? ring(size, d) : piston(size, d),
				away = a.turns ? new Vector3(0, 0, 0.09 * size) : d.clone().multiplyScalar(-0.17 * size);
			this.scene.add(group);
			this.pistons.push({ group, node, direction: d });
			this.label(actuatorName(a), "actuator", () => group.position.clone().add(away));
		}
	}

	private addLabels(): void {
		for (const s of this.model.sites ?? []) {
			const ends = s.elements.map(t => this.middle(t)).filter((p): p is number => p !== undefined);
			if (!ends.length) continue;
			this.label(`${s.remote ? "\u21c4 " : ""}${siteName(s)}${s.remote ? " (elsewhere)" : ""}`, "site", () => {
				const v = new Vector3();
				for (const p of ends) v.add(new Vector3().fromArray(this.now, 3 * p));
				return v.divideScalar(ends.length);
			});
		}
		if (this.model.nodes.length <= 60)
			this.model.nodes.forEach((n, i) => this.label(String(n.tag), "node", () => new Vector3().fromArray(this.now, 3 * i)));
	}

	/** Where an element is named: its middle, or its node where it has but one. */
	private middle(tag: number): number | undefined {
		return this.place.elementMiddle.get(tag) ?? this.place.node.get(this.model.elements.find(e => e.tag === tag)?.nodes[0] ?? NaN);
	}

	private label(words: string, kind: string, at: () => Vector3): void {
		if (!words) return;
		const el = h("span", { class: "label " + kind }, words);
		this.overlay.append(el);
		this.labels.push({ el, at });
	}

	private recolour(): void {
		const size = { width: this.width, height: this.height };
		for (const s of [...this.strokes, this.ghost, this.ground]) s.look(size);
		(this.points.material as PointsMaterial).color = new Color(colour("ink"));
		for (const p of this.pistons)
			p.group.children.forEach((m, i) => {
				if (m instanceof Mesh) (m.material as MeshLambertMaterial).color.set(i === 1 ? colour("muted") : colour("actuator"));
			});
		this.dirty = true;
	}

	private resize(): void {
		this.width = Math.max(1, this.element.clientWidth);
		this.height = Math.max(1, this.element.clientHeight);
		this.renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
		this.renderer.setSize(this.width, this.height);
		this.frustum();
		this.recolour();
	}

	/** The camera sees the whole model with room around it. */
	private frustum(): void {
		const aspect = this.width / this.height,
			half = 0.5 * this.place.size * 1.45,
			{ w, h: tall } = this.place.extent;
		const need = this.place.flat
			? Math.max(0.5 * tall + 0.22 * this.place.size, (0.5 * w + 0.3 * this.place.size) / aspect)
			: half * Math.max(1, 1 / aspect);
		this.camera.left = -need * aspect;
		this.camera.right = need * aspect;
		this.camera.top = need;
		this.camera.bottom = -need;
		this.camera.near = -100 * this.place.size;
		this.camera.far = 100 * this.place.size;
		this.camera.updateProjectionMatrix();
	}

	/** Looks from a side, everything in sight. */
	view(name: ViewName): void {
		const [x, y, z] = DIRECTIONS[name],
			c = this.place.centre;
		this.camera.up.set(0, name === "top" ? 1 : 0, name === "top" ? 0 : 1);
		this.camera.position.set(c.x + x * this.place.size, c.y + y * this.place.size, c.z + z * this.place.size);
		this.controls.target.copy(c);
		this.camera.zoom = 1;
		this.controls.enableRotate = name === "space";
		this.frustum();
		this.controls.update();
		this.dirty = true;
	}

	/** Magnification at which this motion is a twelfth of the model. */
	fitting(disp: Float32Array): number {
		let most = 0;
		for (let i = 0; i < this.model.nodes.length; i++)
			for (let d = 0; d < this.place.translations; d++) {
				const v = Math.abs(disp[i * this.model.ndf + d]);
				if (v > most) most = v;
			}
		return most > 0 ? this.place.size / 12 / most : Infinity;
	}

	/** Displacements (model.json's order of nodes, times ndf) and states of elements, at a magnification. */
	set(disp: Float32Array | null, states: Uint8Array | null, magnification: number): void {
		this.disp = disp;
		this.states = states;
		this.magnification = magnification;
		this.dirty = true;
	}

	private deform(): void {
		if (this.disp) this.place.move(this.disp, this.magnification, this.now);
		else this.now.set(this.place.at);
		for (const s of this.strokes) s.n = 0;
		for (const s of this.place.segments) {
			const yields = this.states?.[s.element] ?? 0;
			this.strokes[yields ? 1 + yields : s.experimental ? 1 : 0].segment(this.now, s.a, s.b);
		}
		for (const s of this.strokes) s.done();
		const p = this.points.geometry.attributes.position as BufferAttribute;
		(p.array as Float32Array).set(this.now.subarray(0, p.array.length));
		p.needsUpdate = true;
		for (const q of this.pistons) q.group.position.fromArray(this.now, 3 * q.node);
	}

	private placeLabels(): void {
		this.overlay.hidden = !this.showLabels;
		if (!this.showLabels) return;
		const v = new Vector3();
		for (const l of this.labels) {
			v.copy(l.at()).project(this.camera);
			l.el.style.transform = `translate(${(((v.x + 1) / 2) * this.width).toFixed(1)}px, ${(((1 - v.y) / 2) * this.height).toFixed(1)}px)`;
		}
	}

	/** Draws, when something has changed. */
	paint(): void {
		if (!this.dirty) return;
		this.dirty = false;
		this.ghost.object.visible = this.showGhost;
		this.deform();
		this.renderer.render(this.scene, this.camera);
		this.placeLabels();
	}

	refresh(): void {
		this.dirty = true;
	}
	schematic(): boolean {
		return this.place.schematic;
	}
	flat(): boolean {
		return this.place.flat;
	}

	destroy(): void {
		this.stopColours();
		this.observer.disconnect();
		this.controls.dispose();
		for (const s of [...this.strokes, this.ghost, this.ground]) s.dispose();
		this.renderer.dispose();
		this.renderer.forceContextLoss();
	}
}
