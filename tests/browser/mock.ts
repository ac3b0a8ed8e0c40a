// A server of tests: the API of docs/web.md from a run in closed form, and what is hard to provoke with a real one: lost connections, refusals, viewers,
// a busy disk.
//   MOCK_CHANNELS, MOCK_ROLE set its run; POST /mock/{drop,deaf,die} make it misbehave. It serves the page from build/page/out.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { WebSocket, WebSocketServer } from "ws";
import { DT, firstEvents, model, RATE, type Shape, tables, tunables, value, displacement } from "./mock_run";
import type { RunEvent } from "../src/types";

const [, , out, channels = "2", role = "operator"] = process.argv;
const TYPES: Record<string, string> = {
	".html": "text/html",
	".js": "text/javascript",
	".css": "text/css",
	".svg": "image/svg+xml",
	".txt": "text/plain",
};
const CSP = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'";

class MockRun {
	state = "running";
	reason = "";
	t = 0;
	pace = 1;
	events: RunEvent[] = firstEvents();
	readonly tuned = new Map<string, number>(); // lines that were given, without their value
	readonly created = new Date().toISOString();
	constructor(
		readonly id: string,
		readonly title: string,
		readonly shape: Shape,
		public live: boolean,
	) {}
	get over(): boolean {
		return ["ended", "complete", "killed", "failed"].includes(this.state);
	}
	advance(dt: number): void {
		if (this.state !== "running") return;
		this.t = Math.min(this.shape.seconds, this.t + dt * this.pace);
		if (this.t >= this.shape.seconds) this.go("ended", "");
	}
	go(state: string, reason: string): void {
		this.state = state;
		this.reason = reason;
		this.tell(state === "tripped" ? "trip" : "state", "operator", reason || state);
	}
	tell(kind: string, source: string, text: string): void {
		const e = { time: this.t, kind, source, text };
		this.events.push(e);
		broadcast(this.id, { event: e });
		broadcast(this.id, { state: this.now() });
	}
	now(): object {
		return {
			run: this.id,
			state: this.state,
			reason: this.reason,
			time: this.t,
			step: Math.floor(this.t / DT),
			steps: this.shape.seconds / DT,
			pace: this.pace,
			live: this.live,
		};
	}
	row(): object {
		return {
			id: this.id,
			title: this.title,
			created: this.created,
			status: this.live ? this.state : "complete",
			reason: this.reason,
			duration: this.live ? this.t : this.shape.seconds,
			dt: DT,
			steps: Math.floor(this.t / DT),
			script: `/lab/${this.title}.tcl`,
			freedoms: 3 * model(this.shape).nodes.length,
			specimens: this.shape.channels,
			live: this.live,
			report: true,
			parts: 1,
		};
	}
	last(): number {
		return this.live ? this.t : this.shape.seconds;
	}
}

const shape = { channels: Number(channels), storeys: 3, seconds: 600 };
const runs = [
	new MockRun("20261116-100000-frame", "frame", shape, true),
	new MockRun("20261115-090000-before", "before", { ...shape, seconds: 30 }, false),
	new MockRun("20261115-080000-older", "older", { ...shape, seconds: 30 }, false),
];

/** Lowest and highest of rows k/RATE in [a, b). */
function bucket(r: MockRun, table: string, column: string, a: number, b: number): [number, number] {
	const rate = table.startsWith("channels/") ? RATE : 1 / DT;
	let lo = NaN,
		hi = NaN;
	for (let k = Math.ceil(a * rate - 1e-9); k / rate < b && k / rate <= r.last(); k++) {
		const v = value(r.shape, table, column, k / rate);
		if (!(v >= lo)) lo = v;
		if (!(v <= hi)) hi = v;
	}
	return [lo, hi];
}

function frame(type: number, flags: number, index: number, n: number, t0: number, body: number): { buffer: Buffer; at: number } {
	const b = Buffer.alloc(16 + body);
	b.writeUInt8(type, 0);
	b.writeUInt8(flags, 1);
	b.writeUInt16LE(index, 2);
	b.writeUInt32LE(n, 4);
	b.writeDoubleLE(t0, 8);
	return { buffer: b, at: 16 };
}

function seriesFrame(
	type: number,
	flags: number,
	r: MockRun,
	index: number,
	table: string,
	columns: string[],
	first: number,
	n: number,
	width: number,
): Buffer {
	const { buffer, at } = frame(type, flags, index, n, first * width, 8 + 16 * n * columns.length);
	buffer.writeDoubleLE(width, at);
	columns.forEach((c, k) => {
		for (let i = 0; i < n; i++) {
			const [lo, hi] = bucket(r, table, c, (first + i) * width, (first + i + 1) * width);
			buffer.writeDoubleLE(lo, at + 8 + 16 * n * k + 8 * i);
			buffer.writeDoubleLE(hi, at + 8 + 16 * n * k + 8 * n + 8 * i);
		}
	});
	return buffer;
}

