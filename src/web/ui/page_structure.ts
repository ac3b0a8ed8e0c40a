// Structure: the model, moving; mode shapes; what is computed, what is in the laboratory, what yields, where actuators and sites act.
import { type Bag, Cell, choice, fill, h, save, text } from "./dom";
import { number, quantity, seconds, THIN, unit } from "./format";
import { isExperimental, siteName } from "./kinds";
import type { Page } from "./page";
import { empty, loading, replayBar, whenShown } from "./parts";
import { fileName } from "./picture";
import type { StructureView, ViewName } from "./scene";
import type { Session, Shown } from "./session";
import { Bag as Things } from "./dom";
import type { Mode, Model } from "./types";

const MOTION = -1; // the choice that is no mode
const MOST = 300; // magnification that is chosen without being asked for: noise stays small
const WAYS: { value: ViewName; text: string }[] = [
	{ value: "front", text: "front" },
	{ value: "side", text: "side" },
	{ value: "top", text: "top" },
	{ value: "space", text: "3-D" },
];

interface Look {
	magnification: Cell<number>;
	auto: Cell<boolean>;
	mode: Cell<number>;
	frozen: Cell<boolean>;
}

function legend(m: Model): HTMLElement {
	const row = (kind: string, words: string): HTMLElement => h("li", null, h("span", { class: "key " + kind, "aria-hidden": "true" }), words);
	return h(
		"ul",
		{ class: "keys" },
		row("numerical", "computed"),
		row("experimental", "in the laboratory"),
		row("yielding", "yields now"),
		row("yielded", "has yielded"),
		(m.actuators?.length ?? 0) > 0 && row("actuator", "actuator"),
		row("ghost", "at rest"),
	);
}

function facts(s: Shown, m: Model): HTMLElement {
	const experimental = m.elements.filter(isExperimental).length;
	const rows: [string, string][] = [
		["nodes", String(m.nodes.length)],
		["members", `${m.elements.length - experimental} computed, ${experimental} in the laboratory`],
		["freedoms", String(s.run?.freedoms ?? m.nodes.length * m.ndf)],
		[
			"units",
			[m.units.force, m.units.length, m.units.time]
				.map(named)
				.filter(Boolean)
				.join(", ") + (named(m.units.length) ? "" : "; the rest is the script's own (defaultUnits)"),
		],
	];
	for (const site of m.sites ?? [])
		rows.push([
			siteName(site),
			`${site.type}${site.remote ? ", elsewhere" : ""}: element${site.elements.length > 1 ? "s" : ""} ${site.elements.join(", ")}`,
		]);
	for (const rig of m.rigs ?? [])
		rows.push([
			`rig ${rig.tag}`,
			`${rig.type}${rig.rate_hz ? `, ${number(rig.rate_hz, 4)} Hz` : ""}, ${rig.channels.length} channel${rig.channels.length > 1 ? "s" : ""}`,
		]);
	return h("dl", { class: "facts" }, ...rows.flatMap(([k, v]) => [h("dt", null, k), h("dd", null, v)]));
}

/** Slider from a thousandth to a million, a decade the same length everywhere; and one that looks for itself. */
function magnifier(look: Look, schematic: boolean): HTMLElement {
	const out = h("output", null),
		slider = h("input", { type: "range", min: -2, max: 5, step: 0.02, "aria-label": "magnification of displacements" });
	slider.addEventListener("input", () => {
		look.auto.set(false);
		look.magnification.set(10 ** Number(slider.value));
	});
	const auto = h("input", { type: "checkbox", onchange: () => look.auto.set(auto.checked) });
	look.auto.on(v => {
		auto.checked = v;
	});
	look.magnification.on(v => {
		slider.value = String(Math.log10(v));
		text(out, schematic ? "no scale" : `${number(v, 3)} \u00d7`);
	});
	const one = h(
		"button",
		{
			type: "button",
			class: "small",
			title: "as large as it is",
			onclick: () => {
				look.auto.set(false);
				look.magnification.set(1);
			},
		},
		"1 \u00d7",
	);
	return h(
		"div",
		{ class: "field" },
		h("span", null, "magnification"),
		slider,
		out,
		!schematic && one,
		h("label", { class: "check" }, auto, "automatic"),
	);
}

