// Operate: what may be done with a test, in the order in which it is done; what may be changed, within which range, with a question before and an answer after.
import { api, errorLine } from "./api";
import { connectCard } from "./connect";
import { Bag, fill, h, scrollTable, text } from "./dom";
import { number, quantity, short, seconds, unit } from "./format";
import type { Page } from "./page";
import { confirm, eventList, whenShown } from "./parts";
import type { Session, Shown } from "./session";
import { stateLook } from "./states";
import type { RunState, Tunable } from "./types";

interface Deed {
	do: string;
	name: string;
	hint: string;
	states: string[];
	ask?: string;
	kind?: string;
}

/** What can be done in which state. */
const DEEDS: Deed[] = [
	{ do: "start", name: "\u25b6 Start", hint: "the first step", states: ["holding"], kind: "primary" },
	{ do: "pause", name: "\u275a\u275a Pause", hint: "after this step; rigs hold", states: ["running", "slow", "hold"] },
	{ do: "resume", name: "\u25b6 Resume", hint: "goes on where it paused", states: ["paused"], kind: "primary" },
	{
		do: "stop",
		name: "\u25a0 Stop",
		hint: "a regular end after this step",
		states: ["running", "paused", "holding", "slow", "hold", "tripped"],
		ask: "The test ends after this step and cannot be resumed. Its record stays.",
	},
	{
		do: "trip",
		name: "\u2716 Trip",
		hint: "everything comes to rest at once",
		states: ["connecting", "holding", "running", "paused", "slow", "hold"],
		kind: "danger",
	},
	{
		do: "acknowledge",
		name: "\u2713 Acknowledge",
		hint: "the trip was seen, its cause is gone",
		states: ["tripped"],
		ask: "The rigs may move again after this. Has the cause of the trip been found?",
	},
];

/** Which step of a test's way a state is. */
const WAY: { name: string; states: string[] }[] = [
	{ name: "connect", states: ["connecting"] },
	{ name: "ready", states: ["holding"] },
	{ name: "run", states: ["running", "paused", "slow", "hold"] },
	{ name: "end", states: ["ended", "complete", "tripped", "failed", "killed", "lost"] },
];

function way(s: Session, bag: Bag): HTMLElement {
	const items = WAY.map(w => h("li", null, w.name));
	bag.add(
		s.state.on(st => {
			const at = WAY.findIndex(w => st && w.states.includes(st.state));
			items.forEach((el, i) => {
				el.className = i < at ? "done" : i === at ? "here" : "";
				if (i === at) el.setAttribute("aria-current", "step");
				else el.removeAttribute("aria-current");
			});
		}),
	);
	return h("ol", { class: "way", "aria-label": "where the test is" }, ...items);
}

/** Does it, after a question where there is one, and says what the run answered. */
async function perform(s: Session, d: Deed, answer: HTMLElement, bag: Bag): Promise<void> {
	const id = s.shown.get()?.id;
	if (d.ask && !(await confirm(d.name.replace(/^\S+ /, "") + "?", [h("p", null, d.ask)], d.name, bag))) return;
	answer.className = "answer";
	text(answer, "asked \u2026");
	try {
		text(answer, `${d.do}: ${(await s.act(d.do, {}, id)) || "done"}`);
		answer.className = "answer good";
	} catch (e) {
		text(answer, `${d.do} refused: ${errorLine(e)}`);
		answer.className = "answer bad";
	}
}

function deeds(s: Session, bag: Bag): HTMLElement {
	const answer = h("p", { class: "answer", role: "status" });
	const buttons = DEEDS.map(d =>
		h(
			"button",
			{ type: "button", class: "deed " + (d.kind ?? ""), onclick: () => void perform(s, d, answer, bag) },
			h("strong", null, d.name),
			h("small", null, d.hint),
		),
	);
	const enable = (): void => {
		const st = s.state.get(),
			replay = !!s.shown.get()?.replay;
		DEEDS.forEach((d, i) => {
			const there = !!st && (st.live ? d.states.includes(st.state) : d.do === "trip" && !!st.loops);
			buttons[i].disabled = !s.operator() || replay || !there;
		});
	};
	bag.add(s.state.on(enable));
	bag.add(s.status.on(enable));
	const viewer = h("p", { class: "muted", hidden: true }, "You are a viewer: you see everything and change nothing.");
	bag.add(
		s.status.on(x => {
			viewer.hidden = !x || x.role === "operator";
		}),
	);
	const record = h("p", { class: "muted", hidden: !s.shown.get()?.replay }, "This is the record of a run that is over: nothing moves any more.");
	return h(
		"section",
		{ class: "card" },
		h("header", null, h("h3", null, "The test")),
		way(s, bag),
		h("div", { class: "deeds" }, ...buttons),
		answer,
		viewer,
		record,
	);
}

const BEAT = 10; // readings a second are enough for a person