function motionFrame(r: MockRun, t: number): Buffer {
	const m = model(r.shape),
		n = m.nodes.length * 3,
		up = (x: number): number => (x + 7) & ~7,
		{ buffer } = frame(3, 0, 0, n, t, 16 + up(4 * n) + up(m.elements.length));
	buffer.writeBigUInt64LE(BigInt(Math.floor(t / DT)), 16);
	buffer.writeUInt32LE(m.elements.length, 24);
	m.nodes.forEach((node, i) => buffer.writeFloatLE(displacement(r.shape, node.tag, t), 32 + 12 * i));
	if (Math.abs(displacement(r.shape, 4, t)) > 0.008) buffer[32 + up(4 * n)] = 2;
	else if (t > 4) buffer[32 + up(4 * n)] = 1;
	return buffer;
}

// viewers

interface Viewer {
	ws: WebSocket;
	run: MockRun | null;
	series: any[];
	xy: any[];
	motion: boolean;
	sent: number[];
	pairs: number[];
}
const viewers = new Set<Viewer>();
let deaf = false;

function broadcast(run: string, m: object): void {
	for (const v of viewers) if (v.run?.id === run && !deaf) v.ws.send(JSON.stringify(m));
}

function feed(v: Viewer): void {
	const r = v.run;
	if (!r || deaf) return;
	const frames: Buffer[] = [];
	v.series.forEach((s, i) => {
		const width = s.window / s.width,
			last = Math.floor(r.t / width),
			from = v.sent[i] < 0 ? Math.max(0, last - s.width + 1) : v.sent[i];
		frames.push(seriesFrame(1, v.sent[i] < 0 ? 1 : 0, r, i, s.table, s.columns, from, last - from + 1, width));
		v.sent[i] = last;
	});
	v.xy.forEach((p, i) => {
		const first = v.pairs[i] < 0 ? Math.max(0, Math.floor(r.t * RATE) - 1500) : v.pairs[i] + 1,
			n = Math.floor(r.t * RATE) - first + 1;
		if (n <= 0) return;
		const { buffer, at } = frame(4, v.pairs[i] < 0 ? 1 : 0, i, n, r.t, 16 * n);
		for (let k = 0; k < n; k++) {
			buffer.writeDoubleLE(value(r.shape, p.table, p.x, (first + k) / RATE), at + 8 * k);
			buffer.writeDoubleLE(value(r.shape, p.table, p.y, (first + k) / RATE), at + 8 * n + 8 * k);
		}
		frames.push(buffer);
		v.pairs[i] = first + n - 1;
	});
	if (v.motion) frames.push(motionFrame(r, r.t));
	if (frames.length) v.ws.send(Buffer.concat(frames));
}

function message(v: Viewer, m: any): void {
	if (m.ping !== undefined) {
		if (!deaf) v.ws.send(JSON.stringify({ pong: m.ping }));
		return;
	}
	v.run = runs.find(r => r.id === m.watch && r.live) ?? null;
	v.series = m.series ?? [];
	v.xy = m.xy ?? [];
	v.motion = !!m.motion;
	v.sent = v.series.map(() => -1);
	v.pairs = v.xy.map(() => -1);
	v.ws.send(
		JSON.stringify({
			watching: {
				run: m.watch,
				series: v.series.map(s => ({ table: s.table, columns: s.columns, bucket: s.window / s.width })),
				xy: v.xy.length,
				motion: v.motion,
				fps: 60,
			},
		}),
	);
	if (v.run) {
		v.ws.send(JSON.stringify({ state: v.run.now() }));
		v.run.events.forEach(e => v.ws.send(JSON.stringify({ event: e })));
	}
}

let before = Date.now(),
	ticks = 0;
setInterval(() => {
	const now = Date.now();
	runs.filter(r => r.live).forEach(r => r.advance((now - before) / 1000));
	before = now;
	for (const v of viewers) feed(v);
	if (++ticks % 6 === 0) runs.filter(r => r.live).forEach(r => broadcast(r.id, { state: r.now() }));
	if (ticks % 60 === 0)
		runs.filter(r => r.live).forEach(r =>
			broadcast(r.id, {
				timing: {
					control: 1,
					rate_hz: RATE,
					ticks: Math.floor(r.t * RATE),
					missed: 0,
					overruns: 0,
					wake_us: { median: 9, 99: 25, most: 60, bins: [[8.192, 12.288, 1000], [24.576, 32.768, 9], [49.152, 65.536, 1]] },
					busy_us: { most: 70, bins: [[4.096, 6.144, 1000], [65.536, 98.304, 1]] },
				},
			}),
		);
}, 1000 / 60);

// HTTP

