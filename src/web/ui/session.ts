// What the whole page knows: who is looking, which runs live, which one is shown, its state, and what was missed while the connection was away.
import { api, errorLine } from "./api";
import { Cell } from "./dom";
import { type Feed, LiveFeed, ReplayFeed } from "./feed";
import { setUnits } from "./format";
import type { Frame } from "./frames";
import { type Listener, Socket } from "./socket";
import { tuned } from "./tuned";
import type { Model, Run, RunEvent, RunState, Status, Timing } from "./types";

/** What was not seen while the connection was away. */
export interface Missed {
	away: number;
	from: number;
	to: number;
	events: RunEvent[];
}

/** The run that is shown, and everything read of it so far. */
export interface Shown {
	id: string;
	run: Run | null;
	model: Model | null;
	failure: string;
	replay: boolean;
}

const ANEW = new Set(["analyze", "tune"]); // events after which the run is read again
export const OVER = new Set(["ended", "complete", "failed", "tripped", "killed", "lost"]);

const keyOf = (e: RunEvent): string => JSON.stringify([e.time, e.kind, e.source, e.text]);

/** One more of it; how many there are now. */
function count(all: Map<string, number>, e: RunEvent): number {
	const key = keyOf(e),
		n = (all.get(key) ?? 0) + 1;
	all.set(key, n);
	return n;
}

export class Session implements Listener {
	readonly status = new Cell<Status | null>(null);
	readonly refusedBy = new Cell(""); // the server does not let us in
	readonly live = new Cell<string[]>([]);
	readonly shown = new Cell<Shown | null>(null);
	readonly state = new Cell<RunState | null>(null);
	readonly events = new Cell<RunEvent[]>([]);
	readonly timing = new Cell<ReadonlyMap<number, Timing>>(new Map());
	readonly missed = new Cell<Missed | null>(null);
	readonly moved = new Cell<{ from: string; to: string } | null>(null); // by itself: the run that was shown has ended, another one lives
	readonly dropped = new Cell({ frames: 0, rows: 0 });
	readonly trouble = new Cell("");
	readonly replayTime = new Cell(0);
	readonly playing = new Cell(false);
	readonly socket: Socket;
	feed: Feed | null = null;
	cost = { frames: 0, ms: 0 }; // pictures of the page Live, and the time that drawing them took
	private wanted: string | null = null; // by the address; null: one that lives
	private gap: { away: number; from: number; events: number } | null = null;
	private before = "";
	private known = new Map<string, number>(); // events that are shown, and how many of each
	private told = new Map<string, number>(); // those that came with the present watch
	private token = 0;
	private reread = -Infinity;

	constructor() {
		this.socket = new Socket(this);
		void this.readStatus();
	}

	async readStatus(): Promise<void> {
		try {
			const s = await api.status();
			this.status.set(s);
			this.refusedBy.set("");
			this.onLive(s.live);
		} catch (e) {
			this.refusedBy.set(errorLine(e));
		}
	}

	operator(): boolean {
		return this.status.get()?.role === "operator";
	}

	/** The address names a run, or none. */
	want(id: string | null): void {
		const now = this.shown.get();
		this.wanted = id;
		// a run that ended while it was watched keeps its last picture; who asks for it by name gets its record
		const s = this.state.get();
		if (id && now?.id === id && !now.replay && s?.live === false && !s.loops && !this.live.get().includes(id)) this.open(id, true);
		else this.choose();
	}

	private choose(): void {
		const now = this.shown.get(),
			stay = now && this.live.get().includes(now.id) ? now.id : null,
			id = this.wanted ?? stay ?? this.live.get()[0] ?? now?.id ?? null;
		if (!id) {
			this.leave();
			return;
		}
		const lives = this.live.get().includes(id),
			turned = now?.id === id && now.replay && lives;
		if (now?.id !== id || turned) this.open(id, !lives);
	}

	private leave(): void {
		this.feed?.close();
		this.feed = null;
		this.shown.set(null);
		this.state.set(null);
		this.happened([]);
	}

	private happened(all: RunEvent[]): void {
		this.known.clear();
		for (const e of all) count(this.known, e);
		this.events.set(all);
	}

	private open(id: string, replay: boolean): void {
		this.leave();
		if (this.moved.get()?.to !== id) this.moved.set(null);
		this.gap = null;
		this.timing.set(new Map());
		this.replayTime.set(0);
		this.playing.set(false);
		this.feed = replay ? new ReplayFeed(id) : new LiveFeed(id, this.socket);
		if (!replay) this.socket.watch({ watch: id });
		this.shown.set({ id, run: null, model: null, failure: "", replay });
		void this.read();
	}

	/** A run that has ended, looked at again from its record. */
	replay(): void {
		const s = this.shown.get();
		if (s) this.open(s.id, true);
	}