function modeChoice(modes: Mode[], timeUnit: string, look: Look): HTMLElement {
	const select = h(
		"select",
		{ "aria-label": "what moves", onchange: () => look.mode.set(Number(select.value)) },
		h("option", { value: MOTION }, "the test"),
		...modes.map((m, i) =>
			h(
				"option",
				{ value: i },
				`mode ${i + 1}: ${number(m.period, 3)} ${timeUnit}`,
			),
		),
	);
	return h("label", { class: "field" }, h("span", null, "motion"), select);
}

/** A mode as displacements of the model, at an instant of its oscillation. */
function modeMotion(m: Model, mode: Mode, phase: number, out: Float32Array): Float32Array {
	mode.shape.forEach((row, i) =>
		row.forEach((v, k) => {
			out[i * m.ndf + k] = v * phase;
		}),
	);
	return out;
}

/** Period and frequency of a mode, and that it is not shown with them. */
function modeWords(m: Model, mode: Mode, i: number): string {
	const tu = unit(m.units.time) || "s";
	return `mode ${i + 1}: T = ${quantity(mode.period, tu)}, f = ${quantity(mode.frequency, tu === "s" ? "Hz" : "1/" + tu)}; drawn in 2${THIN}s`;
}

/** Units that the script named; a word for what it left open is none. */
const named = (u: string | undefined): string => (u === "force" || u === "length" ? "" : unit(u));

function animate(s: Session, m: Model, view: StructureView, look: Look, note: HTMLElement, bag: Bag): void {
	const shape = new Float32Array(m.nodes.length * m.ndf);
	let largest = 0; // smallest magnification that fits so far: the picture does not breathe
	bag.add(
		look.mode.on(() => {
			largest = 0;
		}),
	);
	bag.frames(ms => {
		if (look.frozen.get()) return;
		const mode = m.modes?.[look.mode.get()],
			f = mode ? null : (s.feed?.motion() ?? null);
		const disp = mode ? modeMotion(m, mode, 1, shape) : (f?.disp ?? null);
		if (disp && look.auto.get() && !(s.feed?.replay && largest && !mode)) {
			const fit = mode ? view.fitting(shape) : Math.min(MOST, ...(s.feed?.motions() ?? []).map(d => view.fitting(d)));
			if (!largest || fit < largest * 0.999) {
				largest = fit;
				look.magnification.set(Number((10 ** (Math.round(Math.log10(fit) * 20) / 20)).toPrecision(2)));
			}
		}
		if (mode) modeMotion(m, mode, Math.sin((ms / 1000) * Math.PI), shape);
		view.set(mode ? shape : disp, mode ? null : (f?.states ?? null), look.magnification.get());
		view.paint();
		text(note, mode ? modeWords(m, mode, look.mode.get()) : f ? `t = ${seconds(f.time)}` : "no motion yet");
	});
}

/** Largest displacement so far, and where. */
function readout(s: Session, m: Model, bag: Bag): HTMLElement {
	const now = h("dd", null),
		most = h("dd", null),
		u = named(m.units.length);
	let peak = 0,
		at = "";
	bag.every(200, () => {
		const f = s.feed?.motion();
		if (!f) return;
		let largest = 0,
			node = 0,
			dof = 0;
		const d = Math.min(m.ndm, m.ndf);
		for (let i = 0; i < m.nodes.length; i++)
			for (let k = 0; k < d; k++)
				if (Math.abs(f.disp[i * m.ndf + k]) > Math.abs(largest)) [largest, node, dof] = [f.disp[i * m.ndf + k], m.nodes[i].tag, k + 1];
		if (Math.abs(largest) > Math.abs(peak)) [peak, at] = [largest, `node ${node}, direction ${dof}, t = ${seconds(f.time)}`];
		text(now, `${quantity(largest, u)} (node ${node})`);
		text(most, peak ? `${quantity(peak, u)} (${at})` : "\u2013");
	});
	return h("dl", { class: "facts" }, h("dt", null, "largest now"), now, h("dt", null, "largest seen"), most);
}