function readings(s: Session, shown: Shown, bag: Bag): HTMLElement {
	const tu = unit(shown.model?.units.time) || "s";
	const cells: Record<string, HTMLElement> = { state: h("dd"), time: h("dd"), step: h("dd"), pace: h("dd"), reason: h("dd"), left: h("dd") };
	const bar = h("span", { class: "fill" });
	const look = (st: RunState | null): void => {
		const state = stateLook(st?.state);
		text(cells.state, st ? `${state.sign} ${state.word}` : "\u2013");
		cells.state.className = state.kind;
		text(cells.time, st ? seconds(st.time) : "\u2013");
		text(cells.step, st ? `${st.step} of ${st.steps || "?"}` : "\u2013");
		const pace = st?.pace ? `${number(st.pace, 3)} test ${tu} a second` : "as fast as it can";
		text(cells.pace, !st || !st.live || state.over ? "\u2013" : st.realtime ? "the clock's" : pace);
		text(cells.reason, st?.reason || "\u2013");
		const dt = st?.dt ?? shown.run?.dt ?? NaN,
			rest = st && st.steps ? (st.steps - st.step) * dt : NaN;
		const here = state.over ? (rest > 0 ? " was not run" : "") : st?.pace ? `, ${seconds(rest / st.pace, "s")} here` : "";
		text(cells.left, Number.isFinite(rest) ? `${quantity(rest, tu)} of the test${here}` : "\u2013");
		bar.style.width = st && st.steps ? `${(100 * st.step) / st.steps}%` : "0";
	};
	let last = 0;
	bag.add(
		s.state.on(st => {
			const now = performance.now();
			if (now - last > 1000 / BEAT || !st || st.state !== "running") {
				last = now;
				look(st);
			}
		}),
	);
	const row = (k: string, what: string): HTMLElement[] => [h("dt", null, what), cells[k]];
	return h(
		"section",
		{ class: "card" },
		h("header", null, h("h3", null, shown.run!.title), h("span", { class: "note" }, shown.id)),
		h("div", { class: "track big" }, bar),
		h(
			"dl",
			{ class: "facts" },
			...row("state", "state"),
			...row("reason", "because"),
			...row("time", "test time"),
			...row("step", "step"),
			...row("left", "left"),
			...row("pace", "pace"),
		),
	);
}

/** Test time over the clock's, where time is virtual. */
function paceCard(s: Session, bag: Bag): HTMLElement {
	const input = h("input", { type: "number", min: "0.01", max: "1000", step: "any", value: 1, required: true, "aria-label": "pace, test seconds a second" }),
		answer = h("p", { class: "answer", role: "status" });
	const send = async (value: number): Promise<void> => {
		try {
			text(answer, (await s.act("pace", { value })) || "done");
			answer.className = "answer good";
		} catch (e) {
			text(answer, errorLine(e));
			answer.className = "answer bad";
		}
	};
	const buttons = [0.1, 0.5, 1, 2, 5, 20].map(v =>
		h(
			"button",
			{
				type: "button",
				class: "small",
				onclick: () => {
					input.value = String(v);
					void send(v);
				},
			},
			`${v}\u00d7`,
		),
	);
	const apply = h("button", { type: "submit" }, "Set");
	const form = h(
		"form",
		{
			class: "field",
			onsubmit: (e: Event) => {
				e.preventDefault();
				void send(Number(input.value));
			},
		},
		input,
		h("span", { class: "muted" }, "test s a second"),
		apply,
	);
	const card = h(
		"section",
		{ class: "card" },
		h("header", null, h("h3", null, "Time scale"), h("span", { class: "note" }, "virtual time only")),
		h("div", { class: "field" }, ...buttons),
		form,
		answer,
	);
	const enable = (): void => {
		const st = s.state.get(),
			off = !s.operator() || !st || !st.live;
		[...buttons, apply].forEach(b => {
			b.disabled = off;
		});
	};
	bag.add(s.state.on(enable));
	bag.add(s.status.on(enable));
	return card;
}

const range = (t: Tunable): string =>
	`${t.min == null ? "\u2212\u221e" : short(t.min)} \u2026 ${t.max == null ? "\u221e" : short(t.max)} ${unit(t.unit)}`;

