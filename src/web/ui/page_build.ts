// Test builder: a form a part of the test, made from the plug-ins' own tables; the script that it writes, beside it; run, hold, rehearse or check it. And the
// gallery: examples that run with one click.
import { api, errorLine } from "./api";
import { Bag, Cell, choice, fill, h, marked, text } from "./dom";
import { ParamForm } from "./form";
import { highlight } from "./highlight";
import type { Page } from "./page";
import { failure, loading } from "./parts";
import { begins, conflicts, type Filled, MONITOR_NAMES, type Part, PARTS, type Recipe, shownParams, shownRows, TIME, write } from "./recipe";
import type { Session } from "./session";
import type { Example, Family, PluginRow, Template } from "./types";

/** One part: a kind and its parameters. */
class PartForm {
	readonly element: HTMLElement;
	private kind: Cell<string>;
	private form: ParamForm | null = null;
	private row: PluginRow | undefined;
	constructor(
		private part: Part,
		private family: Family,
		private changed: () => void,
	) {
		const shown = shownRows(part, family),
			rows = shown.filter(r => !r.not).map(r => r.row);
		const first = rows.find(r => r.name === part.first)?.name ?? (part.none ? "" : rows[0]?.name) ?? "";
		this.kind = new Cell(first);
		const select = h(
			"select",
			{ "aria-label": `${part.title}: kind`, onchange: () => this.kind.set(select.value) },
			part.none && h("option", { value: "" }, part.none),
			...shown.map(({ row, not }) => h("option", { value: row.name, disabled: not !== "" }, not ? `${row.name} (${not})` : row.name)),
		);
		select.value = this.kind.get();
		const body = h("div"),
			brief = h("p", { class: "muted" }),
			name = h("span", { class: "muted" });
		this.kind.on(k => {
			const row = rows.find(r => r.name === k);
			this.row = row;
			this.form = row ? new ParamForm(shownParams(part, row), begins(part, row), part.id) : null;
			text(name, k || part.none || "");
			text(brief, row ? [row.brief, row.cite].filter(Boolean).join(". ") : "");
			fill(body, this.form?.element);
			if (this.form) this.form.changed.on(() => this.changed());
			else this.changed();
		});
		this.element = h(
			"details",
			{ class: "card part", open: part.id === "specimen" },
			h("summary", null, h("h3", null, part.title), name),
			(rows.length > 1 || part.none) && h("label", { class: "field" }, h("span", null, "kind"), select),
			brief,
			body,
		);
	}
	filled(): Filled | null {
		return this.form && this.row ? { name: this.row.name, words: this.form.words(), row: this.row, values: this.form.values } : null;
	}
	wrong(): string[] {
		return (this.form?.wrong() ?? []).map(w => `${this.part.title}, ${w}`);
	}
	missing(): boolean {
		return !this.part.none && !this.family.rows.length;
	}
}

/** The model: a template and its parameters. */
class ModelForm {
	readonly element: HTMLElement;
	template: Template;
	private form!: ParamForm;
	constructor(templates: Template[], changed: () => void) {
		const chosen = new Cell(templates[0].name),
			body = h("div");
		this.template = templates[0];
		chosen.on(name => {
			this.template = templates.find(t => t.name === name)!;
			this.form = new ParamForm(
				this.template.params.map(p => ({ ...p, required: true })),
				undefined,
				"model",
			);
			fill(body, this.form.element);
			this.form.changed.on(changed);
		});
		this.element = h(
			"details",
			{ class: "card part", open: true },
			h("summary", null, h("h3", null, "Model")),
			choice(
				"template",
				templates.map(t => ({ value: t.name, text: t.title })),
				chosen,
			),
			body,
		);
	}
	values(): Record<string, string> {
		return this.form.values;
	}
	wrong(): string[] {
		return this.form.wrong().map(w => "Model, " + w);
	}
}

/** Goes to a test that was started as soon as it publishes; one that ends before that says why. Who has gone elsewhere meanwhile stays there: what TRIP
 * trips does not change under a hand. */
async function follow(s: Session, id: string, page: string, left: () => boolean): Promise<void> {
	while (!left()) {
		if (s.live.get().includes(id)) {
			location.hash = `#/${page}?run=${encodeURIComponent(id)}`;
			return;
		}
		const log = await api.log(id, 0);
		if (!log.running && !s.live.get().includes(id)) {
			await new Promise(r => setTimeout(r, 300));
			if (left()) return;
			if (log.status === 0) {
				location.hash = `#/runs?id=${encodeURIComponent(id)}`;
				return;
			}
			throw new Error(log.text || "the program ended without a word");
		}
		await new Promise(r => setTimeout(r, 150));
	}
}

