// Connect: which test to bring to the start, from Operate itself: the one built last, those of old runs, the examples. Rehearse it, connect it and hold.
import { api, errorLine } from "./api";
import { type Bag, Cell, fill, h, marked, text } from "./dom";
import { highlight } from "./highlight";
import { actions, built } from "./page_build";
import type { Session, Shown } from "./session";
import type { Example, RunRow } from "./types";

/** A test that could be connected. */
interface Source {
	key: string;
	group: string;
	label: string;
	about: string;
	/** of the run that it becomes */
	name: string;
	script: () => Promise<string>;
	/** what the server is asked to run */
	body: () => Promise<Record<string, unknown>>;
}

const GROUPS = ["Built here", "From a run", "Examples"];
const nameOf = (words: string): string => words.replace(/[^\w-]/g, "_").slice(0, 40) || "test";

function ofExample(e: Example, file: string): Source {
	const several = e.scripts.length > 1;
	return {
		key: `example ${e.name} ${file}`,
		group: "Examples",
		label: several ? `${e.name}: ${file}` : e.name,
		about: e.text,
		name: nameOf(e.name),
		script: () => api.exampleScript(e.name, several ? file : undefined),
		body: () => Promise.resolve({ example: e.name, ...(several ? { file } : {}) }),
	};
}

function ofRun(r: RunRow): Source {
	const script = (): Promise<string> => api.script(r.id);
	return {
		key: "run " + r.id,
		group: "From a run",
		label: `${r.title} (${r.id})`,
		about: `${r.status}; the script that stands in its record`,
		name: nameOf(r.title),
		script,
		body: async () => ({ script: await script() }),
	};
}

/** Runs of an example are left out: the example itself has the files that its script reads. */
const isExample = (r: RunRow, all: Example[]): boolean => all.some(e => e.scripts.some(f => (r.script ?? "").endsWith(`/${e.name}/${f}`)));

async function sources(): Promise<Source[]> {
	const [examples, runs] = await Promise.all([api.examples(), api.runs(undefined, undefined, 30)]),
		last = built.get(),
		seen = new Set<string>();
	const old = runs.filter(r => {
		const fresh = !isExample(r, examples) && !seen.has(r.title);
		seen.add(r.title);
		return fresh;
	});
	const own: Source[] = last
		? [
				{
					key: "built",
					group: "Built here",
					label: `${last.name}, as the form stands`,
					about: "the test of the page Build",
					name: nameOf(last.name),
					script: () => Promise.resolve(last.script),
					body: () => Promise.resolve({ script: last.script }),
				},
			]
		: [];
	return [...own, ...old.map(ofRun), ...examples.flatMap(e => e.scripts.map(f => ofExample(e, f)))];
}

const chosen = new Cell(""); // key of the source; stays while pages come and go

/** Choice, words, script, and the buttons. */
function chooser(s: Session, all: Source[], bag: Bag): HTMLElement[] {
	const at = (): Source => all.find(x => x.key === chosen.get()) ?? all[0],
		about = h("p", { class: "muted pad" }),
		pre = h("pre", { class: "script", tabindex: "0", "aria-label": "script of the test" }),
		script = h("details", { class: "more" }, h("summary", null, "script"), pre),
		words = h("input", { type: "text", placeholder: "none", "aria-label": "words of the script" });
	const select = h(
		"select",
		{ "aria-label": "which test", onchange: () => chosen.set(select.value) },
		...GROUPS.map(g => {
			const here = all.filter(x => x.group === g);
			return here.length ? h("optgroup", { label: g }, ...here.map(x => h("option", { value: x.key }, x.label))) : null;
		}),
	);
	const show = (): void => {
		if (!script.open) return;
		const key = at().key;
		at()
			.script()
			.then(
				t => at().key === key && fill(pre, ...highlight(t)),
				e => text(pre, errorLine(e)),
			);
	};
	script.addEventListener("toggle", show);
	bag.add(
		chosen.on(() => {
			select.value = at().key;
			fill(about, ...marked(at().about));
			show();
		}),
	);
	const body = async (): Promise<Record<string, unknown>> => {
		const more = words.value.trim().split(/\s+/).filter(Boolean);
		return { ...(await at().body()), ...(more.length ? { words: more } : {}) };
	};
	return [
		h(
			"div",
			{ class: "pad connect" },
			h("label", { class: "field" }, h("span", null, "test"), select),
			h("label", { class: "field" }, h("span", null, "words for it"), words),
		),
		about,
		script,
		actions(s, { body, wrong: () => [], name: () => at().name, first: "hold" }, bag),
	];
}

/** The card. open: it is what this page is for now; otherwise it waits behind its title. */
export function connectCard(s: Session, shown: Shown | null, open: boolean, bag: Bag): HTMLElement {
	const body = h("div", null, h("p", { class: "muted pad" }, "Reading what there is \u2026")),
		title = h("h3", null, shown ? "Connect another test" : "Connect a test"),
		summary = h("summary", null, title, h("span", { class: "muted" }, "rehearse it; connect and hold it for its start")),
		card = h("details", { class: "card wide part connect-card", open }, summary, body);
	const read = (): void => {
		sources().then(
			all => {
				if (shown?.replay && all.some(x => x.key === "run " + shown.id)) chosen.set("run " + shown.id);
				if (all.length) fill(body, ...chooser(s, all, bag));
				else fill(body, h("p", { class: "muted pad" }, "There is no test yet: ", h("a", { href: "#/build" }, "build one"), "."));
			},
			e => fill(body, h("p", { class: "error pad" }, errorLine(e)), h("button", { type: "button", onclick: read }, "Try again")),
		);
	};
	if (open) read();
	else card.addEventListener("toggle", read, { once: true });
	return card;
}
