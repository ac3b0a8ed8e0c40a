// Live: everything that is measured, as curves, loops, bands and histograms; the picture can be paused, the test goes on.
import { Bag, Cell, choice, fill, h, text } from "./dom";
import { ReplayFeed } from "./feed";
import { seconds, unit } from "./format";
import { MOST_NODES, moving } from "./kinds";
import { Margins } from "./margins";
import type { Page } from "./page";
import { type Bench, channelsOf, histogramPanel, type Panel, PlanMaker, rigOf, rigPanels, rigScale, tablePanels } from "./panels";
import { empty, eventList, replayBar, whenShown } from "./parts";
import { errorLine } from "./api";
import type { Session, Shown } from "./session";
import { limitWords } from "./tuned";
import type { Column, Run, Table } from "./types";

const WINDOWS = [5, 20, 60, 300];
const WIDTH = 480; // buckets of a window
const FEW = 4; // channels of a rig that are seen without asking
const BUDGET = 6; // [ms] of drawing in a picture of the screen; what does not fit has its turn in the next one

const windowLength = new Cell(20);
const hidden = new Set<string>(); // channels that the viewer has switched off, "rig/channel"

/** Pictures of all tables of a run, in the order in which one looks at them. */
function panelsOf(b: Bench, run: Run): Panel[] {
	const rigs = run.tables.filter(t => t.name.startsWith("channels/")),
		all: (Panel | null)[] = [];
	for (const t of rigs)
		all.push(
			...rigPanels(
				b,
				t,
				channelsOf(t).filter(i => !hidden.has(`${rigOf(t)}/${i}`)),
			),
		);
	for (const t of run.tables.filter(x => x.name.startsWith("monitors/")))
		all.push(
			...tablePanels(
				b,
				t,
				"Monitor " + t.name.slice(9),
				"monitors",
				t.columns.filter(c => c.name !== "test_time"),
			),
		);
	for (const t of run.tables.filter(x => x.name.startsWith("network/")))
		all.push(
			...tablePanels(
				b,
				t,
				"Network " + t.name.slice(8) + ": round trip",
				"network",
				t.columns.filter(c => c.name === "round_trip"),
			),
		);
	for (const t of run.tables.filter(x => /^timing\/control\d+$/.test(x.name))) {
		const control = Number(t.name.slice(14)),
			of = (word: string): Column[] => t.columns.filter(c => c.name.startsWith(word));
		all.push(
			...tablePanels(b, t, `Rig ${control}: wake-up`, "timing", of("wake_")),
			...tablePanels(b, t, `Rig ${control}: time of a tick`, "timing", of("busy_")),
			...tablePanels(
				b,
				t,
				`Rig ${control}: ticks that were missed or late`,
				"timing",
				t.columns.filter(c => ["missed", "overruns", "late"].includes(c.name)),
			),
		);
		all.push(histogramPanel(b, control, "wake"), histogramPanel(b, control, "busy"));
	}
	const steps = run.tables.find(t => t.name === "steps"),
		disp = moving(steps?.columns.filter(c => /^node\d+_disp\d+$/.test(c.name)) ?? [], b.session.shown.get()?.model ?? null);
	if (steps && disp.length)
		all.push(
			...tablePanels(
				b,
				steps,
				disp.length > MOST_NODES ? `Structure: displacements, ${MOST_NODES} of ${disp.length}` : "Structure: displacements",
				"structure",
				spread(disp, MOST_NODES),
			),
		);
	return all.filter((p): p is Panel => p !== null);
}

/** n of many, evenly, the last one among them. */
function spread<T>(all: T[], n: number): T[] {
	return all.length <= n ? all : Array.from({ length: n }, (_, i) => all[Math.round(((i + 1) * all.length) / n) - 1]);
}