export interface Actions {
	/** what is to be run, as POST /api/tests wants it */
	body: () => Promise<Record<string, unknown>>;
	wrong: () => string[];
	name: () => string;
	/** the mode that stands first */
	first: string;
}

/** What the form says now, for whoever connects it elsewhere. */
export const built = new Cell<{ name: string; script: string } | null>(null);

const MODES: [mode: string, name: string][] = [
	["run", "\u25b6 Run it now"],
	["hold", "Connect and hold"],
	["rehearse", "Rehearse"],
	["check", "Check"],
];

/** Buttons that give the script to the program, and its answer. */
export function actions(s: Session, a: Actions, bag: Bag): HTMLElement {
	const answer = h("pre", { class: "answer", role: "status", hidden: true, tabindex: "0" }),
		say = (words: string, kind: string): void => {
			answer.hidden = false;
			answer.className = "answer " + kind;
			text(answer, words);
		};
	const send = async (mode: string): Promise<void> => {
		const wrong = a.wrong();
		if (wrong.length) {
			say(wrong.join("\n"), "bad");
			return;
		}
		const left = bag.left();
		say(mode === "rehearse" ? "rehearsing \u2026" : "starting \u2026", "");
		try {
			const r = await api.test({ name: a.name(), ...(await a.body()), mode, pace: 1 });
			if (r.id) await follow(s, r.id, mode === "hold" ? "operate" : "structure", left);
			else say(r.text || (r.ok ? "no mistake found" : "refused"), r.ok ? "good" : "bad");
		} catch (e) {
			say(errorLine(e), "bad");
		}
	};
	const buttons = [...MODES]
		.sort((x, y) => Number(y[0] === a.first) - Number(x[0] === a.first))
		.map(([mode, name]) =>
			h("button", { type: "button", class: mode === a.first ? "primary" : null, "data-mode": mode, onclick: () => void send(mode) }, name),
		);
	const viewer = h("p", { class: "muted", hidden: true }, "You are a viewer: copy the script; an operator runs it.");
	bag.add(
		s.status.on(x => {
			buttons.forEach(b => {
				b.disabled = x?.role !== "operator";
			});
			viewer.hidden = !x || x.role === "operator";
		}),
	);
	return h("div", { class: "actions" }, h("div", { class: "buttons" }, ...buttons), viewer, answer);
}

/** The script, as written or as changed by hand. */
function scriptCard(
	s: Session,
	written: () => string,
	wrong: () => string[],
	name: () => string,
	bag: Bag,
): { element: HTMLElement; refresh: () => void } {
	const shown = h("pre", { class: "script", tabindex: "0", "aria-label": "script" }),
		area = h("textarea", { class: "script", hidden: true, spellcheck: "false", "aria-label": "script, to be changed by hand" });
	const byHand = new Cell(false),
		script = (): string => (byHand.get() ? area.value : written());
	const edit = h("button", { type: "button", class: "small", onclick: () => byHand.set(!byHand.get()) }),
		copy = h("button", { type: "button", class: "small", onclick: () => void navigator.clipboard.writeText(script()) }, "Copy");
	const keep = (): void => built.set({ name: name(), script: script() });
	const refresh = (): void => {
		if (!byHand.get()) fill(shown, ...highlight(written()));
		keep();
	};
	area.addEventListener("input", keep);
	byHand.on(v => {
		text(edit, v ? "From the form again" : "Edit");
		if (v) area.value = written();
		area.hidden = !v;
		shown.hidden = v;
		refresh();
	});
	return {
		refresh,
		element: h(
			"section",
			{ class: "card script-card" },
			h("header", null, h("h3", null, "The script it writes"), h("span", { class: "tools" }, edit, copy)),
			shown,
			area,
			actions(s, { body: () => Promise.resolve({ script: script() }), wrong: () => (byHand.get() ? [] : wrong()), name, first: "run" }, bag),
		),
	};
}

