// Pieces that several pages share: what is shown where there is nothing to show, the list of events, the bar of a replay, a question before something happens.
import { type Bag, Cell, choice, fill, h, type Kid, text } from "./dom";
import { ReplayFeed } from "./feed";
import { seconds } from "./format";
import type { Session, Shown } from "./session";
import type { RunEvent } from "./types";

/** In the place of a picture: what is missing, and what to do. */
export function empty(title: string, ...more: Kid[]): HTMLElement {
	return h("div", { class: "empty" }, h("h2", null, title), ...more);
}

export const noTest = (): HTMLElement =>
	empty(
		"No test is running",
		h("p", null, "Build one, take one from the gallery, or look at an old one."),
		h(
			"p",
			{ class: "buttons" },
			h("a", { class: "button", href: "#/build" }, "Build a test"),
			h("a", { class: "button", href: "#/build?gallery=1" }, "Gallery"),
			h("a", { class: "button", href: "#/runs" }, "Runs"),
		),
		h("p", { class: "muted" }, "Or in a shell: ", h("code", null, "tandem run --view script.tcl")),
	);

export const loading = (what: string): HTMLElement =>
	h("div", { class: "empty", role: "status" }, h("div", { class: "spinner", "aria-hidden": "true" }), h("p", null, what));

export const failure = (text: string, again: () => void): HTMLElement =>
	empty(
		"This could not be read",
		h("p", { class: "error" }, text),
		h("p", { class: "buttons" }, h("button", { type: "button", onclick: again }, "Try again"), h("a", { class: "button", href: "#/runs" }, "Runs")),
	);

/** Calls f with what is shown when it can be drawn, anew for every run, and shows what is in the way otherwise. none: where no run is shown. */
export function whenShown(
	root: HTMLElement,
	s: Session,
	bag: Bag,
	key: (shown: Shown) => string,
	f: (shown: Shown, bag: Bag) => void,
	inner: Bag,
	none: (bag: Bag) => void = () => fill(root, noTest()),
): void {
	let last = "";
	bag.add(() => inner.empty());
	bag.add(
		s.shown.on(shown => {
			const k = !shown
				? "none"
				: !shown.run && shown.failure
					? "failure " + shown.failure
					: !shown.run
						? "loading"
						: "run " + shown.id + shown.replay + key(shown);
			if (k === last) return;
			last = k;
			inner.empty();
			if (!shown) none(inner);
			else if (shown.run) f(shown, inner);
			else if (shown.failure)
				fill(
					root,
					failure(shown.failure, () => void s.read()),
				);
			else fill(root, loading("Reading the run \u2026"));
		}),
	);
}

const KINDS: Record<string, string> = {
	trip: "bad",
	failed: "bad",
	lost: "warn",
	warn: "warn",
	pause: "warn",
	stop: "bad",
	state: "",
	tune: "info",
	operator: "info",
	acknowledged: "info",
};

/** What happened, and to whom, said once. */
export const eventWords = (e: RunEvent): string =>
	e.source && e.source !== e.kind && !e.text.startsWith(e.source + ":") ? `${e.source}: ${e.text}` : e.text;

/** Events, newest first, with a filter. */
export function eventList(s: Session, bag: Bag, kind = "", most = 200): HTMLElement {
	const list = h("ol", { class: "events", tabindex: "0", "aria-label": "events, newest first" }),
		filter = new Cell("");
	const input = h("input", {
		type: "search",
		placeholder: "filter",
		"aria-label": "filter events",
		oninput: () => filter.set(input.value.toLowerCase()),
	});
	const draw = (): void => {
		const all = s.events.get(),
			q = filter.get(),
			seen = all.filter(e => !q || `${e.kind} ${e.source} ${e.text}`.toLowerCase().includes(q));
		fill(
			list,
			...seen.slice(-most).reverse().map(row),
			!seen.length && h("li", { class: "muted" }, all.length ? "none of this kind" : "no event yet"),
		);
	};
	const row = (e: RunEvent): HTMLElement =>
		h(
			"li",
			{ class: KINDS[e.kind] ?? "" },
			h("time", null, seconds(e.time)),
			h("b", null, e.kind),
			h("span", null, eventWords(e)),
		);
	bag.add(s.events.on(draw));
	bag.add(filter.on(draw));
	return h("section", { class: "card events-card " + kind }, h("header", null, h("h3", null, "Events"), input), list);
}

const SPEEDS = [0.25, 1, 4, 16];

/** Time slider of a replay. */
export function replayBar(s: Session, bag: Bag, end: number, unit: string): HTMLElement | null {
	if (!(s.feed instanceof ReplayFeed)) return null;
	const feed = s.feed,
		speed = new Cell(1),
		label = h("output", { class: "clock" });
	const slider = h("input", {
		type: "range",
		min: 0,
		max: end,
		step: "any",
		"aria-label": `test time [${unit}]`,
		oninput: () => {
			s.playing.set(false);
			s.replayTime.set(Number(slider.value));
		},
	});
	const play = h("button", { type: "button", class: "play", onclick: () => toggle() });
	const toggle = (): void => {
		if (!s.playing.get() && s.replayTime.get() >= end) s.replayTime.set(0);
		s.playing.set(!s.playing.get());
	};
	bag.add(
		s.playing.on(p => {
			text(play, p ? "\u275a\u275a" : "\u25b6");
			play.setAttribute("aria-label", p ? "pause the replay" : "play");
		}),
	);
	bag.add(
		s.replayTime.on(t => {
			feed.time = t;
			slider.value = String(t);
			text(label, `${seconds(t)} / ${seconds(end)}`);
		}),
	);
	let last = 0;
	bag.frames(ms => {
		if (s.playing.get() && last) {
			const t = Math.min(end, s.replayTime.get() + speed.get() * Math.min(0.25, (ms - last) / 1000));
			s.replayTime.set(t);
			if (t >= end) s.playing.set(false);
		}
		last = ms;
	});
	bag.listen(window, "keydown", (e: KeyboardEvent) => {
		if (e.key === " " && !(e.target instanceof HTMLElement && e.target.closest("input, button, textarea, select, a, summary"))) {
			toggle();
			e.preventDefault();
		}
	});
	return h(
		"div",
		{ class: "replay-bar", role: "group", "aria-label": "replay" },
		play,
		slider,
		label,
		choice(
			"speed",
			SPEEDS.map(v => ({ value: v, text: `${v}\u00d7` })),
			speed,
		),
	);
}

/** Asks before something is done; answers whether to do it. With the page, or the run, that it belongs to the question goes, unanswered. */
export function confirm(title: string, words: Kid[], yes: string, bag: Bag): Promise<boolean> {
	return new Promise(resolve => {
		const dialog = h(
			"dialog",
			{
				"aria-labelledby": "ask",
				// the key that opened it, held a little longer, is no answer
				onkeydown: (e: KeyboardEvent) => e.repeat && e.preventDefault(),
				onclose: () => {
					dialog.remove();
					resolve(dialog.returnValue === "yes");
				},
			},
			h("h2", { id: "ask" }, title),
			...words,
			h(
				"form",
				{ method: "dialog", class: "buttons" },
				h("button", { value: "no" }, "Cancel"),
				h("button", { value: "yes", class: "primary" }, yes),
			),
		);
		bag.add(() => dialog.close());
		document.body.append(dialog);
		dialog.showModal();
		dialog.querySelector<HTMLButtonElement>("button.primary")!.focus();
	});
}
