// Runs: all of them, newest first; search; one of them in detail; two side by side.
import { api, errorLine } from "./api";
import { Chart } from "./chart";
import { rangePoints } from "./buffers";
import { type Bag, Cell, fill, h, type Head, type Kid, scrollTable, text } from "./dom";
import { columnName, date, NONE, number, quantity, seconds, short, unit } from "./format";
import { decodeRange } from "./frames";
import { highlight } from "./highlight";
import type { Page } from "./page";
import { empty, eventWords, failure, loading } from "./parts";
import type { Session } from "./session";
import { stateLook } from "./states";
import type { ComparedColumn, Comparison, Run, RunRow, Table } from "./types";

const enc = encodeURIComponent;
const PAGE = 50;
const HEADS: Head[] = [
	{ text: "compare", hidden: true },
	{ text: "run" },
	{ text: "status" },
	{ text: "begun", wideOnly: true },
	{ text: "test time", num: true },
	{ text: "steps", num: true, wideOnly: true },
	{ text: "specimens", num: true, wideOnly: true },
	{ text: "what to do", hidden: true },
];

function statusChip(r: RunRow): HTMLElement {
	const look = stateLook(r.status);
	return h("span", { class: "chip-state " + look.kind, title: r.reason ?? "" }, `${look.sign} ${look.word}`);
}

/** A row of the list. */
function runRow(r: RunRow, chosen: Cell<string[]>): HTMLElement {
	const box = h("input", {
		type: "checkbox",
		"aria-label": `compare ${r.title} ${r.id}`,
		onchange: () => {
			chosen.set(box.checked ? [...chosen.get().slice(-1), r.id] : chosen.get().filter(x => x !== r.id));
		},
	});
	chosen.on(all => {
		box.checked = all.includes(r.id);
	});
	return h(
		"tr",
		null,
		h("td", null, box),
		h("th", { scope: "row" }, h("a", { href: `#/runs?id=${enc(r.id)}` }, r.title || r.id), h("small", null, r.id)),
		h("td", null, statusChip(r)),
		h("td", { class: "wide-only" }, date(r.created)),
		h("td", { class: "num" }, r.duration == null ? NONE : seconds(r.duration, r.time_unit ?? "")),
		h("td", { class: "num wide-only" }, r.steps ?? NONE),
		h("td", { class: "num wide-only" }, r.specimens ?? NONE),
		h(
			"td",
			null,
			h(
				"span",
				{ class: "buttons" },
				h(
					"a",
					{ class: "button small", href: r.live ? `#/live?run=${enc(r.id)}` : `#/structure?run=${enc(r.id)}` },
					r.live ? "Watch" : "Replay",
				),
				h("a", { class: "button small wide-only", href: api.reportAddress(r.id), target: "_blank", rel: "noopener" }, "Report"),
			),
		),
	);
}

function list(root: HTMLElement, s: Session, bag: Bag): void {
	const chosen = new Cell<string[]>([]),
		body = h("tbody"),
		state = h("div"),
		more = h("button", { type: "button", hidden: true, onclick: () => void load(true) }, "More");
	const search = h("input", {
		type: "search",
		placeholder: "search",
		title: "words of title, script or status",
		"aria-label": "search runs",
		oninput: () => {
			clearTimeout(timer);
			timer = window.setTimeout(() => void load(false), 200);
		},
	});
	const compare = h("a", { class: "button", role: "link", "aria-disabled": "true" }, "Compare two");
	bag.add(
		chosen.on(c => {
			compare.setAttribute("aria-disabled", String(c.length !== 2));
			if (c.length === 2) compare.setAttribute("href", `#/runs?a=${enc(c[0])}&b=${enc(c[1])}`);
			else compare.removeAttribute("href");
			text(compare, c.length === 2 ? "Compare the two" : `Compare: choose two (${c.length})`);
		}),
	);
	let timer = 0,
		rows: RunRow[] = [],
		turn = 0;
	const load = async (further: boolean): Promise<void> => {
		const mine = ++turn;
		try {
			const got = await api.runs(search.value.trim(), further ? rows[rows.length - 1]?.id : undefined, PAGE);
			if (mine !== turn) return;
			rows = further ? [...rows, ...got] : got;
			more.hidden = got.length < PAGE;
			fill(body, ...rows.map(r => runRow(r, chosen)));
			fill(
				state,
				!rows.length &&
					(search.value
						? empty("Nothing found", h("p", null, `No run has all of: ${search.value}`))
						: empty(
								"No run yet",
								h("p", null, "Every test leaves its record here."),
								h("p", null, h("a", { class: "button", href: "#/build" }, "Build a test")),
							)),
			);
		} catch (e) {
			if (mine === turn)
				fill(
					state,
					failure(errorLine(e), () => void load(false)),
				);
		}
	};
	fill(state, loading("Reading the runs \u2026"));
	fill(
		root,
		h("div", { class: "toolbar" }, search, compare),
		h("section", { class: "card" }, scrollTable("runs", HEADS, body, "runs"), state),
		more,
	);
	void load(false);
	let live = "";
	bag.add(
		s.live.on(ids => {
			if (live && live !== ids.join() + ".") void load(false);
			live = ids.join() + ".";
		}),
	);
}

