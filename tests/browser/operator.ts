// What an operator meets in bad moments, against the server of mock.ts: a server that stands still, a question that outlives its run, keys that are held,
// answers that come late, a machine that has slept, numbers that hardly differ.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator } from "playwright-core";
import { serve, short } from "./flow";
import { check, go, open, scene, SIZES, type Watched } from "./harness";
import { mock } from "./states";

const FRAME = "20261116-100000-frame",
	OLD = "20261115-090000-before";

type Mock = Awaited<ReturnType<typeof mock>>;

const shown = (p: Watched, id: string): Promise<unknown> => p.waitForFunction(w => (globalThis as any).tandem.shown.get()?.id === w, id);
const deed = (p: Watched, name: string): Locator => p.locator(".deed", { has: p.locator("strong", { hasText: name }) });
const stateWord = (p: Watched): Promise<string> => p.locator(".top .state").innerText();
const statusOf = async (m: Mock, id: string): Promise<string> =>
	((await (await fetch(`${m.address}api/runs/${id}`)).json()) as { status: string }).status;

/** The process of the server stands still, as on a machine that hangs: connections are taken, nothing is answered. */
async function standsStill(p: Watched, m: Mock): Promise<void> {
	await p.locator(".top .state", { hasText: "running" }).waitFor();
	const lost = p.locator(".notice", { hasText: "Connection lost" });
	process.kill(m.pid, "SIGSTOP");
	try {
		await p.locator(".trip").click();
		await p.getByText("TRIP was not answered", { exact: false }).waitFor({ timeout: 10_000 });
		await lost.waitFor({ timeout: 20_000 });
		await p.waitForTimeout(2000); // the next try has begun, and hangs
		check("what is shown is called old while a try hangs", /was running/.test(await stateWord(p)), await stateWord(p));
		const before = await lost.innerText();
		await p.waitForTimeout(2500);
		check("and for how long it has been lost goes on", before !== (await lost.innerText()), before);
	} finally {
		process.kill(m.pid, "SIGCONT");
	}
	await p.getByText("Connected again after", { exact: false }).waitFor();
	await p.locator(".notice.bad", { hasText: "the operator (mock) tripped" }).waitFor();
	check("the trip that was late is no longer called unanswered", (await p.getByText("TRIP was not answered", { exact: false }).count()) === 0);
}

/** A machine slept for a minute, its server did not: what was connected still is. */
async function slept(browser: Browser, m: Mock): Promise<void> {
	const p = await open(browser, m.address);
	await scene("a machine that has slept is still connected", p, async () => {
		await p.clock.install();
		await p.reload();
		await p.locator(".link.good").waitFor();
		await p.evaluate(() => {
			const w = globalThis as any;
			w.links = [];
			w.tandem.socket.link.on((l: { state: string }) => w.links.push(l.state));
		});
		await p.clock.fastForward("01:00");
		await p.waitForTimeout(1500);
		const links = await p.evaluate(() => (globalThis as any).links as string[]);
		check("the connection was not given up", links.join() === "open", links.join());
	});
	await p.context().close();
}

/** The run that a question is about ends while it is asked, another one takes its place: that one is not asked. */
async function outlived(p: Watched, m: Mock): Promise<void> {
	const begun = await fetch(m.address + "api/tests", { method: "POST", body: '{"name": "second", "script": "", "mode": "run"}' }),
		made = (await begun.json()) as { id: string };
	await p.reload();
	await shown(p, made.id);
	await go(p, "operate");
	await deed(p, "Stop").click();
	await p.locator("dialog[open]").waitFor();
	await fetch(m.address + "mock/die", { method: "POST" });
	await shown(p, FRAME);
	const yes = p.locator("dialog[open] button.primary");
	await p.waitForTimeout(300);
	if (await yes.count()) await yes.click();
	await p.waitForTimeout(500);
	check("another run is not stopped by the answer", (await statusOf(m, FRAME)) === "running", await statusOf(m, FRAME));
	check("and the question is gone", (await p.locator("dialog[open]").count()) === 0);
	await deed(p, "Stop").click();
	await p.locator("dialog[open]").waitFor();
	await p.keyboard.press("2");
	await p.locator(".card .legend .value").first().waitFor();
	check("a page that is left takes its question along", (await p.locator("dialog[open]").count()) === 0);
}

/** A key that is held asks, and does not answer as well. */
async function held(p: Watched, m: Mock): Promise<void> {
	await go(p, "operate");
	for (const key of ["Enter", " "]) {
		await deed(p, "Stop").focus();
		await p.keyboard.down("Enter");
		await p.locator("dialog[open]").waitFor();
		await p.keyboard.up("Enter");
		await p.locator("dialog[open] button.primary").focus();
		// of a key that is held a browser tells again and again
		await p.locator("dialog[open] button.primary").evaluate((b, k) => {
			(globalThis as any).left = !b.dispatchEvent(new KeyboardEvent("keydown", { key: k, repeat: true, bubbles: true, cancelable: true }));
		}, key);
		check(`a held "${key}" is no answer`, await p.evaluate(() => (globalThis as any).left));
		await p.locator("dialog[open] button").first().click();
	}
	await deed(p, "Stop").focus();
	await p.keyboard.down("Enter");
	for (let i = 0; i < 5; i++) await p.keyboard.down("Enter");
	await p.keyboard.up("Enter");
	await p.waitForTimeout(300);
	check("the test goes on until somebody answers", (await statusOf(m, FRAME)) === "running", await statusOf(m, FRAME));
	await p.locator("dialog[open] button").first().click();
}