	/** Reads what is shown (again); while it has no tables yet, every second. */
	async read(): Promise<void> {
		const token = ++this.token,
			s = this.shown.get();
		if (!s) return;
		try {
			const run = await api.run(s.id),
				model = run.model === false ? null : await api.model(s.id).catch(() => null),
				tunables = model ? await api.tunables(s.id).catch(() => model.tunables ?? []) : [];
			if (token !== this.token) return;
			// a specimen that is still held is no record: what its command loops do is watched, and TRIP reaches them
			if (s.replay && run.loops) {
				this.open(s.id, false);
				return;
			}
			setUnits(run.units);
			// what was measured before a limit was made tighter kept within the one that acted then: a record is shown with its own
			this.shown.set({
				...s,
				run: s.replay ? run : { ...run, tables: tuned(run.tables, tunables) },
				model: model && { ...model, tunables },
				failure: "",
			});
			if (s.replay || !this.events.get().length) this.happened(run.events);
			if (s.replay)
				this.state.set({
					run: s.id,
					state: run.status,
					reason: run.reason,
					time: run.duration ?? NaN,
					step: run.steps ?? 0,
					steps: run.steps ?? 0,
					live: false,
				});
			if (!s.replay && (!run.tables.length || !model))
				setTimeout(() => {
					if (token === this.token) void this.read();
				}, 700);
		} catch (e) {
			if (token !== this.token) return;
			this.shown.set({ ...s, failure: errorLine(e) });
			if (!s.replay)
				setTimeout(() => {
					if (token === this.token) void this.read();
				}, 1000);
		}
	}

	/** Runs that a trip goes to: the one that is shown; where that is none that lives, but a record or nothing, all that do: the safe direction. */
	tripIds(): string[] {
		const shown = this.shown.get(),
			live = this.live.get();
		if (!shown) return live;
		// of a run that is gone command loops may still hold: that it is over is no proof that nothing moves
		return live.includes(shown.id) ? (shown.replay ? live : [shown.id]) : [...live, shown.id];
	}

	/** What the operator wishes of the run; the answer is a line, or an error. */
	async act(what: string, more: Record<string, unknown> = {}, id = this.shown.get()?.id): Promise<string> {
		if (!id) throw new Error("no test is shown");
		return (await api.act(id, what, more)).text;
	}

	// what the socket tells

	onFrame(f: Frame): void {
		const m = this.shown.get()?.model;
		if (f.type === 3 && m && f.disp.length !== m.nodes.length * m.ndf) this.outgrown();
		else if (this.feed instanceof LiveFeed) this.feed.take(f);
	}

	/** What moves is no longer the model that was read: a script may make several. */
	private outgrown(): void {
		const now = performance.now();
		if (now - this.reread < 1000) return;
		this.reread = now;
		void this.read();
	}

	/** A watch is taken: events come once more from the first one on. */
	onWatching(): void {
		this.told.clear();
	}

	onState(s: RunState): void {
		const shown = this.shown.get();
		if (!shown || shown.replay || s.run !== shown.id) return;
		this.state.set(s);
		if (this.gap) {
			const gap = this.gap;
			this.gap = null;
			setTimeout(() => this.missed.set({ ...gap, to: s.time, events: this.events.get().slice(gap.events) }), 500);
		}
		if (!shown.run?.tables.length && this.before !== s.state) void this.read();
		this.before = s.state;
	}

	/** Events come again with every watch: those that are known are not told twice. The same may happen twice, as when a script begins a model anew. */
	onEvent(e: RunEvent): void {
		if (this.shown.get()?.replay || count(this.told, e) <= (this.known.get(keyOf(e)) ?? 0)) return;
		count(this.known, e);
		this.events.set([...this.events.get(), e]);
		if (ANEW.has(e.kind) && this.shown.get()?.run) void this.read();
	}

	onTiming(t: Timing): void {
		this.timing.set(new Map(this.timing.get()).set(t.control, t));
	}

	onMissed(m: { frames: number; rows: number }): void {
		const d = this.dropped.get();
		this.dropped.set({ frames: d.frames + m.frames, rows: d.rows + m.rows });
	}

	onLive(ids: string[]): void {
		const before = this.shown.get();
		this.live.set(ids);
		this.choose();
		const now = this.shown.get();
		if (before && now && !before.replay && now.id !== before.id) this.moved.set({ from: before.id, to: now.id });
	}

	onRefused(text: string): void {
		this.trouble.set(text);
	}

	onOpened(away: number): void {
		const s = this.state.get();
		if (away > 0 && s && this.shown.get() && !this.shown.get()!.replay) this.gap = { away, from: s.time, events: this.events.get().length };
		if (away > 0) void this.readStatus();
	}
}