const FEW = 10;

/** Names and units of a table's columns; many are folded away. */
function columnsCell(t: Table): HTMLElement {
	const names = t.columns.map(c => (unit(c.unit) ? `${c.name} [${unit(c.unit)}]` : c.name));
	return h(
		"td",
		{ class: "muted names" },
		names.slice(0, FEW).join(", "),
		names.length > FEW && h("details", null, h("summary", null, `${names.length - FEW} more`), names.slice(FEW).join(", ")),
	);
}

/** What a run was. */
function factsOf(run: Run): HTMLElement {
	const fact = (k: string, v: Kid): HTMLElement[] => [h("dt", null, k), h("dd", null, v)],
		tu = unit(run.units?.time) || "s";
	return h(
		"dl",
		{ class: "facts" },
		...fact("status", statusChip(run)),
		...(run.reason ? fact("because", run.reason) : []),
		...fact("begun", date(run.created)),
		...fact("test time", quantity(run.duration, tu)),
		...fact("steps", `${run.steps ?? NONE} of ${short(run.dt)} ${tu}`),
		...fact("freedoms", String(run.freedoms ?? NONE)),
		...fact("specimens", String(run.specimens ?? NONE)),
		...fact("script", run.script ?? NONE),
		...Object.entries(run.head ?? {})
			.filter(([k]) => ["clock", "program", "machine", "seed", "script_hash", "lost"].includes(k))
			.flatMap(([k, v]) => fact(k === "lost" ? "rows lost" : k.replace("_", " "), String(v))),
	);
}

/** Its tables, each to be saved. */
function tablesOf(run: Run): HTMLElement {
	const csv = (t: Table): HTMLElement =>
		h(
			"a",
			{
				class: "button small",
				href: api.csvAddress(run.id, { table: t.name, columns: [] }),
				download: `${run.id}-${t.name.replace("/", "-")}.csv`,
			},
			"CSV",
		);
	const row = (t: Table): HTMLElement =>
		h(
			"tr",
			null,
			h("th", { scope: "row" }, t.name),
			h("td", { class: "num" }, t.rows),
			h("td", { class: "num" }, t.rate_hz ? quantity(t.rate_hz, "Hz") : ""),
			columnsCell(t),
			h("td", null, csv(t)),
		);
	return scrollTable(
		"tables",
		[{ text: "table" }, { text: "rows", num: true }, { text: "rate", num: true }, { text: "columns" }, { text: "save", hidden: true }],
		run.tables.map(row),
		"tables",
	);
}