/** What comes late for a page that was left is not shown in the one that is there now. */
async function late(p: Watched, m: Mock): Promise<void> {
	const slow = async (pattern: RegExp, f: () => Promise<void>): Promise<void> => {
		let came = 0;
		await p.route(pattern, async r => {
			await new Promise(done => setTimeout(done, 800));
			await r.continue();
			came++;
		});
		await f();
		await p.waitForTimeout(2000);
		await p.unroute(pattern);
		check("what was asked for has come", came > 0);
	};
	await slow(/api\/runs\/[^/]+before\/script$/, async () => {
		await go(p, `runs?id=${OLD}`);
		await p.waitForTimeout(100);
		await go(p, "operate");
		await deed(p, "Stop").waitFor();
	});
	check("a run that is read slowly does not take the place of Operate", await deed(p, "Stop").isVisible());
	await slow(/api\/compare/, async () => {
		await p.route(/api\/runs\/[^/]+older$/, async r => {
			await new Promise(done => setTimeout(done, 800));
			await r.continue();
		});
		await go(p, `runs?a=${OLD}&b=20261115-080000-older`);
		await p.waitForTimeout(100);
		await go(p, "operate");
		await p.waitForTimeout(1200);
		check("nor do two", await deed(p, "Stop").isVisible());
		await p.unroute(/api\/runs\/[^/]+older$/);
		await go(p, `runs?a=${OLD}&b=20261115-080000-older`);
	});
	await slow(/api\/examples$/, async () => {
		await go(p, "build?gallery=1");
		await p.getByRole("radio", { name: "Build a test" }).click();
		await p.locator(".build").waitFor();
	});
	check("a gallery that is read slowly does not take the place of the form", await p.locator(".build").isVisible());
	await slow(/api\/tests$/, async () => {
		await go(p, "runs");
		await go(p, "build?gallery=1");
		await p.locator(".example button.primary").first().click();
		await go(p, "live");
		await p.locator(".card .legend .value").first().waitFor();
	});
	const where = await p.evaluate(() => location.hash);
	check("nor does a test that begins late call away who watches another one", where === "#/live", where);
	await fetch(m.address + "mock/die", { method: "POST" });
}

/** Who has not been told yet who it is may trip: the server knows. */
async function unknown(browser: Browser, folder: string): Promise<void> {
	const m = await mock(folder, 1, "operator"),
		p = await open(browser, "about:blank");
	await scene("TRIP does not wait until it is known who asks", p, async () => {
		await p.route("**/api/status", r => r.abort());
		await p.goto(m.address);
		await p.locator(".top .state", { hasText: "running" }).waitFor();
		await p.locator(".trip").click();
		await p.locator(".notice.bad", { hasText: "the operator (mock) tripped" }).waitFor({ timeout: 10_000 });
		p.complaints.splice(0); // the browser writes down what was refused
	});
	await p.context().close();
	await m.stop();
}

/** Messages that this page does not understand are said; another version of the server is, too. */
async function otherServer(p: Watched, m: Mock): Promise<void> {
	await p.evaluate(() => {
		const b = new ArrayBuffer(16),
			s = (globalThis as any).tandem.socket;
		new DataView(b).setUint8(0, 9);
		s.taken = true;
		s.message(b);
	});
	await p.locator(".notice.bad", { hasText: "a frame of type 9" }).waitFor({ timeout: 5000 });
	await p.route("**/api/status", async r => {
		const answer = await r.fetch();
		await r.fulfill({ response: answer, json: { ...(await answer.json()), version: "9.9" } });
	});
	await fetch(m.address + "mock/drop", { method: "POST" });
	await p.locator(".notice", { hasText: "9.9" }).waitFor({ timeout: 10_000 });
	await p.unroute("**/api/status");
	p.complaints.splice(0); // the browser itself writes down that a socket was closed
	await p.reload();
}

/** An empty field is no pace; what a program prints does not fill the browser. */
async function small(p: Watched): Promise<void> {
	await go(p, "operate");
	const pace = p.getByLabel("pace, test seconds a second");
	await pace.fill("");
	let asked = 0;
	p.on("request", r => {
		if (r.url().endsWith("/do")) asked++;
	});
	await pace.press("Enter");
	await p.waitForTimeout(500);
	check("no pace is not the fastest one", asked === 0);
	await p.route(/api\/tests\/[^/]+\/log/, r => {
		const from = Number(new URL(r.request().url()).searchParams.get("from"));
		return r.fulfill({ json: { text: `line ${from} `.padEnd(65535, "x") + "\n", next: from + 65536, running: true, status: null } });
	});
	await p.reload();
	await p.locator("pre.log", { hasText: "line 589824" }).waitFor();
	const length = await p.locator("pre.log").evaluate(e => e.textContent!.length);
	check("of a long output the end is kept", length < 400_000, String(length));
	await p.unroute(/api\/tests\/[^/]+\/log/);
	await p.evaluate(() => {
		location.hash = "#/constructor";
	});
	await p.locator(".structure").waitFor();
	check("an address that is none shows the first page", true);
}