/** Switches for channels, where there are many. */
function channelChips(run: Run, again: () => void): HTMLElement | null {
	const rigs = run.tables.filter(t => t.name.startsWith("channels/")),
		count = rigs.reduce((n, t) => n + channelsOf(t).length, 0);
	if (count < 2) return null;
	const chip = (t: Table, i: number): HTMLElement => {
		const id = `${rigOf(t)}/${i}`,
			box = h("input", {
				type: "checkbox",
				checked: !hidden.has(id),
				onchange: () => {
					if (box.checked) hidden.delete(id);
					else hidden.add(id);
					again();
				},
			});
		return h("label", { class: "chip" }, box, channelsOf(t).length > 1 ? `rig ${rigOf(t)}.${i}` : `rig ${rigOf(t)}`);
	};
	const chips = h("div", { class: "chips", role: "group", "aria-label": "channels" }, ...rigs.flatMap(t => channelsOf(t).map(i => chip(t, i))));
	return count <= FEW ? chips : h("details", { class: "more" }, h("summary", null, `${count} channels`), chips);
}

/** Pictures outside the window of the browser are not drawn. */
function watchVisible(panels: Panel[], bag: Bag): void {
	const of = new Map(panels.map(p => [p.element as Element, p]));
	const seen = new IntersectionObserver(
		entries =>
			entries.forEach(e => {
				of.get(e.target)!.visible = e.isIntersecting;
			}),
		{ rootMargin: "100px" },
	);
	panels.forEach(p => seen.observe(p.element));
	bag.add(() => seen.disconnect());
}

/** Pictures a second: a picture of the screen counts as the share of what is in sight and moves that was drawn in it. */
class Rate {
	private from = 0;
	private n = 0;
	constructor(private el: HTMLElement) {}
	tick(ms: number, share: number): void {
		this.n += share;
		if (ms - this.from < 1000) return;
		const fps = (1000 * this.n) / (ms - this.from);
		text(this.el, `${Math.round(fps)} pictures/s`);
		this.el.dataset.fps = fps.toFixed(1);
		this.from = ms;
		this.n = 0;
	}
}

function bench(s: Session, run: Run, panels: () => Panel[]): Bench {
	const scales = new Map(run.tables.map(t => [t.name, t.name.startsWith("channels/") ? rigScale(t) : 1])),
		scale = (t: string): number => scales.get(t) ?? 1;
	const window = (t: string): number => windowLength.get() * scale(t);
	let busy = false;
	return {
		run,
		session: s,
		maker: new PlanMaker(window),
		window,
		scale,
		zoomed(chart, sync, range) {
			if (busy) return;
			busy = true;
			for (const p of panels()) if (p.chart && p.chart !== chart && p.chart.syncKey === sync) p.chart.zoomTo(range);
			busy = false;
		},
	};
}

/** Panels take turns within a budget, so that the page answers at once however many there are. */
function loop(s: Session, panels: Panel[], margins: Margins, paused: Cell<boolean>, rate: Rate, bag: Bag): void {
	let n = 0,
		next = 0;
	s.cost = { frames: 0, ms: 0 };
	bag.frames(ms => {
		if (paused.get() || !s.feed) {
			rate.tick(ms, 0);
			return;
		}
		const from = performance.now(),
			at = s.feed.replay ? s.replayTime.get() : NaN;
		let looked = 0;
		while (looked < panels.length && performance.now() - from < BUDGET) {
			panels[next++ % panels.length].draw(s.feed, at, ms);
			looked++;
		}
		rate.tick(ms, looked / panels.length);
		if (n++ % 12 === 0) margins.draw(s.feed);
		s.cost.frames++;
		s.cost.ms += performance.now() - from;
	});
}

