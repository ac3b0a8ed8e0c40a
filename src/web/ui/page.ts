// The page: header with state and TRIP, tabs, the address behind '#', keys, and the notices that must not be overlooked.
import { ApiError, errorLine } from "./api";
import { buildPage } from "./page_build";
import { livePage } from "./page_live";
import { operatePage } from "./page_operate";
import { runsPage } from "./page_runs";
import { structurePage } from "./page_structure";
import { Bag, fill, h, text } from "./dom";
import { date, number, seconds, THIN } from "./format";
import { Session } from "./session";
import { stateLook } from "./states";
import { startTheme, theme, type Theme } from "./theme";

export interface Page {
	title: string;
	mount(root: HTMLElement, s: Session, bag: Bag, words: URLSearchParams): void;
}

const PAGES: Record<string, Page> = { structure: structurePage, live: livePage, operate: operatePage, build: buildPage, runs: runsPage };
const TABS: { path: string; icon: string; key: string }[] = [
	{ path: "structure", icon: "\u2302", key: "1" },
	{ path: "live", icon: "\u223f", key: "2" },
	{ path: "operate", icon: "\u25b7", key: "3" },
	{ path: "build", icon: "\u270e", key: "4" },
	{ path: "runs", icon: "\u2630", key: "5" },
];
const TWICE = 700; // [ms] between two Esc

startTheme();
const session = new Session();
const main = h("main", { id: "main", tabindex: "-1" });
const notices = h("div", { class: "notices", "aria-live": "polite" });
const page = new Bag();