const SEVERAL = `defaultUnits -force kN -length mm -time ms
foreach n {3 5} {
    wipe
    model basic -ndm 2 -ndf 3
    for {set i 1} {$i <= $n} {incr i} { node $i 0 [expr {3.0*$i}]; mass $i 1 1 1 }
    fix 1 1 1 1
    geomTransf Linear 1
    for {set i 1} {$i < $n} {incr i} { element elasticBeamColumn $i $i [expr {$i+1}] 10 100 10 1 }
    timeSeries Sine 1 0 1e3 0.5 -factor 0.1
    pattern UniformExcitation 1 1 -accel 1
    constraints Plain
    numberer RCM
    system BandGeneral
    algorithm Linear
    integrator Newmark 0.5 0.25
    analysis Transient
    analyze 400 0.02
}
`;

/** A script that makes one model after the other, with the same words and at the same time of the test; its unit of time is a millisecond. */
async function several(browser: Browser, program: string): Promise<void> {
	const work = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), "tandem-browser-")),
		s = await serve(program, work),
		p = await open(browser, s.address + "#/structure"),
		nodes = (n: number): Promise<void> => p.locator(`canvas[aria-label*=": ${n} nodes"]`).waitFor(),
		clock = (): Promise<string> => p.locator(".top .clock").first().innerText();
	await scene("one model after the other is shown", p, async () => {
		const id = await short(s, "several", SEVERAL, 1);
		await nodes(3);
		check("time has the unit of the script", /ms$/.test(await clock()), await clock());
		await nodes(5);
		await p.waitForFunction(() => (globalThis as any).tandem.feed.motion()?.disp.length === 15);
		const all = await p.evaluate(() => (globalThis as any).tandem.events.get().filter((e: { kind: string }) => e.kind === "analyze").length as number);
		check("what happens twice is told twice, and not oftener", all === 2, String(all));
		await p.evaluate(() => (globalThis as any).tandem.act("stop"));
		await p.waitForFunction(() => (globalThis as any).tandem.state.get()?.state === "ended");
		await go(p, "runs");
		await p.locator("table.runs td.num", { hasText: /\d\s?ms$/ }).waitFor();
		void id;
		p.complaints.splice(0); // what is not there yet is written down by the browser
	});
	await p.context().close();
	await s.stop();
	rmSync(work, { recursive: true, force: true });
}

/** Of what the header has no room for nothing is seen: half a number would be another one. */
async function narrow(p: Watched): Promise<void> {
	await go(p, "operate");
	let cut = "";
	for (let w = 400; w <= 1440; w += 65) {
		await p.setViewportSize({ width: w, height: 700 });
		await p.waitForTimeout(60);
		cut += await p.evaluate(width => {
			const box = document.querySelector(".now")!.getBoundingClientRect();
			return [...document.querySelectorAll<HTMLElement>(".now > *")]
				.filter(e => e.offsetWidth > 0)
				.map(e => ({ e, r: e.getBoundingClientRect() }))
				.filter(({ r }) => r.top < box.bottom - 2 && (r.right > box.right + 1 || r.left < box.left - 1 || r.bottom > box.bottom + 4))
				.map(({ e }) => `${width}: ${e.textContent}; `)
				.join("");
		}, w);
	}
	check("what stands in the header stands there whole", cut === "", cut);
	await p.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
}

/** A picture that the graphics processor has let go of is not taken for an empty one. */
async function blind(p: Watched): Promise<void> {
	await go(p, "structure");
	await p.locator(".scene canvas").waitFor();
	await p.evaluate(() => {
		const w = globalThis as any;
		w.graphics = document.querySelector("canvas")!.getContext("webgl2")!.getExtension("WEBGL_lose_context");
		w.graphics.loseContext();
	});
	await p.locator(".scene-gone").waitFor({ timeout: 5000 });
	await p.evaluate(() => (globalThis as any).graphics.restoreContext());
	await p.locator(".scene-gone").waitFor({ state: "hidden", timeout: 5000 });
	check("a lost picture is said, and that it is back", true);
}

export async function operator(browser: Browser, program: string, folder: string): Promise<void> {
	const m = await mock(folder, 1, "operator"),
		p = await open(browser, m.address);
	await scene("a question outlives its run", p, () => outlived(p, m));
	await scene("a key is held", p, () => held(p, m));
	await scene("answers come late", p, () => late(p, m));
	await scene("another server", p, () => otherServer(p, m));
	await scene("small things", p, () => small(p));
	await scene("a graphics processor that goes", p, () => blind(p));
	await scene("a header of any width", p, () => narrow(p));
	await slept(browser, m);
	await scene("a server that stands still", p, () => standsStill(p, m));
	await p.context().close();
	await m.stop();
	await unknown(browser, folder);
	await several(browser, program);
}
