// A run whose process was killed while its command loops still hold the specimens, with the real program and against the clock: TRIP stays armed and reaches
// them, on a page that was there before, and on one that comes later.
import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { serve } from "./flow";
import { check, fits, go, open, overflow, PATIENCE, scene, serious, SIZES, type Watched } from "./harness";

/** A run that holds for ever when it is bereft; it is killed once it moves. The whole group of its processes is ended by the answer's function. */
function begin(program: string, runs: string, id: string): { kill: () => void; end: () => void } {
	const script = join(realpathSync(process.env.MOCK_FIXTURES!), "../../live/test.tcl"),
		words = ["run", "--run", join(runs, id), "--live", "--realtime", "--unfit", script, "30000", "-hold 100000 -mass 0.01"],
		child = spawn(program, words, { cwd: join(runs, ".."), stdio: "ignore", detached: true });
	return {
		kill: () => child.kill("SIGKILL"),
		end: () => {
			try {
				process.kill(-child.pid!, "SIGKILL");
			} catch {
				// all have ended
			}
		},
	};
}

const idle = (p: Watched): Promise<number> => p.locator(".trip[data-idle]").count();
const loops = (p: Watched, n: number): Promise<unknown> =>
	p.waitForFunction(w => (globalThis as any).tandem.state.get()?.loops === w, n, { timeout: PATIENCE });

/** The page says what is: killed, and somebody holds; what trips is there, what asks the process that is gone is not. */
async function holds(p: Watched, who: string, shots: string | undefined): Promise<void> {
	await p.waitForFunction(() => (globalThis as any).tandem.state.get()?.state === "killed", null, { timeout: PATIENCE });
	await loops(p, 1);
	check(`${who}: TRIP does not look idle`, (await idle(p)) === 0);
	check(`${who}: it is called killed`, /killed/.test(await p.locator(".top .state").innerText()), await p.locator(".top .state").innerText());
	await go(p, "operate?run=bereft");
	const deeds = p.locator(".deed:enabled strong");
	await deeds.first().waitFor();
	check(`${who}: the one deed that is offered is the trip`, /^\W*trip$/i.test((await deeds.allInnerTexts()).join()), (await deeds.allInnerTexts()).join());
	check(`${who}: nobody says that nothing moves`, !(await p.getByText("nothing moves any more").isVisible()));
	check(`${who}: who holds is said`, await p.getByText("expControl 1 holds its specimens", { exact: false }).first().isVisible());
	for (const [w, h] of SIZES) {
		await p.setViewportSize({ width: w, height: h });
		check(`${who}: it fits ${w}`, await fits(p), `${await overflow(p)} px too wide`);
		const found = await serious(p);
		check(`${who}: no serious finding at ${w}`, found.length === 0, found.join(" | "));
		if (shots) await p.screenshot({ path: `${shots}/bereft-${who.replace(/ /g, "_")}-${w}.png` });
	}
	await p.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
	p.complaints.splice(0); // 404 of what only a process could tell is written down by the browser
}

export async function bereft(browser: Browser, program: string, shots: string | undefined): Promise<void> {
	const work = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), "tandem-browser-")),
		s = await serve(program, work),
		p = await open(browser, s.address),
		run = begin(program, s.runs, "bereft");
	await scene("a killed run whose command loops hold keeps TRIP armed", p, async () => {
		await p.waitForFunction(() => (globalThis as any).tandem.state.get()?.step > 10, null, { timeout: PATIENCE });
		run.kill();
		await holds(p, "who was there", shots);
	});
	const late = await open(browser, s.address);
	await scene("also on a page that is opened later", late, async () => {
		await go(late, "operate?run=bereft");
		await holds(late, "who comes later", shots);
	});
	await scene("TRIP reaches them, and is idle when all are at rest", late, async () => {
		await late.locator(".trip").click();
		for (const page of [late, p]) await page.locator(".notice.bad", { hasText: /has tripped|is at rest/ }).waitFor();
		if (shots) await late.screenshot({ path: `${shots}/bereft-tripped-1440.png` });
		await loops(p, 0);
		await p.waitForFunction(() => !!document.querySelector(".trip[data-idle]"), null, { timeout: PATIENCE });
	});
	run.end();
	for (const page of [p, late]) await page.context().close();
	await s.stop();
	rmSync(work, { recursive: true, force: true });
}