/** One thing that may be changed, here, by others and by the script: it shows what is. */
function tunableRow(s: Session, first: Tunable, bag: Bag): HTMLElement {
	let t = first;
	const value = h("td", { class: "num" }),
		allowed = h("td", { class: "muted" }),
		answer = h("p", { class: "answer", role: "status" });
	const input = h("input", {
		type: "number",
		step: "any",
		min: t.min ?? undefined,
		max: t.max ?? undefined,
		value: t.value,
		"aria-label": `${t.label}, new value`,
	});
	const button = h("button", { type: "submit" }, "Change \u2026");
	const show = (now: Tunable): void => {
		if (input.value === String(t.value)) input.value = String(now.value);
		t = now;
		text(value, `${short(t.value)} ${unit(t.unit)}`);
		text(allowed, range(t));
	};
	show(first);
	bag.add(
		s.shown.on(x => {
			const now = x?.model?.tunables?.find(o => o.id === t.id);
			if (now) show(now);
		}),
	);
	const change = async (e: Event): Promise<void> => {
		e.preventDefault();
		const wanted = input.value.trim(),
			id = s.shown.get()?.id,
			line = t.line.replace("{value}", wanted);
		if (
			!wanted ||
			!(await confirm(
				`Change ${t.label}?`,
				[
					h("p", null, `${short(t.value)} ${unit(t.unit)} becomes `, h("b", null, `${wanted} ${unit(t.unit)}`), ` (allowed: ${range(t)}).`),
					h("pre", null, line),
					h("p", { class: "muted" }, "It is checked as in the script, and recorded with your name and the time."),
				],
				"Change",
				bag,
			))
		)
			return;
		try {
			const said = await s.act("tune", { line }, id);
			show({ ...t, value: Number(wanted) });
			text(answer, said || "changed");
			answer.className = "answer good";
		} catch (err) {
			text(answer, "refused: " + errorLine(err));
			answer.className = "answer bad";
		}
	};
	const enable = (): void => {
		const st = s.state.get();
		button.disabled =
			!s.operator() || !st || !st.live || stateLook(st.state).over || (t.when === "paused" && st.state !== "paused" && st.state !== "holding");
		button.title = t.when === "paused" ? "only while the test is paused" : "";
	};
	bag.add(s.state.on(enable));
	bag.add(s.status.on(enable));
	return h(
		"tr",
		null,
		h("th", { scope: "row" }, t.label, h("small", null, t.help?.replace(/\s*\[[^\]]*\]/, "") ?? "")),
		value,
		allowed,
		h("td", null, h("form", { class: "field", novalidate: true, onsubmit: change }, input, button), answer),
	);
}

function tuning(s: Session, shown: Shown, bag: Bag): HTMLElement {
	const all = shown.model?.tunables ?? [];
	return h(
		"section",
		{ class: "card wide" },
		h("header", null, h("h3", null, "Gains, compensators, thresholds")),
		all.length
			? scrollTable(
					"what may be changed",
					[{ text: "what" }, { text: "now", num: true }, { text: "allowed" }, { text: "new value" }],
					all.map(t => tunableRow(s, t, bag)),
					"tune",
				)
			: h(
					"p",
					{ class: "muted pad" },
					"Nothing in this test may be changed while it runs: it has no compensator, no controller and no monitor with a threshold.",
				),
	);
}

const LOG_MOST = 262_144; // letters of it that are kept: a browser lays all of them out

/** What the process printed, the end of it. */
function output(shown: Shown, bag: Bag): HTMLElement {
	const pre = h("pre", { class: "log", tabindex: "0", "aria-label": "output of the program" }),
		card = h("section", { class: "card wide", hidden: true }, h("header", null, h("h3", null, "Output of the program")), pre);
	let from = 0,
		busy = false,
		over = false;
	const read = async (): Promise<void> => {
		if (busy || over) return;
		busy = true;
		try {
			const log = await api.log(shown.id, from);
			if (log.text) {
				card.hidden = false;
				text(pre, (pre.textContent + log.text).slice(-LOG_MOST));
				pre.scrollTop = pre.scrollHeight;
			}
			from = log.next;
			over = !log.running && !log.text;
		} catch {
			over = true; // not started from here: its output is in its own terminal
		}
		busy = false;
	};
	void read();
	bag.every(1000, () => void read());
	return card;
}

/** No run yet: the way of a test, and what can be connected. */
function nothingYet(root: HTMLElement, s: Session, bag: Bag): void {
	fill(
		root,
		h(
			"div",
			{ class: "operate" },
			h(
				"section",
				{ class: "card wide" },
				h("header", null, h("h3", null, "No test is connected")),
				way(s, bag),
				h(
					"p",
					{ class: "pad" },
					"Choose a test below. ",
					h("b", null, "Rehearse"),
					" computes it with its specimens replaced by models and says what is left to every limit; ",
					h("b", null, "Connect and hold"),
					" builds it and its laboratory, and waits here for your start.",
				),
			),
			connectCard(s, null, true, bag),
		),
	);
}

export const operatePage: Page = {
	title: "Operate",
	mount(root, s, bag) {
		whenShown(
			root,
			s,
			bag,
			x => (x.model?.tunables ?? []).map(t => t.id).join(),
			(shown, inner) => {
				fill(
					root,
					h(
						"div",
						{ class: shown.replay ? "operate two" : "operate" },
						deeds(s, inner),
						readings(s, shown, inner),
						shown.replay ? null : paceCard(s, inner),
						shown.replay ? connectCard(s, shown, true, inner) : null,
						tuning(s, shown, inner),
						eventList(s, inner, "wide"),
						output(shown, inner),
						shown.replay ? null : connectCard(s, shown, false, inner),
					),
				);
			},
			new Bag(),
			inner => nothingYet(root, s, inner),
		);
	},
};