async function draw(root: HTMLElement, s: Session, shown: Shown, m: Model, bag: Bag): Promise<void> {
	const left = bag.left();
	fill(root, loading("Drawing the structure \u2026"));
	let view: StructureView;
	try {
		const { StructureView: View } = await import("./scene");
		if (left()) return;
		view = new View(m);
	} catch (e) {
		fill(
			root,
			empty(
				"This browser cannot draw in three dimensions",
				h("p", null, "WebGL is switched off or missing. Curves and controls work: "),
				h("p", { class: "error" }, String(e)),
				h("p", null, h("a", { class: "button", href: "#/live" }, "Live")),
			),
		);
		return;
	}
	bag.add(() => view.destroy());
	const look: Look = { magnification: new Cell(1), auto: new Cell(true), mode: new Cell(MOTION), frozen: new Cell(false) },
		way = new Cell<ViewName>(view.flat() ? "front" : "space");
	const note = h("span", { class: "clock scene-clock" }),
		gone = h(
			"p",
			{ class: "scene-gone notice bad", role: "alert", hidden: true },
			"The graphics processor of this browser has let go of the picture. Curves and controls work.",
		),
		toggle = (words: string, on: boolean, f: (on: boolean) => void): HTMLElement => {
			const box = h("input", {
				type: "checkbox",
				checked: on,
				onchange: () => {
					f(box.checked);
					view.refresh();
				},
			});
			return h("label", { class: "check" }, box, words);
		};
	way.on(v => view.view(v));
	const png = (): void => {
		view.refresh();
		view.paint();
		view.canvas.toBlob(b => {
			if (b) save(b, fileName(shown.id, "structure") + ".png");
		});
	};
	const tools = h(
		"aside",
		{ class: "card side", "aria-label": "view" },
		modeChoice(m.modes ?? [], unit(m.units.time) || "s", look),
		magnifier(look, view.schematic()),
		h(
			"div",
			{ class: "field" },
			h("span", null, "view"),
			choice("view", view.flat() ? WAYS.filter(w => w.value === "front" || w.value === "space") : WAYS, way),
		),
		h(
			"div",
			{ class: "field" },
			toggle("at rest, too", true, v => {
				view.showGhost = v;
			}),
			toggle("names", true, v => {
				view.showLabels = v;
			}),
			h("button", { type: "button", class: "small", title: "save the picture as PNG", onclick: png }, "PNG"),
		),
		legend(m),
		readout(s, m, bag),
		facts(shown, m),
		view.schematic() &&
			h(
				"p",
				{ class: "muted" },
				"This model has no extent across its motion. It is drawn as the shear building it stands for: a floor a mass, columns for its springs.",
			),
	);
	fill(
		root,
		h("div", { class: "structure" }, h("div", { class: "stage" }, view.element, note, gone), tools),
		replayBar(s, bag, shown.run!.duration ?? 0, unit(m.units.time) || "s"),
	);
	// three.js draws again when it is back
	bag.listen(view.canvas, "webglcontextlost", () => (gone.hidden = false));
	bag.listen(view.canvas, "webglcontextrestored", () => (gone.hidden = true));
	view.canvas.setAttribute("role", "img");
	view.canvas.setAttribute("aria-label", `${shown.run!.title}: ${m.nodes.length} nodes, ${m.elements.length} members, moving`);
	s.feed?.show({ series: [], pairs: [], motion: true, width: 100, fps: 60 });
	animate(s, m, view, look, note, bag);
	bag.listen(window, "keydown", (e: KeyboardEvent) => {
		if (e.key === " " && !s.feed?.replay && !(e.target instanceof HTMLElement && e.target.closest("input, button, select, a"))) {
			look.frozen.set(!look.frozen.get());
			e.preventDefault();
		}
	});
	bag.add(look.frozen.on(v => note.classList.toggle("frozen", v)));
}

export const structurePage: Page = {
	title: "Structure",
	mount(root, s, bag) {
		whenShown(
			root,
			s,
			bag,
			// a run that begins a record anew has another model
			x => (x.model ? `model ${x.model.part} ${x.model.nodes.length} ${x.model.elements.length}` : ""),
			(shown, inner) => {
				if (shown.model) void draw(root, s, shown, shown.model, inner);
				else
					fill(
						root,
						shown.replay
							? empty(
									"This run has no model to draw",
									h("p", null, "It was recorded without ", h("code", null, "--live"), ". Its curves are on the page Live."),
									h("p", null, h("a", { class: "button", href: `#/live?run=${encodeURIComponent(shown.id)}` }, "Live")),
								)
							: loading("The script builds its model \u2026"),
					);
			},
			new Things(),
		);
	},
};