/** One run: what it was, its events, tables, and where to go from here. */
async function detail(root: HTMLElement, id: string, bag: Bag): Promise<void> {
	const left = bag.left();
	fill(root, loading("Reading the run \u2026"));
	let run: Run, script: string;
	try {
		[run, script] = await Promise.all([api.run(id), api.script(id).catch(() => "")]);
	} catch (e) {
		if (left()) return;
		fill(
			root,
			failure(errorLine(e), () => void detail(root, id, bag)),
		);
		return;
	}
	if (left()) return;
	fill(
		root,
		h(
			"div",
			{ class: "toolbar" },
			h("a", { class: "button", href: "#/runs" }, "\u2190 Runs"),
			h("h2", null, run.title),
			h("a", { class: "button primary", href: `#/structure?run=${enc(id)}` }, run.live ? "Watch" : "Replay"),
			h("a", { class: "button", href: `#/live?run=${enc(id)}` }, "Curves"),
			h("a", { class: "button", href: api.reportAddress(id), target: "_blank", rel: "noopener" }, "Report"),
		),
		h(
			"div",
			{ class: "beside" },
			h("section", { class: "card" }, h("header", null, h("h3", null, "The run"), h("span", { class: "note" }, id)), factsOf(run)),
			h(
				"section",
				{ class: "card events-card" },
				h("header", null, h("h3", null, "Events")),
				h(
					"ol",
					{ class: "events", tabindex: "0" },
					...run.events.map(e =>
						h(
							"li",
							null,
							h("time", null, seconds(e.time, run.units?.time ?? "")),
							h("b", null, e.kind),
							h("span", null, eventWords(e)),
						),
					),
				),
			),
			h("section", { class: "card wide" }, h("header", null, h("h3", null, "Tables")), tablesOf(run)),
			script &&
				h(
					"section",
					{ class: "card wide" },
					h("header", null, h("h3", null, "Script")),
					h("pre", { class: "script", tabindex: "0" }, ...highlight(script)),
				),
		),
	);
}

/** Columns that two runs share, as table/column. */
function shared(a: Run, b: Run): { table: string; column: string; unit: string }[] {
	const all: { table: string; column: string; unit: string }[] = [];
	for (const t of a.tables)
		for (const c of t.columns)
			if (c.name !== t.time && b.tables.find(o => o.name === t.name)?.columns.some(o => o.name === c.name) && !t.name.startsWith("timing/"))
				all.push({ table: t.name, column: c.name, unit: c.unit });
	return all;
}

const VERDICTS: Record<string, string> = { good: "good", doubtful: "warn", bad: "bad" };

function differenceRow(r: ComparedColumn): HTMLElement {
	const share = (x: number | null | undefined): string => (x == null ? NONE : `${number(100 * x, 3)} %`);
	return h(
		"tr",
		null,
		h("th", { scope: "row" }, columnName(r.name)),
		h("td", { class: "num wide-only" }, quantity(r.largest, unit(r.unit))),
		h("td", { class: "num" }, quantity(r.difference, unit(r.unit))),
		h("td", { class: "num wide-only" }, seconds(r.at)),
		h("td", { class: "num" }, share(r.eps_max)),
		h("td", { class: "num" }, share(r.eps_rms)),
	);
}

function comparisonTable(c: Comparison): HTMLElement {
	const moves = c.columns.filter(r => r.largest !== 0 || r.difference !== 0),
		still = c.columns.length - moves.length;
	const table = (label: string, rows: ComparedColumn[]): HTMLElement =>
			scrollTable(
				label,
				["column", "largest of the first", "largest difference", "at", "of the largest", "rms"].map((text, i) => ({
					text,
					num: i > 0,
					wideOnly: i === 1 || i === 3,
				})),
				rows.map(differenceRow),
			),
		first = moves.filter(r => /_disp\d+$|^site/.test(r.name)),
		rest = moves.filter(r => !first.includes(r));
	return h(
		"section",
		{ class: "card wide" },
		h("header", null, h("h3", null, "How far apart"), h("span", { class: "chip-state " + (VERDICTS[c.verdict] ?? "") }, c.verdict)),
		h("p", { class: "pad" }, c.summary),
		table("differences of displacements and specimens", first),
		rest.length > 0 &&
			h(
				"details",
				{ class: "rest" },
				h("summary", null, `${rest.length} more: velocities, accelerations, reactions`),
				table("differences of the rest", rest),
			),
		still > 0 && h("p", { class: "muted pad" }, `Left out: ${still} ${still === 1 ? "column that is" : "columns that are"} zero in both.`),
		...c.notes.map(n => h("p", { class: "muted pad" }, n)),
	);
}