const DEEDS: Record<string, { from: string[]; to?: string; text: string }> = {
	start: { from: ["holding"], to: "running", text: "started" },
	pause: { from: ["running"], to: "paused", text: "paused after this step" },
	resume: { from: ["paused"], to: "running", text: "resumed" },
	stop: { from: ["running", "paused", "holding", "tripped"], to: "ended", text: "ends after this step" },
	trip: { from: ["running", "paused", "holding", "tripped"], to: "tripped", text: "the rigs come to rest" },
	acknowledge: { from: ["tripped"], to: "holding", text: "acknowledged" },
	pace: { from: ["running", "paused", "holding"], text: "pace changed" },
	tune: { from: ["running", "paused", "holding"], text: "changed" },
};

class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly body: Record<string, string>,
	) {
		super(body.error);
	}
}

function act(r: MockRun, b: any): object {
	const d = DEEDS[b.do];
	if (!r.live) throw new Refusal(404, { error: "run: it is not live: nobody is there to be asked" });
	if (!d || !d.from.includes(r.state))
		throw new Refusal(409, {
			error: `${b.do} is not possible now`,
			value: r.state,
			allowed: d?.from.join(", ") ?? Object.keys(DEEDS).join(", "),
		});
	if (b.do === "tune" && /\s-?(\d{3,}|9\d)(\.\d*)?$/.test(b.line))
		throw new Refusal(409, {
			error: "expTune: delay is outside its range",
			value: b.line.split(" ").pop(),
			allowed: ">= 0 and <= 0.5",
			hint: "[s]",
		});
	if (b.do === "pace") r.pace = b.value;
	if (b.do === "tune") {
		const [, line, value] = /^(.*) (\S+)$/.exec(b.line)!;
		r.tuned.set(`${line} {value}`, Number(value));
		r.tell("tune", "mock", b.line);
	}
	if (d.to) r.go(d.to, b.do === "trip" ? "the operator (mock) tripped" : "");
	return { ok: true, text: d.text };
}

function data(r: MockRun, q: URLSearchParams): Buffer {
	const table = q.get("table")!,
		columns = (q.get("columns") ?? "").split(",").filter(Boolean),
		rate = table.startsWith("channels/") ? RATE : 1 / DT;
	const from = Number(q.get("from") ?? 0),
		to = Math.min(r.last(), Number(q.get("to") ?? Infinity)),
		width = Number(q.get("width") ?? 1000),
		first = Math.ceil(from * rate),
		n = Math.floor(to * rate) - first + 1;
	if (n > 2 * width) {
		const w = (to - from) / width,
			b = seriesFrame(2, 0, r, 0, table, columns, from / w, width, w);
		return b;
	}
	const { buffer, at } = frame(2, 1, 0, n, from, 8 * n * (columns.length + 1));
	for (let i = 0; i < n; i++) {
		buffer.writeDoubleLE((first + i) / rate, at + 8 * i);
		columns.forEach((c, k) => buffer.writeDoubleLE(value(r.shape, table, c, (first + i) / rate), at + 8 * n * (k + 1) + 8 * i));
	}
	return buffer;
}

function csv(r: MockRun, q: URLSearchParams): string {
	const t = tables(r.shape).find(x => x.name === q.get("table"))!,
		names = (
			q.get("columns") ||
			t.columns
				.slice(1)
				.map(c => c.name)
				.join(",")
		).split(",");
	const lines = [["time [s]", ...names].join(",")];
	for (let k = 0; k < Math.min(2000, r.last() * RATE); k++)
		lines.push([k / RATE, ...names.map(c => value(r.shape, t.name, c, k / RATE))].join(","));
	return lines.join("\n") + "\n";
}

function test(b: any): [number, object] {
	if (b.mode === "check" || b.mode === "rehearse")
		return [
			200,
			/wrong/.test(b.script)
				? { ok: false, text: "test.tcl:3: element truss: area: -1 (allowed: > 0)" }
				: { ok: true, text: b.mode === "check" ? "the model and the laboratory are built" : "go: margins 40 % and more" },
		];
	const r = new MockRun(`20261116-1100${String(runs.length).padStart(2, "0")}-${b.name}`, b.name, { ...shape, channels: 1 }, true);
	if (b.mode === "hold") r.state = "holding";
	runs.unshift(r);
	tellLive();
	return [201, { id: r.id }];
}

function tellLive(): void {
	for (const v of viewers) v.ws.send(JSON.stringify({ runs: { live: live() } }));
}

const live = (): string[] => runs.filter(r => r.live).map(r => r.id);
const fixture = (name: string): unknown => JSON.parse(readFileSync(join(process.env.MOCK_FIXTURES!, name), "utf8"));