function draw(root: HTMLElement, s: Session, shown: Shown, outer: Bag, bag: Bag): void {
	const run = shown.run!,
		again = (): void => {
			bag.empty();
			draw(root, s, shown, outer, bag);
		};
	let panels: Panel[] = [];
	const b = bench(s, run, () => panels);
	panels = panelsOf(b, run);
	if (!panels.length) {
		fill(
			root,
			shown.replay
				? empty("This record is empty", h("p", null, "Nothing was measured before the run ended."))
				: empty("Nothing is measured yet", h("p", null, "The run connects its laboratory; curves come with its first step.")),
		);
		return;
	}
	const margins = new Margins(run.tables, b.maker),
		paused = new Cell(false),
		rate = h("span", { class: "muted rate" }),
		trouble = h("p", { class: "error", hidden: true });
	const pause = h("button", { type: "button", class: "pause-picture", onclick: () => paused.set(!paused.get()) });
	bag.add(
		paused.on(p => {
			text(pause, p ? "\u25b6 Go on" : "\u275a\u275a Pause the picture");
			pause.title = "Space; the test goes on";
			root.classList.toggle("picture-paused", p);
			if (p) stand(s, panels);
		}),
	);
	const tu = unit(run.units?.time) || "s",
		length = choice(
			"length of the window",
			WINDOWS.map(v => ({ value: v, text: v < 120 || tu !== "s" ? `${v} ${tu}` : `${v / 60} min` })),
			windowLength,
		),
		tools = h(
			"div",
			{ class: "toolbar" },
			...(shown.replay ? [h("b", null, "Record")] : [pause, h("span", { class: "muted" }, "window"), length]),
			channelChips(run, again),
			b.maker.refused > 0 && h("span", { class: "warn" }, `${b.maker.refused} more have no room here: show fewer channels`),
			shown.replay ? null : rate,
		);
	let first = true;
	bag.add(
		windowLength.on(() => {
			if (!first) again();
			first = false;
		}),
	);
	fill(
		root,
		tools,
		trouble,
		h("div", { class: "grid" }, ...panels.map(p => p.element), margins.element, eventList(s, bag)),
		replayBar(s, bag, run.duration ?? 0, tu),
	);
	bag.add(() => panels.forEach(p => p.destroy()));
	watchVisible(panels, bag);
	if (s.feed instanceof ReplayFeed) {
		s.feed.scale = b.scale;
		s.feed.failed = e => {
			trouble.hidden = false;
			text(trouble, errorLine(e));
		};
	}
	s.feed!.show(b.maker.plan(WIDTH, 60));
	loop(s, panels, margins, paused, new Rate(rate), bag);
	keys(s, paused, bag);
}

/** The picture stands still: those that are out of sight are drawn too, so that one can scroll to them, and numbers belong to what is drawn. */
function stand(s: Session, panels: Panel[]): void {
	for (const p of panels) {
		const seen = p.visible;
		p.visible = true;
		if (s.feed && !seen) p.draw(s.feed, NaN, performance.now());
		p.chart?.settle();
		p.visible = seen;
	}
}

function keys(s: Session, paused: Cell<boolean>, bag: Bag): void {
	bag.listen(window, "keydown", (e: KeyboardEvent) => {
		if (e.key === " " && !s.feed?.replay && !(e.target instanceof HTMLElement && e.target.closest("input, button, select, a, summary"))) {
			paused.set(!paused.get());
			e.preventDefault();
		}
	});
}

export const livePage: Page = {
	title: "Live",
	mount(root, s, bag) {
		const over = h("p", { class: "over-note" }),
			body = h("div");
		fill(root, over, body);
		bag.add(
			s.state.on(st => {
				const ended = !!st && !st.live && !s.shown.get()?.replay;
				over.hidden = !ended;
				if (ended && !over.childElementCount)
					fill(
						over,
						`This run is over at ${seconds(st.time)}; the last picture stays. `,
						h("button", { type: "button", onclick: () => s.replay() }, "Replay it"),
					);
			}),
		);
		whenShown(
			body,
			s,
			bag,
			x => x.run!.tables.map(t => t.name + t.columns.map(c => c.name).join(" ")).join() + limitWords(x.run!.tables),
			(shown, inner) => draw(body, s, shown, bag, inner),
			new Bag(),
		);
	},
};
