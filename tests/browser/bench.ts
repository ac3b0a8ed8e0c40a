// Pictures a second of the page Live with sixteen channels, beside what this browser gives an empty page in the same run; what drawing costs; the first
// picture. Against the server in closed form, and against the program itself with sixteen rigs of 1024 Hz. A JSON line each: said, not judged.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { serve } from "./flow";
import { go, open, type Watched } from "./harness";
import { mock } from "./states";

const LOOK_MS = 4000;

/** Pictures a second that an empty page gets. */
async function empty(browser: Browser): Promise<number> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 } }),
		page = await context.newPage();
	const rate = await page.evaluate(
		ms =>
			new Promise<number>(done => {
				let n = 0,
					first = 0;
				const next = (t: number): void => {
					first ||= t;
					if (t - first >= ms) done((1000 * n) / (t - first));
					else {
						n++;
						requestAnimationFrame(next);
					}
				};
				requestAnimationFrame(next);
			}),
		LOOK_MS,
	);
	await context.close();
	return rate;
}

async function measure(browser: Browser, p: Watched, server: string, before: number): Promise<void> {
	await p.locator(".card .legend .value").first().waitFor();
	const first = await p.evaluate(() => performance.getEntriesByType("paint").at(-1)?.startTime ?? NaN),
		rates: number[] = [];
	await p.waitForTimeout(2500);
	for (let k = 0; k < 4; k++) {
		await p.waitForTimeout(LOOK_MS / 4);
		rates.push(Number(await p.locator("[data-fps]").getAttribute("data-fps")));
	}
	const cost = await p.evaluate(() => (globalThis as any).tandem.cost as { frames: number; ms: number });
	await p.context().close();
	const alone = (before + (await empty(browser))) / 2,
		fps = rates.reduce((a, b) => a + b) / rates.length;
	console.log(
		JSON.stringify({
			bench: "page",
			server,
			channels: 16,
			pictures_per_s: Number(fps.toFixed(1)),
			empty_page_per_s: Number(alone.toFixed(1)),
			ratio: Number((fps / alone).toFixed(2)),
			ms_per_picture: Number((cost.ms / cost.frames).toFixed(2)),
			first_picture_ms: Math.round(first),
		}),
	);
}

export async function bench(browser: Browser, program: string, folder: string): Promise<void> {
	const m = await mock(folder, 16, "operator"),
		alone = await empty(browser);
	await measure(browser, await open(browser, m.address + "#/live"), "closed form", alone);
	await m.stop();
	const work = mkdtempSync(join(tmpdir(), "tandem-page-")),
		s = await serve(program, work),
		again = await empty(browser),
		p = await open(browser, s.address);
	try {
		const text = (name: string): string => readFileSync(join(process.env.MOCK_FIXTURES!, "../../../bench/web", name), "utf8"),
			script = text("test.tcl").replace(/^source .*$/m, () => text("shake.tcl"));
		const r = await p.request.post(new URL("/api/tests", s.address).href, {
			headers: { "X-Tandem": "1", "Content-Type": "application/json" },
			data: { name: "bench", script, words: ["3600"], mode: "run", pace: 1 },
		});
		const { id } = (await r.json()) as { id: string };
		await go(p, `live?run=${id}`);
		await p.locator(".card .legend .value").first().waitFor();
		await measure(browser, p, "tandem serve, 1024 Hz", again);
		const q = await open(browser, s.address);
		await q.request.post(new URL(`/api/runs/${id}/do`, s.address).href, {
			headers: { "X-Tandem": "1", "Content-Type": "application/json" },
			data: { do: "stop" },
		});
		await q.context().close();
	} finally {
		await s.stop();
		rmSync(work, { recursive: true, force: true });
	}
}
