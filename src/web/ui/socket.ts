// The live connection: one WebSocket, opened again by itself when it is lost, and what has been asked for is asked for again.
import { errorLine } from "./api";
import { Cell } from "./dom";
import { decode, type Frame } from "./frames";
import type { RunEvent, RunState, Timing } from "./types";

export interface SeriesWish {
	table: string;
	columns: string[];
	window: number;
	width: number;
}
export interface PairWish {
	table: string;
	x: string;
	y: string;
	last: number;
}
export interface Watch {
	watch: string | null;
	series?: SeriesWish[];
	xy?: PairWish[];
	motion?: boolean;
	fps?: number;
}

/** since: when the connection was lost [ms], 0: there was none yet. While it is lost it is tried again and again; next: when */
export type Link = { state: "open" } | { state: "connecting"; since: number } | { state: "lost"; since: number; next: number };

export interface Listener {
	onFrame(f: Frame): void;
	onState(s: RunState): void;
	onWatching(): void;
	onEvent(e: RunEvent): void;
	onTiming(t: Timing): void;
	onMissed(m: { frames: number; rows: number }): void;
	onLive(ids: string[]): void;
	onRefused(text: string): void;
	/** the connection is there (again); away: how long it was not [s], 0 the first time */
	onOpened(away: number): void;
}

const WAITS = [0.25, 0.5, 1, 2, 4, 5]; // [s] between tries
const SILENCE = 6000; // [ms] in which a ping, or who wants to come in, is not answered: the connection is taken for lost

export class Socket {
	readonly link = new Cell<Link>({ state: "connecting", since: 0 });
	private ws: WebSocket | null = null;
	private wish: Watch = { watch: null };
	private tries = 0;
	private lostAt = 0;
	private asked = 0; // since when an answer is waited for, 0: none is
	private timer = 0;
	private pings = 0;
	private taken = false; // the server has taken the last watch: frames before belong to older ones
	private columns: number[] = []; // of each series of the watch that is taken

	constructor(
		private listener: Listener,
		private address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
	) {
		this.open();
		setInterval(() => this.ping(), 2000);
		addEventListener("online", () => this.now());
	}

	/** Asks for these; replaces what was asked for before. */
	watch(w: Watch): void {
		this.wish = w;
		this.ask();
	}

	private ask(): void {
		if (this.ws?.readyState === WebSocket.OPEN) {
			this.taken = false;
			this.send(this.wish);
		}
	}

	/** Tries at once, without waiting for the next turn. */
	now(): void {
		if (this.link.get().state === "lost") {
			clearTimeout(this.timer);
			this.open();
		}
	}

	private send(message: unknown): void {
		if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(JSON.stringify(message));
	}

	private open(): void {
		this.link.set({ state: "connecting", since: this.lostAt });
		this.asked = performance.now();
		const ws = (this.ws = new WebSocket(this.address, "tandem.1"));
		ws.binaryType = "arraybuffer";
		ws.onopen = () => {
			if (ws === this.ws) this.opened();
		};
		ws.onmessage = m => {
			if (ws === this.ws) this.message(m.data);
		};
		ws.onclose = () => {
			if (ws === this.ws) this.lost();
		};
	}

	private opened(): void {
		const away = this.lostAt ? (performance.now() - this.lostAt) / 1000 : 0;
		this.tries = 0;
		this.lostAt = 0;
		this.asked = 0;
		this.link.set({ state: "open" });
		this.listener.onOpened(away);
		this.ask();
	}

	private lost(): void {
		const wait = 1000 * WAITS[Math.min(this.tries, WAITS.length - 1)],
			now = performance.now();
		this.ws = null;
		this.lostAt ||= now;
		this.tries++;
		this.link.set({ state: "lost", since: this.lostAt, next: now + wait });
		this.timer = window.setTimeout(() => this.open(), wait);
	}

	/** What was asked long ago counts, not what was heard long ago: a machine that slept, or a page that was hidden, has asked nothing meanwhile. */
	private ping(): void {
		if (this.link.get().state === "lost") return;
		if (this.asked && performance.now() - this.asked > SILENCE && !document.hidden) {
			const ws = this.ws;
			this.lost();
			ws?.close();
		} else if (this.link.get().state === "open") {
			this.asked ||= performance.now();
			this.send({ ping: ++this.pings });
		}
	}

	private message(data: ArrayBuffer | string): void {
		this.asked = 0;
		if (typeof data === "string") {
			this.words(JSON.parse(data));
			return;
		}
		let frames: Frame[] = [];
		try {
			frames = this.taken ? decode(data, i => this.columns[i] ?? 0) : [];
		} catch (e) {
			this.listener.onRefused(`Curves stand still: the server sends ${errorLine(e)}`);
		}
		frames.forEach(f => this.listener.onFrame(f));
	}

	private words(m: any): void {
		if (m.watching) {
			this.columns = m.watching.series.map((x: { columns: unknown[] }) => x.columns.length);
			this.taken = this.isWish(m.watching);
			this.listener.onWatching();
		}
		if (m.state) this.listener.onState(m.state);
		// of the run of the last watch, not of the one before
		if (m.event && this.taken) this.listener.onEvent(m.event);
		if (m.timing && this.taken) this.listener.onTiming(m.timing);
		if (m.missed) this.listener.onMissed(m.missed);
		if (m.runs) this.listener.onLive(m.runs.live);
		if (m.error) this.listener.onRefused([m.error.error, m.error.value, m.error.allowed, m.error.hint].filter(Boolean).join("; "));
	}

	/** Is it the last wish that was taken? Of watches that come fast the server may answer the last one only. */
	private isWish(w: { run: string | null; series: { table: string; columns: string[] }[]; xy: number; motion: boolean }): boolean {
		const mine = this.wish.series ?? [],
			same = (a: SeriesWish, b: { table: string; columns: string[] }): boolean => a.table === b.table && a.columns.join() === b.columns.join();
		return (
			w.run === this.wish.watch &&
			w.series.length === mine.length &&
			mine.every((x, i) => same(x, w.series[i])) &&
			w.xy === (this.wish.xy?.length ?? 0) &&
			w.motion === !!this.wish.motion
		);
	}
}