function builder(root: HTMLElement, s: Session, families: Family[], templates: Template[], bag: Bag): void {
	let refresh = (): void => {};
	const changed = (): void => refresh(),
		none: Family = { name: "", command: "", rows: [] };
	const model = new ModelForm(templates, changed),
		parts = PARTS.map(p => new PartForm(p, families.find(f => f.command === p.command || f.name === p.command) ?? none, changed));
	const time = new ParamForm(TIME, undefined, "time"),
		boxes = MONITOR_NAMES.map(() => h("input", { type: "checkbox", checked: true, onchange: changed }));
	time.changed.on(changed);
	const name = h("input", { type: "text", value: "first", pattern: "[\\w-]{1,40}", "aria-label": "name of the test", oninput: changed });
	const recipe = (): Recipe => ({
		name: name.value,
		template: model.template,
		model: model.values(),
		parts: Object.fromEntries(PARTS.map((p, i) => [p.id, parts[i].filled()])),
		time: time.values,
		monitors: MONITOR_NAMES.filter((_, i) => boxes[i].checked),
	});
	const absent = PARTS.filter((_, i) => parts[i].missing()).map(p => p.title);
	const written = (): string => (absent.length ? `# the program knows no ${absent.join(", ")}` : write(recipe())),
		wrong = (): string[] => [
			...model.wrong(),
			...parts.flatMap(p => p.wrong()),
			...time.wrong(),
			...conflicts(recipe()),
			...(/^[\w-]{1,40}$/.test(name.value) ? [] : ["name: letters, digits, - and _, 40 at most"]),
		];
	const script = scriptCard(s, written, wrong, () => name.value, bag);
	refresh = script.refresh;
	fill(
		root,
		h(
			"div",
			{ class: "build" },
			h(
				"div",
				{ class: "parts" },
				h("section", { class: "card pad" }, h("label", { class: "field" }, h("span", null, "name"), name)),
				model.element,
				...parts.map(p => p.element),
				h("details", { class: "card part", open: true }, h("summary", null, h("h3", null, "Time, damping, stroke")), time.element),
				h(
					"section",
					{ class: "card part pad" },
					h("h3", null, "Monitors"),
					h("div", { class: "chips" }, ...MONITOR_NAMES.map((n, i) => h("label", { class: "chip" }, boxes[i], n))),
				),
			),
			script.element,
		),
	);
	refresh();
}

function galleryCard(s: Session, e: Example, bag: Bag): HTMLElement {
	const answer = h("p", { class: "answer", role: "status" }),
		run = h(
			"button",
			{
				type: "button",
				class: "primary",
				"aria-label": `Run ${e.name}`,
				onclick: async () => {
					const left = bag.left();
					text(answer, "starting \u2026");
					try {
						const r = await api.test({ name: e.name.replace(/[^\w-]/g, "_").slice(0, 40), example: e.name, mode: "run", pace: 1 });
						await follow(s, r.id!, "structure", left);
					} catch (err) {
						text(answer, errorLine(err));
						answer.className = "answer bad";
					}
				},
			},
			"\u25b6 Run",
		);
	bag.add(
		s.status.on(x => {
			run.disabled = x?.role !== "operator";
		}),
	);
	const script = h("details", null, h("summary", null, "script"), h("pre", { class: "script", tabindex: "0" }));
	script.addEventListener("toggle", () => {
		const pre = script.querySelector("pre")!;
		if (script.open && !pre.textContent)
			api.exampleScript(e.name).then(
				t => fill(pre, ...highlight(t)),
				err => text(pre, errorLine(err)),
			);
	});
	return h(
		"section",
		{ class: "card example" },
		h("header", null, h("h3", null, e.title || e.name), run),
		h("p", { class: "pad" }, ...marked(e.text)),
		answer,
		script,
	);
}

async function gallery(root: HTMLElement, s: Session, bag: Bag): Promise<void> {
	const left = bag.left();
	fill(root, loading("Reading the examples \u2026"));
	try {
		const all = await api.examples();
		if (!left()) fill(root, h("div", { class: "grid" }, ...all.map(e => galleryCard(s, e, bag))));
	} catch (e) {
		if (left()) return;
		fill(
			root,
			failure(errorLine(e), () => void gallery(root, s, bag)),
		);
	}
}

async function build(root: HTMLElement, s: Session, bag: Bag): Promise<void> {
	const left = bag.left();
	fill(root, loading("Reading the tables of the plug-ins \u2026"));
	try {
		const [{ families }, templates] = await Promise.all([api.plugins(), api.templates()]);
		if (left()) return;
		builder(
			root,
			s,
			families,
			templates.filter(t => t.kind === "model"),
			bag,
		);
	} catch (e) {
		if (left()) return;
		fill(
			root,
			failure(errorLine(e), () => void build(root, s, bag)),
		);
	}
}

export const buildPage: Page = {
	title: "Build",
	mount(root, s, bag, words) {
		const which = new Cell<"build" | "gallery">(words.get("gallery") ? "gallery" : "build"),
			body = h("div"),
			inner = new Bag();
		bag.add(() => inner.empty());
		fill(
			root,
			h(
				"div",
				{ class: "toolbar" },
				choice(
					"what",
					[
						{ value: "build", text: "Build a test" },
						{ value: "gallery", text: "Gallery" },
					],
					which,
				),
			),
			body,
		);
		which.on(w => {
			inner.empty();
			void (w === "build" ? build : gallery)(body, s, inner);
		});
	},
};