function route(): { name: string; words: URLSearchParams } {
	const [name, words] = location.hash.replace(/^#\/?/, "").split("?");
	return { name: Object.hasOwn(PAGES, name) ? name : "structure", words: new URLSearchParams(words ?? "") };
}

/** The address of a page, with the run that is looked at where it is not simply the newest. */
function address(path: string): string {
	const run = route().words.get("run");
	return `#/${path}${run ? "?run=" + encodeURIComponent(run) : ""}`;
}

function show(): void {
	const { name, words } = route();
	page.empty();
	session.want(words.get("run"));
	fill(main);
	main.className = "page-" + name;
	document.title = `${PAGES[name].title} \u2013 Tandem`;
	tabs.forEach((t, i) => {
		t.href = address(TABS[i].path);
		if (TABS[i].path === name) t.setAttribute("aria-current", "page");
		else t.removeAttribute("aria-current");
	});
	PAGES[name].mount(main, session, page, words);
}

const open = new Map<string, HTMLElement>();

// header

const tabs = TABS.map(t =>
	h("a", { href: "#/" + t.path, title: `key ${t.key}` }, h("span", { class: "icon", "aria-hidden": "true" }, t.icon), PAGES[t.path].title),
);
const runName = h("span", { class: "run-name" });
const stateWord = h("span", { class: "state" }),
	clock = h("span", { class: "clock" }),
	band = h("div", { class: "band" }),
	stepWord = h("span", { class: "clock step-word" }),
	pace = h("span", { class: "pace" });
const link = h("span", { class: "link", role: "status" });
const tripButton = h("button", { type: "button", class: "trip", onclick: () => trip() }, h("strong", null, "TRIP"), h("small", null, "Esc Esc"));
const themeButton = h("button", {
	type: "button",
	class: "icon-button",
	onclick: () => theme.set(({ system: "light", light: "dark", dark: "system" } as Record<Theme, Theme>)[theme.get()]),
});
const helpButton = h(
	"button",
	{ type: "button", class: "icon-button", title: "keys (?)", "aria-label": "keys and help", onclick: () => help.showModal() },
	"?",
);

theme.on(t => {
	text(themeButton, { system: "\u25d0", light: "\u2600", dark: "\u263e" }[t]);
	themeButton.title = `colours: ${t}`;
	themeButton.setAttribute("aria-label", `colours: ${t}; press for the next`);
});

async function trip(): Promise<void> {
	// who has not been told yet who it is asks: the server knows
	if (session.status.get() && !session.operator()) {
		notice("trip", "bad", "Only an operator can trip the test from here; you are a viewer. Use the emergency stop of the laboratory.");
		return;
	}
	const ids = session.tripIds(),
		live = session.live.get(),
		shown = session.shown.get(),
		answers: string[] = [],
		failures: string[] = [];
	const say = (): void => {
		const failed = failures.length ? `TRIP was not answered: ${failures.join("; ")}. Use the emergency stop of the laboratory.` : "";
		notice("trip", "bad", [answers.join("; "), failed].filter(Boolean).join(". "));
	};
	tripButton.classList.add("pressed");
	if (!ids.length) {
		failures.push("no test is shown");
		say();
	}
	await Promise.all(
		ids.map(async id => {
			const own = id === shown?.id && !shown.replay,
				name = own ? "" : `${id}: `;
			try {
				answers.push(name + ((await session.act("trip", {}, id)) || "tripped"));
				if (!own || !open.has("over")) say();
			} catch (e) {
				// nobody expects one of a run that is over, where others live
				if (live.length && !live.includes(id)) return;
				failures.push(name + errorLine(e));
				say();
			}
		}),
	);
	setTimeout(() => tripButton.classList.remove("pressed"), 400);
}

function header(): HTMLElement {
	return h(
		"header",
		{ class: "top" },
		h(
			"a",
			{
				class: "skip",
				href: "#main",
				onclick: (e: Event) => {
					e.preventDefault();
					main.focus();
				},
			},
			"to the contents",
		),
		h("div", { class: "brand" }, h("img", { src: "/icon.svg", alt: "", width: 26, height: 26 }), h("b", null, "Tandem")),
		h("nav", { "aria-label": "pages" }, ...tabs),
		h("div", { class: "status" }, runName, h("span", { class: "now" }, stateWord, clock, stepWord, pace)),
		link,
		themeButton,
		helpButton,
		tripButton,
	);
}

/** The state in the header; without a connection it is the last that was heard, and says so. */
function stateNow(): void {
	const s = session.state.get(),
		shown = session.shown.get(),
		look = stateLook(s?.state),
		old = !!s && !shown?.replay && !look.over && session.socket.link.get().state !== "open";
	text(stateWord, s ? (old ? `? was ${look.word}` : `${look.sign} ${shown?.replay ? "record: " : ""}${look.word}`) : "no test");
	stateWord.title = s?.reason ?? "";
	stateWord.className = "state " + (old ? "none" : look.kind);
	band.className = "band " + (shown?.replay ? "replay" : old ? "none" : look.kind);
	text(clock, s ? seconds(s.time) : "");
	text(stepWord, s && !shown?.replay ? `step ${s.step}${s.steps ? "/" + s.steps : ""}` : "");
	text(pace, s && !shown?.replay && s.pace ? `${number(s.pace, 2)}${THIN}\u00d7` : "");
	tripButton.toggleAttribute("data-idle", !session.live.get().length && !s?.loops && (!s || !!shown?.replay || look.over));
}
session.state.on(stateNow);
session.live.on(stateNow);
let shownId = "";
session.shown.on(s => {
	if (s?.id !== shownId) dismiss("trip");
	shownId = s?.id ?? "";
	text(runName, s ? (s.run?.title ?? s.id) : "");
	runName.title = s ? `${s.id}${s.run ? ", " + date(s.run.created) : ""}` : "";
});
session.status.on(s => {
	tripButton.title = s && s.role !== "operator" ? "you are a viewer: only operators trip" : "everything comes to rest at once (Esc twice)";
});

// the connection

function linkLook(): void {
	const l = session.socket.link.get();
	if (l.state === "open") {
		const d = session.dropped.get();
		link.className = "link good";
		text(link, "\u25cf connected");
		link.title = `connected${d.frames ? `; ${d.frames} pictures were left out because this browser was slow, no peak is lost` : ""}`;
		dismiss("link");
	} else if (!l.since) {
		link.className = "link";
		text(link, "\u25cc connecting");
	} else {
		const now = performance.now(),
			next = l.state === "lost" ? `Next try in ${Math.max(0, (l.next - now) / 1000).toFixed(0)} s.` : "Trying now.";
		link.className = "link bad";
		text(link, "\u25cb lost");
		notice(
			"link",
			"bad",
			`Connection lost ${number((now - l.since) / 1000, 2)} s ago. The test goes on without this page; what you see is old. ${next}`,
			h("button", { type: "button", onclick: () => session.socket.now() }, "try now"),
		);
	}
}
session.socket.link.on(linkLook);
session.socket.link.on(stateNow);
session.dropped.on(linkLook);
setInterval(() => {
	if (session.socket.link.get().state !== "open") linkLook();
}, 1000);

// notices

function notice(id: string, kind: string, words: string, ...more: Node[]): void {
	let el = open.get(id);
	if (!el) {
		el = h("div", { role: kind === "bad" ? "alert" : "status" });
		open.set(id, el);
		notices.append(el);
	}
	el.className = "notice " + kind;
	if (el.dataset.words === words) return;
	el.dataset.words = words;
	fill(
		el,
		h("p", null, words),
		...more,
		h("button", { type: "button", class: "icon-button", "aria-label": "dismiss", onclick: () => dismiss(id) }, "\u00d7"),
	);
}
function dismiss(id: string): void {
	open.get(id)?.remove();
	open.delete(id);
}

session.missed.on(m => {
	if (!m) return;
	const list = m.events.slice(-6).map(e => h("li", null, `${seconds(e.time)}  ${e.kind}: ${e.text}`));
	notice(
		"missed",
		"info",
		`Connected again after ${number(m.away, 2)} s. Test time ${seconds(m.from)} to ${seconds(m.to)} went by unseen; the curves have been filled in. ` +
			(m.events.length ? `${m.events.length} ${m.events.length === 1 ? "event" : "events"} meanwhile:` : "No event meanwhile."),
		...(list.length ? [h("ul", null, ...list)] : []),
	);
});
session.moved.on(m => {
	if (!m) dismiss("moved");
	else
		notice(
			"moved",
			"info",
			`The run ${m.from} is over. This is ${m.to}, which lives.`,
			h("a", { class: "button", href: `#/${route().name}?run=${encodeURIComponent(m.from)}` }, "look at the one before"),
		);
});
session.state.on(s => {
	const over = s && !session.shown.get()?.replay && (s.state === "tripped" || s.state === "failed" || s.state === "killed" || s.state === "lost");
	if (over) {
		dismiss("trip");
		notice("over", "bad", `${stateLook(s.state).word}: ${s.reason || "no reason was given"}`);
	} else dismiss("over");
});
session.trouble.on(t => {
	if (t) notice("trouble", "bad", t);
});
let version = "";
session.status.on(s => {
	if (s && version && s.version !== version)
		notice(
			"version",
			"info",
			`The server is of version ${s.version} now, this page of ${version}.`,
			h("button", { type: "button", onclick: () => location.reload() }, "load its page"),
		);
	version ||= s?.version ?? "";
});
session.refusedBy.on(t => {
	if (t)
		notice(
			"refused",
			"bad",
			`The server does not let this browser in: ${t}. Open the address that tandem serve printed, with its token.`,
			h("button", { type: "button", onclick: () => session.readStatus() }, "try again"),
		);
	else dismiss("refused");
});

// keys

const KEYS: [string, string][] = [
	["Esc Esc", "TRIP: everything comes to rest at once (operator)"],
	["1 \u2026 5", "Structure, Live, Operate, Build, Runs"],
	["Space", "pause the picture, not the test; in a replay: play"],
	["\u2190 \u2192", "in a picture: move the cursor; Shift: faster"],
	["+ \u2212 0", "in a picture: zoom in, out, whole window"],
	["t", "colours: system, light, dark"],
	["?", "this list"],
];
const help = h(
	"dialog",
	{ class: "help", "aria-labelledby": "help-title" },
	h("h2", { id: "help-title" }, "Keys"),
	h("dl", null, ...KEYS.flatMap(([k, what]) => [h("dt", null, h("kbd", null, k)), h("dd", null, what)])),
	h(
		"p",
		{ class: "muted" },
		"Drag in a picture to zoom, double click for the whole window. Everything here comes from this machine; nothing is loaded from elsewhere. ",
		h("a", { href: "/licences.txt" }, "Licences of uPlot and three.js"),
	),
	h("form", { method: "dialog" }, h("button", { autofocus: true }, "Close")),
);

let escaped = -Infinity;
addEventListener("keydown", e => {
	const typing = e.target instanceof HTMLElement && e.target.closest("input, textarea, select, [contenteditable]");
	if (e.key === "Escape") {
		if (e.repeat) return; // in a dialog the first one closes it, and counts
		const now = performance.now();
		if (now - escaped < TWICE) {
			escaped = -Infinity;
			void trip();
		} else escaped = now;
		return;
	}
	if (typing || e.ctrlKey || e.altKey || e.metaKey) return;
	const tab = TABS.find(t => t.key === e.key);
	if (tab) location.hash = address(tab.path);
	else if (e.key === "?") help.showModal();
	else if (e.key === "t") themeButton.click();
});

// a question lies over the whole page, but not over TRIP: what is pressed beside a dialog comes to the dialog
addEventListener("click", e => {
	const r = tripButton.getBoundingClientRect();
	if (e.target instanceof HTMLDialogElement && e.clientX >= r.left && e.clientX <= r.right && e.clientY >= r.top && e.clientY <= r.bottom) void trip();
});

addEventListener("unhandledrejection", e => notice("trouble", "bad", e.reason instanceof ApiError ? e.reason.line() : String(e.reason)));

// for tests and for people with the console open
(globalThis as Record<string, unknown>).tandem = session;

document.body.append(h("div", { class: "above" }, header(), band, notices), main, help);
addEventListener("hashchange", show);
show();
