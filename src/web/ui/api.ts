// HTTP to the server that this page came from, and nowhere else. Errors carry the server's own words: what, value, allowed, hint.
import type { Comparison, Example, Family, Log, Model, Run, RunRow, Status, Template, Tunable } from "./types";

export class ApiError extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly value?: string,
		readonly allowed?: string,
		readonly hint?: string,
	) {
		super(message);
	}
	/** All of it in one line. */
	line(): string {
		return [this.message, this.value && `value: ${this.value}`, this.allowed && `allowed: ${this.allowed}`, this.hint].filter(Boolean).join("; ");
	}
}

export function errorLine(e: unknown): string {
	return e instanceof ApiError ? e.line() : e instanceof Error ? e.message : String(e);
}

async function refused(r: Response): Promise<ApiError> {
	let body: any = {};
	try {
		body = await r.json();
	} catch {
		/* a server that cannot even say why */
	}
	return new ApiError(r.status, body.error ?? `the server answered ${r.status} ${r.statusText}`, body.value, body.allowed, body.hint);
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
	let r: Response;
	try {
		r = await fetch(path, { credentials: "same-origin", ...init });
	} catch {
		throw new ApiError(0, "the server does not answer", undefined, undefined, "it may have been stopped; the test goes on without it");
	}
	if (!r.ok) throw await refused(r);
	return r;
}

const get = async <T>(path: string, signal?: AbortSignal): Promise<T> => (await ask(path, { signal })).json() as Promise<T>;

const PATIENCE = 3000; // [ms] for the answer to a deed; the run itself has 2 s for it

/** What is answered too late, or never, is said; what was asked may still be done. */
function within<T>(answer: Promise<T>): Promise<T> {
	const late = new Promise<never>((_, no) =>
		setTimeout(
			() => no(new ApiError(0, "the server has not answered", undefined, undefined, "it may stand still; what was asked may still be done")),
			PATIENCE,
		),
	);
	return Promise.race([answer, late]);
}

async function post<T>(path: string, body: unknown): Promise<T> {
	const r = await ask(path, { method: "POST", headers: { "Content-Type": "application/json", "X-Tandem": "1" }, body: JSON.stringify(body) });
	return r.json() as Promise<T>;
}

const run = (id: string): string => `/api/runs/${encodeURIComponent(id)}`;

/** ?a=b&c=d of what is given. */
export function query(words: Record<string, string | number | undefined>): string {
	const q = Object.entries(words)
		.filter(([, v]) => v !== undefined && v !== "")
		.map(([k, v]) => `${k}=${encodeURIComponent(String(v))}`);
	return q.length ? "?" + q.join("&") : "";
}

export interface Range {
	table: string;
	columns: string[];
	from?: number;
	to?: number;
	width?: number;
}
const rangeQuery = (r: Range): string => query({ table: r.table, columns: r.columns.join(","), from: r.from, to: r.to, width: r.width });

export const api = {
	status: (): Promise<Status> => get("/api/status"),
	runs: (q?: string, before?: string, limit = 50): Promise<RunRow[]> => get("/api/runs" + query({ q, before, limit })),
	run: (id: string): Promise<Run> => get(run(id)),
	model: (id: string): Promise<Model> => get(run(id) + "/model"),
	tunables: (id: string): Promise<Tunable[]> => get(run(id) + "/files/tunables.json"),
	data: async (id: string, r: Range, signal?: AbortSignal): Promise<ArrayBuffer> =>
		(await ask(`${run(id)}/data${rangeQuery(r)}`, { signal })).arrayBuffer(),
	csvAddress: (id: string, r: Range): string => `${run(id)}/csv${rangeQuery(r)}`,
	motion: async (id: string, frames: number): Promise<ArrayBuffer> => (await ask(`${run(id)}/motion${query({ frames })}`)).arrayBuffer(),
	script: async (id: string): Promise<string> => (await ask(run(id) + "/script")).text(),
	reportAddress: (id: string): string => run(id) + "/report",
	compareAddress: (a: string, b: string): string => "/api/compare" + query({ a, b }),
	act: (id: string, what: string, more: Record<string, unknown> = {}): Promise<{ ok: boolean; text: string }> =>
		within(post(run(id) + "/do", { do: what, ...more })),
	plugins: (): Promise<{ families: Family[] }> => get("/api/plugins"),
	examples: (): Promise<Example[]> => get("/api/examples"),
	exampleScript: async (name: string, file?: string): Promise<string> =>
		(await ask(`/api/examples/${encodeURIComponent(name)}/script${query({ file })}`)).text(),
	templates: (): Promise<Template[]> => get("/api/templates"),
	test: (body: Record<string, unknown>): Promise<{ id?: string; ok?: boolean; text?: string }> => post("/api/tests", body),
	log: (id: string, from: number): Promise<Log> => get(`/api/tests/${encodeURIComponent(id)}/log${query({ from })}`),
	comparison: (a: string, b: string): Promise<Comparison> => get("/api/compare" + query({ a, b, format: "json" })),
};