/** Two runs: the same column of both, one beside the other on the same axes of time, and one over the other. */
async function compare(root: HTMLElement, ids: [string, string], bag: Bag): Promise<void> {
	const left = bag.left();
	fill(root, loading("Reading both runs \u2026"));
	let runs: Run[];
	try {
		runs = await Promise.all(ids.map(id => api.run(id)));
	} catch (e) {
		if (left()) return;
		fill(
			root,
			failure(errorLine(e), () => void compare(root, ids, bag)),
		);
		return;
	}
	if (left()) return;
	const columns = shared(runs[0], runs[1]),
		select = h(
			"select",
			{ "aria-label": "column" },
			...columns.map((c, i) => h("option", { value: i }, `${c.table}: ${columnName(c.column)}${c.unit ? ` [${unit(c.unit)}]` : ""}`)),
		);
	const side = h("div", { class: "beside" }),
		differences = h("div");
	const first = columns.findIndex(c => /^node\d+_disp/.test(c.column) && !c.column.startsWith("node0_") && c.table === "steps"),
		moving = columns.findIndex(c => /^measuredDisp1$/.test(c.column));
	select.value = String(Math.max(0, moving >= 0 ? moving : first));
	let charts: Chart[] = [];
	const draw = async (): Promise<void> => {
		const c = columns[Number(select.value)];
		charts.forEach(x => x.destroy());
		charts = [];
		if (!c) return;
		const points = await Promise.all(
			ids.map(async id => rangePoints(decodeRange(await api.data(id, { table: c.table, columns: [c.column], width: 1600 })))),
		);
		if (left() || c !== columns[Number(select.value)]) return;
		const all = points.flatMap(p => Array.from(p.columns[0])).filter(Number.isFinite),
			vertical: [number, number] = [all.reduce((a, b) => Math.min(a, b), Infinity), all.reduce((a, b) => Math.max(a, b), -Infinity)];
		const from = 0,
			to = Math.max(...points.map(p => p.t[p.t.length - 1] ?? 0));
		charts = runs.map(
			(r, i) =>
				new Chart(
					{
						title: `${i ? "B" : "A"}: ${r.title}`,
						unit: unit(c.unit),
						timeUnit: "s",
						run: r.id,
						vertical,
						lines: [{ label: columnName(c.column), unit: unit(c.unit), colour: i ? "measured" : "command" }],
					},
					"compare",
				),
		);
		fill(side, ...charts.map(x => x.parts.card));
		charts.forEach((x, i) => x.draw(points[i], from, to, true));
	};
	bag.add(() => charts.forEach(x => x.destroy()));
	select.addEventListener("change", () => void draw());
	const card = (r: Run, i: number): HTMLElement =>
		h(
			"section",
			{ class: "card" },
			h("header", null, h("h3", null, `${i ? "B" : "A"}: ${r.title}`), statusChip(r)),
			h(
				"dl",
				{ class: "facts" },
				h("dt", null, "run"),
				h("dd", null, r.id),
				h("dt", null, "begun"),
				h("dd", null, date(r.created)),
				h("dt", null, "test time"),
				h("dd", null, seconds(r.duration, r.units?.time ?? "")),
				h("dt", null, "steps"),
				h("dd", null, String(r.steps ?? NONE)),
			),
			h("p", { class: "pad" }, h("a", { class: "button small", href: `#/structure?run=${enc(r.id)}` }, "Replay")),
		);
	fill(
		root,
		h(
			"div",
			{ class: "toolbar" },
			h("a", { class: "button", href: "#/runs" }, "\u2190 Runs"),
			h("h2", null, "Two runs"),
			select,
			h("a", { class: "button", href: api.compareAddress(...ids), target: "_blank", rel: "noopener" }, "Report"),
		),
		h("div", { class: "beside" }, ...runs.map(card)),
		columns.length ? side : empty("Nothing in common", h("p", null, "No table has the same columns in both runs.")),
		differences,
	);
	await draw();
	api.comparison(...ids).then(
		c => fill(differences, comparisonTable(c)),
		e => fill(differences, h("p", { class: "muted" }, "Differences: " + errorLine(e))),
	);
}

export const runsPage: Page = {
	title: "Runs",
	mount(root, s, bag, words) {
		const [id, a, b] = ["id", "a", "b"].map(k => words.get(k));
		if (a && b) void compare(root, [a, b], bag);
		else if (id) void detail(root, id, bag);
		else list(root, s, bag);
	},
};