function answer(path: string, q: URLSearchParams, body: any): [number, string, string | Buffer] {
	const json = (x: unknown, status = 200): [number, string, string] => [status, "application/json", JSON.stringify(x)];
	if (path === "/api/status") return json({ version: "0.0.0", role, who: "mock", live: live(), machine: {}, runs_folder: "runs" });
	if (path === "/api/runs") return json(runs.filter(r => !q.get("q") || `${r.id} ${r.title}`.includes(q.get("q")!)).map(r => r.row()));
	if (path === "/api/plugins" || path === "/api/templates" || path === "/api/examples") return json(fixture(path.slice(5) + ".json"));
	if (path.startsWith("/api/examples/")) return [200, "text/plain", "model basic -ndm 2 -ndf 3\n"];
	if (path === "/api/compare")
		return q.get("format") === "json"
			? json({
					columns: [{ name: "steps/node4_disp1", unit: "m", largest: 0.02, difference: 0, at: 0, eps_max: 0, eps_rms: 0 }],
					eps_enr: 0,
					notes: [],
					verdict: "the same",
					summary: "The runs are the same, bit for bit.",
				})
			: [200, "text/html", "<title>compare</title>"];
	if (path === "/api/tests" && body) {
		const [status, x] = test(body);
		return json(x, status);
	}
	const m = /^\/api\/(runs|tests)\/([^/]+)(?:\/(\w+|files\/tunables\.json))?$/.exec(path),
		r = runs.find(x => x.id === m?.[2]);
	if (!m || !r) throw new Refusal(404, { error: "no such address", value: path });
	if (m[1] === "tests") return json({ text: "", next: 0, running: true, status: null });
	switch (m[3]) {
		case undefined:
			return json({
				...r.row(),
				model: true,
				head: { clock: "virtual time" },
				units: { force: "kN", length: "mm", time: "sec" },
				events: r.events,
				tables: tables(r.shape),
			});
		case "model":
			return json(model(r.shape));
		case "files/tunables.json":
			return json(tunables(r.shape).map(t => ({ ...t, value: r.tuned.get(t.line) ?? t.value })));
		case "data":
			return [200, "application/octet-stream", data(r, q)];
		case "csv":
			return [200, "text/csv", csv(r, q)];
		case "motion":
			return [
				200,
				"application/octet-stream",
				Buffer.concat(Array.from({ length: 300 }, (_, k) => motionFrame(r, (k / 299) * r.shape.seconds))),
			];
		case "script":
			return [200, "text/plain", "# mock\nmodel basic -ndm 2 -ndf 3\n"];
		case "report":
			return [200, "text/html", "<title>report</title>"];
		case "do":
			if (role !== "operator") throw new Refusal(403, { error: "only operators may do this" });
			return json(act(r, body));
		default:
			throw new Refusal(404, { error: "no such address", value: path });
	}
}

function misbehave(how: string): void {
	if (how === "drop") for (const v of viewers) v.ws.terminate();
	if (how === "deaf") deaf = !deaf;
	if (how === "die") {
		runs[0].go("killed", "the process of the run was killed (signal 9)");
		runs[0].live = false;
		tellLive();
	}
}
let shut = 0;

async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
	const url = new URL(req.url!, "http://x"),
		chunks: Buffer[] = [];
	for await (const c of req) chunks.push(c as Buffer);
	const send = (status: number, type: string, body: string | Buffer): void => {
		res.writeHead(status, { "Content-Type": type, "Content-Security-Policy": CSP, "Cache-Control": "no-store" });
		res.end(body);
	};
	try {
		if (url.pathname === "/mock/shut") {
			shut = Date.now() + Number(url.searchParams.get("ms"));
			misbehave("drop");
			return send(200, "text/plain", "ok");
		}
		if (url.pathname.startsWith("/mock/")) {
			misbehave(url.pathname.slice(6));
			return send(200, "text/plain", "ok");
		}
		if (url.pathname.startsWith("/api/"))
			return send(...answer(url.pathname, url.searchParams, chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : null));
		const file = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
		send(200, TYPES[extname(file)], readFileSync(join(out, file)));
	} catch (e) {
		if (e instanceof Refusal) send(e.status, "application/json", JSON.stringify(e.body));
		else send(404, "application/json", JSON.stringify({ error: String(e) }));
	}
}

const server = createServer((req, res) => void handle(req, res)),
	sockets = new WebSocketServer({ noServer: true, handleProtocols: () => "tandem.1" });
server.on("upgrade", (req, socket, head) => {
	if (Date.now() < shut) {
		socket.destroy();
		return;
	}
	sockets.handleUpgrade(req, socket, head, ws => {
		const v: Viewer = { ws, run: null, series: [], xy: [], motion: false, sent: [], pairs: [] };
		viewers.add(v);
		ws.send(JSON.stringify({ runs: { live: live() } }));
		ws.on("message", m => message(v, JSON.parse(String(m))));
		ws.on("close", () => viewers.delete(v));
	});
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as any).port}/`));
