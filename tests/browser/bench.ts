// Pictures a second of the page Live with sixteen channels, beside what this browser gives in the same run to an empty page and to sixteen canvases with one
// line each; what drawing costs; the first picture. Against the server in closed form, and against the program itself with sixteen rigs of 1024 Hz. A JSON line
// each: said, not judged.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { serve } from "./flow";
import { go, open, type Watched } from "./harness";
import { mock } from "./states";

const LOOK_MS = 4000;

/** Pictures a second that this browser gives a page with n canvases of a chart's size, a line drawn anew in each of them and nothing else; 0: an empty page. */
async function plain(browser: Browser, n: number): Promise<number> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 } }),
		page = await context.newPage();
	const rate = await page.evaluate(
		([ms, count]) => {
			const all = Array.from({ length: count }, () => {
				const canvas = document.createElement("canvas");
				canvas.width = 440;
				canvas.height = 190;
				document.body.append(canvas);
				return canvas.getContext("2d")!;
			});
			const draw = (k: number): void => {
				for (const c of all) {
					c.clearRect(0, 0, 440, 190);
					c.beginPath();
					c.moveTo(0, k % 190);
					c.lineTo(440, 190 - (k % 190));
					c.stroke();
				}
			};
			return new Promise<number>(done => {
				let k = 0,
					first = 0;
				const next = (t: number): void => {
					first ||= t;
					if (t - first >= ms) done((1000 * k) / (t - first));
					else {
						draw(k++);
						requestAnimationFrame(next);
					}
				};
				requestAnimationFrame(next);
			});
		},
		[LOOK_MS, n],
	);
	await context.close();
	return rate;
}

/** What the browser gives pages that have nothing to do. */
interface Alone {
	empty: number;
	lines: number;
}
const alone = async (browser: Browser): Promise<Alone> => ({ empty: await plain(browser, 0), lines: await plain(browser, 16) });

async function measure(browser: Browser, p: Watched, server: string, before: Alone): Promise<void> {
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
	const after = await alone(browser),
		lines = (before.lines + after.lines) / 2,
		fps = rates.reduce((a, b) => a + b) / rates.length;
	console.log(
		JSON.stringify({
			bench: "page",
			server,
			channels: 16,
			pictures_per_s: Number(fps.toFixed(1)),
			empty_page_per_s: Number(((before.empty + after.empty) / 2).toFixed(1)),
			sixteen_lines_per_s: Number(lines.toFixed(1)),
			ratio: Number((fps / lines).toFixed(2)),
			ms_per_picture: Number((cost.ms / cost.frames).toFixed(2)),
			first_picture_ms: Math.round(first),
		}),
	);
}

/** From the address to the picture in which the first curve has a value beside it, of a test that runs: seen from within. */
async function firstCurve(browser: Browser, address: string): Promise<number> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 } }),
		p = await context.newPage();
	await p.addInitScript(() => {
		const look = (): void => {
			const value = document.querySelector(".card .legend .value")?.textContent;
			if (value && /\d/.test(value)) (globalThis as any).firstCurve = performance.now();
			else requestAnimationFrame(look);
		};
		requestAnimationFrame(look);
	});
	await p.goto(address);
	const seen = await p.waitForFunction(() => (globalThis as any).firstCurve as number | undefined);
	const ms = Math.round((await seen.jsonValue()) as number);
	await context.close();
	return ms;
}

export async function bench(browser: Browser, program: string, folder: string): Promise<void> {
	const m = await mock(folder, 16, "operator"),
		before = await alone(browser);
	await measure(browser, await open(browser, m.address + "#/live"), "closed form", before);
	await m.stop();
	const work = mkdtempSync(join(tmpdir(), "tandem-page-")),
		s = await serve(program, work),
		again = await alone(browser),
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
		console.log(JSON.stringify({ bench: "page", first_curve_ms: await firstCurve(browser, `${s.address}#/live?run=${id}`) }));
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
