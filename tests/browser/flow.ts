// A person at the page, with the real program: a test is built by the form, checked, started, watched, paused, tuned, resumed, tripped, acknowledged,
// replayed, compared,
// exported. Numbers in the picture are compared with the record.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { forms } from "./forms";
import { check, end, fits, go, open, overflow, PATIENCE, scene, serious, SIZES, start, type Watched } from "./harness";

interface Server {
	address: string;
	token: string;
	port: string;
	stop: (signal?: NodeJS.Signals) => Promise<void>;
	runs: string;
}

const TOKEN = "tests-of-the-page-0123456789";

/** A server with a token of our own, so that one that is started again lets the same browser in. */
export async function serve(program: string, work: string, port = "0"): Promise<Server> {
	const runs = join(work, "runs"),
		tokens = join(work, "tokens");
	writeFileSync(tokens, `operator tester ${TOKEN}\n`, { mode: 0o600 });
	const { child, found } = await start(
		program,
		["serve", "--port", port, "--runs", runs, "--token-file", tokens],
		/(http:\/\/127\.0\.0\.1:(\d+)\/)/,
	);
	return { address: `${found[1]}?token=${TOKEN}`, port: found[2], token: TOKEN, stop: s => end(child, s), runs };
}

const state = (p: Watched): Promise<string> => p.evaluate(() => (globalThis as any).tandem.state.get()?.state ?? "");
const until = (p: Watched, wanted: string): Promise<unknown> =>
	p.waitForFunction(w => (globalThis as any).tandem.state.get()?.state === w, wanted, { timeout: PATIENCE });
const deed = (p: Watched, name: string): Promise<void> => p.locator(".deed", { has: p.locator("strong", { hasText: name }) }).click();

/** The form is filled in, wrongly first. */
async function build(p: Watched): Promise<string> {
	await go(p, "build");
	await p.locator(".build").waitFor();
	await p.getByLabel("name of the test").fill("built");
	const mass = p.locator("#model-mass");
	await mass.fill("-3");
	check("a value outside its range is said at once", /outside; allowed: > 0/.test(await p.locator("#model-mass-wrong").innerText()));
	await p.locator("[data-mode=check]").click();
	await p.locator(".actions .answer.bad").waitFor();
	await mass.fill("25");
	const script = await p.locator("pre.script").first().innerText();
	check(
		"the script says what the form says",
		/generate ShearBuilding 3 -mass 25 /.test(script) && /expActuator Delay 1 0.006/.test(script),
		script,
	);
	await p.locator("[data-mode=check]").click();
	await p.locator(".actions .answer.good").waitFor();
	await p.locator("#time-duration").fill("600");
	await p.locator("[data-mode=hold]").click();
	await p.waitForFunction(() => location.hash.startsWith("#/operate"), null, { timeout: PATIENCE });
	await until(p, "holding");
	return p.evaluate(() => (globalThis as any).tandem.shown.get().id);
}

async function mistake(p: Watched): Promise<void> {
	await go(p, "build");
	await p.locator(".build").waitFor();
	await p.getByRole("button", { name: "Edit" }).click();
	await p.locator("textarea.script").fill("model basic -ndm 2 -ndf 3\nnode 1 0 0\nelement truss 1 1 7 -2 1\n");
	await p.locator("[data-mode=check]").click();
	await p.locator(".actions .answer.bad").waitFor();
	const said = await p.locator(".actions .answer").innerText();
	check("a mistake in a script has its line", /:3/.test(said) || /line 3/.test(said), said);
}

/** A threshold is changed: margins are measured against the new one, also by who comes later. */
async function tuned(p: Watched): Promise<void> {
	const row = p.locator("table.tune tbody tr", { hasText: "warn at" }).first(),
		margin = (limit: RegExp): Promise<void> => p.locator(".margins tbody tr", { hasText: limit }).waitFor();
	await go(p, "live");
	await margin(/warn .0\.05 /);
	await go(p, "operate");
	await row.locator("input").fill("-0.04");
	await row.getByRole("button").click();
	await p.locator("dialog button.primary").click();
	await row.locator(".answer.good").waitFor();
	for (const when of ["at once", "after a reload"]) {
		await go(p, "live");
		await margin(/warn .0\.04 /);
		check(`a margin is that to the threshold that was tuned, ${when}`, true);
		await go(p, "operate");
		await row.waitFor();
		check(`its value is the one that was tuned, ${when}`, /0\.04\b/.test(await row.locator("td.num").innerText()), await row.innerText());
		await p.reload();
	}
}

async function operate(p: Watched): Promise<void> {
	await deed(p, "Start");
	await until(p, "running");
	await deed(p, "Pause");
	await until(p, "paused");
	const row = p.locator("table.tune tbody tr").first();
	await row.locator("input").fill("0.009");
	await row.getByRole("button").click();
	await p.locator("dialog button.primary").click();
	await row.locator(".answer.good, .answer.bad").waitFor();
	check(
		"a compensator is tuned while the test is paused",
		/good/.test((await row.locator(".answer").getAttribute("class")) ?? ""),
		await row.locator(".answer").innerText(),
	);
	await p.locator(".events li", { hasText: "0.009" }).first().waitFor();
	await tuned(p);
	await deed(p, "Resume");
	await until(p, "running");
}

/** Live: what the picture holds of the whole run is what the record says. */
async function watch(p: Watched, s: Server, id: string): Promise<void> {
	await go(p, `live?run=${id}`);
	await p.locator(".card h3", { hasText: "tracking error" }).waitFor();
	await p.waitForFunction(() => (globalThis as any).tandem.feed.curves(0)?.end() > 2, null, { timeout: PATIENCE });
	for (const what of ["hysteresis", "measured force", "Monitor energy", "Monitor hsei", "displacement"])
		check(`there is a picture of ${what}`, (await p.locator(".card h3", { hasText: what }).count()) > 0);
	check("margins are shown", (await p.locator(".margins tbody tr").count()) >= 2);
	const [png] = await Promise.all([p.waitForEvent("download"), p.getByRole("button", { name: "Rig 1: displacement: save as PNG" }).click()]);
	check(
		"a picture is saved as PNG",
		readFileSync(await png.path())
			.subarray(1, 4)
			.toString() === "PNG",
	);
	const [csv] = await Promise.all([
		p.waitForEvent("download"),
		p.getByRole("button", { name: "Rig 1: displacement: save all rows as CSV" }).click(),
	]);
	const lines = readFileSync(await csv.path(), "utf8").split("\n");
	check("rows are saved as CSV", /^time \[s\],target1 \[m\],command1 \[m\],measuredDisp1 \[m\]$/.test(lines[0]) && lines.length > 100, lines[0]);
	void s;
}

async function trip(p: Watched): Promise<void> {
	await p.locator("main").focus();
	await p.keyboard.press("Escape");
	await p.keyboard.press("Escape");
	await p.waitForFunction(() => ["tripped", "ended", "failed"].includes((globalThis as any).tandem.state.get()?.state), null, {
		timeout: PATIENCE,
	});
	const now = await p.evaluate(() => (globalThis as any).tandem.state.get());
	check("Esc twice trips the test, and it says who", now.state === "tripped" && /operator/.test(now.reason), JSON.stringify(now));
}

/** Rows of a record that is at rest: its writer comes a moment after what is shown, so they are read until they are as many as before. */
async function written(address: string, s: Server): Promise<string[]> {
	let rows: string[] = [];
	for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
		const r = await fetch(address, { headers: { Authorization: `Bearer ${s.token}` } }),
			now = (await r.text()).trim().split("\n");
		if (rows.length > 1 && now.length === rows.length) return now;
		rows = now;
		await new Promise(done => setTimeout(done, 1500));
	}
	return rows;
}

/** After a test: peaks of the live picture and those of the record are the same bits. */
async function equal(p: Watched, s: Server, id: string): Promise<void> {
	const seen = await p.evaluate(() => {
		const f = (globalThis as any).tandem.feed,
			c = f.curves(0);
		return {
			table: "channels/control1",
			end: c.end(),
			columns: Object.fromEntries(c.columns.map((n: string, i: number) => [n, c.extremes(i, 0, c.end())])),
		};
	});
	const rows = await written(`${new URL(s.address).origin}/api/runs/${id}/csv?table=channels/control1&columns=${Object.keys(seen.columns).join(",")}`, s),
		names = rows[0].split(",").map(n => n.replace(/ \[.*/, ""));
	const numbers = rows.slice(1).map(l => l.split(",").map(Number));
	for (const [name, x] of Object.entries(seen.columns) as [string, { min: number; max: number }][]) {
		const k = names.indexOf(name),
			all = numbers.map(n => n[k]),
			lo = all.reduce((a, b) => Math.min(a, b), Infinity),
			hi = all.reduce((a, b) => Math.max(a, b), -Infinity);
		check(
			`peaks of ${name} in the picture are those of the record, bit for bit`,
			x.min === lo && x.max === hi,
			`${x.min} ${x.max} against ${lo} ${hi}`,
		);
	}
}

/** A short test from the gallery's place: run to its end, as fast as it can. */
export async function short(s: Server, name: string, script: string, pace: number | string): Promise<string> {
	const r = await fetch(`${new URL(s.address).origin}/api/tests`, {
		method: "POST",
		headers: { Authorization: `Bearer ${s.token}`, "X-Tandem": "1", "Content-Type": "application/json" },
		body: JSON.stringify({ name, script, mode: "run", pace }),
	});
	const body = (await r.json()) as { id?: string; error?: string };
	if (!body.id) throw new Error(`a test could not be started: ${body.error}`);
	return body.id;
}

async function ended(s: Server, id: string): Promise<void> {
	for (let k = 0; k < PATIENCE / 200; k++) {
		const r = await fetch(`${new URL(s.address).origin}/api/tests/${id}/log`, { headers: { Authorization: `Bearer ${s.token}` } }),
			log = (await r.json()) as { running: boolean };
		if (!log.running) return;
		await new Promise(f => setTimeout(f, 200));
	}
	throw new Error(`${id} does not end`);
}

/** At the left end of the slider the first numbers of the record are read, at its right end the last ones; of a record whose 400 rows are all drawn. */
async function readAtTheSlider(p: Watched, id: string): Promise<void> {
	await go(p, `live?run=${id}`);
	const answer = await p.request.get(`${new URL(p.url()).origin}/api/runs/${id}/csv?table=steps`),
		lines = (await answer.text()).trim().split("\n").map(l => l.split(",")),
		column = lines[0].findIndex(n => n.startsWith("node12_disp1")),
		shown = (): Promise<string> => p.locator(".card", { hasText: "Structure: displacements" }).locator("li", { hasText: "node 12 disp 1" }).innerText();
	await p.locator(".card h3", { hasText: "Structure: displacements" }).scrollIntoViewIfNeeded();
	for (const [end, row] of [
		[0, 1],
		[1, lines.length - 1],
	]) {
		await p.locator(".replay-bar input").evaluate((el: HTMLInputElement, k) => {
			el.value = String(Number(el.max) * k);
			el.dispatchEvent(new Event("input"));
		}, end);
		await p.locator(".replay-bar .clock", { hasText: end ? /^4\.00\s/ : /^0\.00\s/ }).waitFor();
		const want = Number(lines[row][column]);
		let read = "",
			right = false;
		// numbers are written ten times a second, with four digits
		for (const last = Date.now() + PATIENCE / 4; !right && Date.now() < last; await p.waitForTimeout(100)) {
			read = await shown();
			const found = (read.match(/[\u2212\d][\d.]*(e\u2212?\d+)?(?= \u2026|\u202f)/g) ?? []).map(w => Number(w.replace(/\u2212/g, "-")));
			right = found.length === 1 && Math.abs(found[0] - want) <= 1e-3 * Math.abs(want);
		}
		check(`numbers at the ${end ? "right" : "left"} end of the slider are those of the record`, right, `${read}, want ${want}`);
	}
}

async function replay(p: Watched, id: string): Promise<void> {
	await go(p, "runs");
	await p.getByLabel("search runs").fill("built");
	await p.locator("table.runs tbody tr", { hasText: id }).getByRole("link", { name: "Replay" }).click();
	const slider = p.locator(".replay-bar input");
	await slider.waitFor();
	await p.locator(".scene-clock", { hasText: "t = 0.00" }).waitFor();
	await slider.evaluate((el: HTMLInputElement) => {
		el.value = String(Number(el.max) / 2);
		el.dispatchEvent(new Event("input"));
	});
	await p.locator(".scene-clock", { hasNotText: "t = 0.00" }).waitFor();
	check("the slider moves the structure", !/t = 0\.00/.test(await p.locator(".scene-clock").innerText()));
	await p.locator(".replay-bar .play").click();
	await p.waitForFunction(() => (globalThis as any).tandem.playing.get(), null, { timeout: PATIENCE });
	await p.keyboard.press("2");
	await p.locator(".card h3", { hasText: "displacement" }).first().waitFor();
	check("curves of a record have their slider, too", (await p.locator(".replay-bar").count()) === 1);
	await go(p, `runs?id=${id}`);
	await p.locator("pre.script").waitFor();
	check(
		"a run shows its script and its tables",
		/generate ShearBuilding/.test(await p.locator("pre.script").innerText()) &&
			(await p.locator("table tbody tr", { hasText: "channels/control1" }).count()) === 1,
	);
	const why = (await p.locator(".facts").innerText()) + (await p.locator(".events").innerText());
	check("who tripped is said, and of whom once", /laboratory: the operator \(tester\)/.test(why) && !/laboratory: laboratory/.test(why), why);
	const answer = await p.request.get(`${new URL(p.url()).origin}/api/runs/${id}/report`);
	check("the report is a page", answer.ok() && /<html|<!doctype/i.test(await answer.text()));
}

/** Operate before there is any run: an example is chosen, its script looked at, and rehearsed with the program's own words; all three sizes hold it. */
async function connect(p: Watched, shots: string | undefined): Promise<void> {
	await go(p, "operate");
	const card = p.locator(".connect-card");
	await card.locator("select").selectOption("example two_storey two_storey.tcl");
	await card.locator("summary", { hasText: "script" }).click();
	await card.locator("pre.script", { hasText: "expControl" }).waitFor();
	await card.locator("summary", { hasText: "script" }).last().click();
	await card.locator("[data-mode=rehearse]").click();
	await card.locator(".answer.good, .answer.bad").waitFor();
	const said = await card.locator(".answer").innerText();
	check("the rehearsal of an example has the program's words", /margin|go\b|limit/i.test(said), said);
	for (const [w, h] of SIZES) {
		await p.setViewportSize({ width: w, height: h });
		check(`Operate without a run fits ${w}`, await fits(p), `${await overflow(p)} px too wide`);
		const found = await serious(p);
		check(`axe finds nothing serious at ${w}`, found.length === 0, found.join(" | "));
		if (shots) await p.screenshot({ path: join(shots, `connect-${w}.png`) });
	}
	await p.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
}

/** The script of a run that is over, rehearsed from the page Operate. */
async function onceMore(p: Watched, id: string): Promise<void> {
	await go(p, `operate?run=${id}`);
	check("the run that is shown is the one that is chosen", (await p.locator(".connect-card select").inputValue()) === "run " + id);
	await p.locator(".connect-card [data-mode=rehearse]").click();
	await p.locator(".actions .answer.good, .actions .answer.bad").waitFor();
	const said = await p.locator(".actions .answer").innerText();
	check("a rehearsal says what it found", /margin|go\b|limit/i.test(said), said);
}

async function compare(p: Watched, a: string, b: string, shots: string | undefined): Promise<void> {
	await go(p, "runs");
	for (const id of [a, b]) await p.locator("table.runs tbody tr", { hasText: id }).getByRole("checkbox").check();
	await p.getByRole("link", { name: "Compare the two" }).click();
	await p.locator(".beside canvas").nth(1).waitFor();
	check("two runs stand side by side", (await p.locator(".beside .card h3", { hasText: "B:" }).count()) >= 2);
	await p.locator("h3", { hasText: "How far apart" }).waitFor();
	if (shots)
		for (const [w, h] of SIZES) {
			await p.setViewportSize({ width: w, height: h });
			await p.screenshot({ path: join(shots, `compare-${w}.png`), fullPage: w > 390 });
		}
	await p.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
}

async function pictures(p: Watched, s: Server, folder: string): Promise<void> {
	const id = await short(s, "frame", frameScript(60), 1);
	await p.setViewportSize({ width: 1120, height: 700 });
	await p.addStyleTag({ content: ".rate { visibility: hidden; }" });
	await p.waitForFunction(i => (globalThis as any).tandem.live.get().includes(i), id, { timeout: PATIENCE });
	for (const [page, ready] of [
		["structure", ".scene canvas"],
		["live", ".card canvas"],
		["operate", ".deed"],
	]) {
		await go(p, `${page}?run=${id}`);
		await p.locator(ready).first().waitFor();
		await p.waitForFunction(() => (globalThis as any).tandem.state.get()?.time > 6, null, { timeout: PATIENCE });
		if (page === "structure")
			await p.waitForFunction(
				() => {
					const f = (globalThis as any).tandem.feed.motion();
					return f && f.disp.reduce((a: number, b: number) => Math.max(a, Math.abs(b)), 0) > 0.02;
				},
				null,
				{ timeout: PATIENCE, polling: "raf" },
			);
		else await p.waitForTimeout(2500);
		await p.screenshot({ path: join(folder, `page-${page}.png`) });
	}
	await p.evaluate(() => (globalThis as any).tandem.act("stop"));
}

/** A frame of three storeys with a yielding brace in the laboratory. */
const frameScript = (seconds: number): string => `defaultUnits -force kN -length m -time sec -temp C
generate PlaneFrame 2 3 -lineMass 6.0
set nodes [list [lindex [generate nodes 0] 0] [lindex [generate nodes 1] 1]]
set k [expr {2.1e8*0.0006/hypot(6.0, 3.5)}]
uniaxialMaterial Steel01 9000 [expr {0.004*$k}] $k 0.03
expSpecimen Material 1 9000
expActuator Delay 1 0.008
expSensor Transducer 1 -rms 0.2
expCompensator Advance 1 0.007
expControlPoint 1 1 disp -lim -0.05 0.05
expControl VirtualRig 1 -rate 1024 -channel 1 -actuator 1 -compensator 1 -forceSensor 1 -trialCP 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 9001 {*}$nodes -site 1 -initStif $k
set omega [expr {sqrt([lindex [eigen 1] 0])}]
rayleigh [expr {2.0*0.02*$omega}] 0.0 0.0 0.0
motion generate 9000 -seed 1940 -duration ${seconds} -pga 4.0
pattern UniformExcitation 1 1 -accel 9000
monitor Energy 1
monitor HSEI 2 -uy 0.004 -k $k -warn -0.05
constraints Plain
numberer RCM
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
analyze ${Math.round(100 * seconds)} 0.01
`;

/** A server that is killed and started again: the test goes on, and the page comes back by itself. */
async function again(p: Watched, s: Server, program: string, work: string): Promise<Server> {
	const id = await short(s, "on", frameScript(120), 1);
	await p.waitForFunction(i => (globalThis as any).tandem.live.get().includes(i), id, { timeout: PATIENCE });
	await go(p, `live?run=${id}`);
	await p.waitForFunction(() => (globalThis as any).tandem.feed?.curves(0)?.end() > 0.5, null, { timeout: PATIENCE });
	const before = await p.evaluate(() => (globalThis as any).tandem.state.get().time as number);
	await s.stop("SIGKILL");
	await p.getByText("Connection lost", { exact: false }).waitFor();
	const next = await serve(program, work, s.port);
	await p.getByText("Connected again after", { exact: false }).waitFor();
	const now = await p.evaluate(() => (globalThis as any).tandem.state.get());
	check("the test went on while the server was dead", now.state === "running" && now.time > before, JSON.stringify(now));
	await p.waitForFunction(b => (globalThis as any).tandem.feed?.curves(0)?.end() > b + 1, before, { timeout: PATIENCE });
	p.complaints.splice(0); // the browser itself writes down that nobody answered
	await p.evaluate(() => (globalThis as any).tandem.act("stop"));
	await until(p, "ended");
	return next;
}

async function everyPage(p: Watched, id: string, shots: string | undefined): Promise<void> {
	for (const page of [`structure?run=${id}`, `live?run=${id}`, "operate", "build", "build?gallery=1", "runs", `runs?id=${id}`])
		for (const [w, h] of SIZES)
			await scene(`${page.replace(id, "ID")} at ${w} by ${h}`, p, async () => {
				await p.setViewportSize({ width: w, height: h });
				await go(p, page);
				await p.locator("main .card, main .empty h2").first().waitFor();
				check(`it fits ${w}`, await fits(p), `${await overflow(p)} px too wide`);
				check("no notice of a run that is not shown", (await p.getByText("which lives").count()) === 0);
				check("no mark of a README is left", !(await p.locator("main .card > p").allInnerTexts()).some(t => t.includes("`")));
				const found = await serious(p);
				check(`axe finds nothing serious`, found.length === 0, found.join(" | "));
				if (shots) await p.screenshot({ path: join(shots, `${page.replace(/\W+/g, "_")}-${w}.png`) });
			});
	await p.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
	await p.evaluate(() => (document.querySelector("[aria-label^='colours']") as HTMLElement).click());
	await p.evaluate(() => (document.querySelector("[aria-label^='colours']") as HTMLElement).click());
	for (const page of [`structure?run=${id}`, `live?run=${id}`, "operate", "build", "runs"])
		await scene(`${page.replace(id, "ID")} in the dark`, p, async () => {
			await go(p, page);
			await p.locator("main .card").first().waitFor();
			const found = await serious(p);
			check("axe finds nothing serious", found.length === 0, found.join(" | "));
			if (shots) {
				await p.waitForTimeout(1000);
				await p.screenshot({ path: join(shots, `${page.replace(/\W+/g, "_")}-dark.png`) });
			}
		});
	await p.evaluate(() => (document.querySelector("[aria-label^='colours']") as HTMLElement).click());
}

/** How much comes over the line, and how soon there is a picture. */
async function weight(browser: Browser, s: Server): Promise<void> {
	const p = await open(browser, s.address),
		sizes = await p.evaluate(() => performance.getEntriesByType("resource").map(e => (e as PerformanceResourceTiming).encodedBodySize));
	const paint = await p.evaluate(
		() =>
			new Promise<number>(done => {
				new PerformanceObserver(l => done(l.getEntries()[0].startTime)).observe({ type: "paint", buffered: true });
			}),
	);
	const bundle = await Promise.all((await p.evaluate(() => performance.getEntriesByType("resource").map(e => e.name))).map(n => n));
	check("the first page loads less than 700 kB", sizes.reduce((a, b) => a + b, 0) < 700e3, String(sizes));
	console.log(
		`     first picture after ${paint.toFixed(0)} ms, ${(sizes.reduce((a, b) => a + b, 0) / 1000).toFixed(0)} kB in ${bundle.length} files`,
	);
	await p.context().close();
}

export async function flow(browser: Browser, program: string, shots: string | undefined, docs: string | undefined): Promise<void> {
	const work = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), "tandem-browser-"));
	let s = await serve(program, work);
	await weight(browser, s);
	const p = await open(browser, s.address);
	let id = "";
	await scene("an empty laboratory says what to do", p, () => p.getByText("No test is running").waitFor());
	await scene("an operator finds what he can connect, and rehearses it", p, () => connect(p, shots));
	await scene("a test is built by the form", p, async () => {
		id = await build(p);
	});
	await scene("it is started, paused, tuned and resumed", p, () => operate(p));
	await scene("it is watched, pictures and rows are saved", p, () => watch(p, s, id));
	await scene("it is tripped by a key", p, () => trip(p));
	await scene("what was drawn is what was recorded", p, () => equal(p, s, id));
	await scene("the trip is acknowledged, or the run is over", p, async () => {
		await go(p, `operate?run=${id}`);
		if ((await state(p)) === "tripped" && (await p.locator(".deed:enabled", { hasText: "Stop" }).count())) {
			await deed(p, "Stop");
			await p.locator("dialog button.primary").click();
		}
		await ended(s, id);
	});
	await scene("a mistake is shown with its line", p, () => mistake(p));
	await scene("every template is built and run by the form", p, () => forms(p));
	let a = "",
		b = "";
	await scene("two short tests run to their end", p, async () => {
		a = await short(s, "one", frameScript(4), "max");
		b = await short(s, "two", frameScript(4).replace("Delay 1 0.008", "Delay 1 0.012"), "max");
		await ended(s, a);
		await ended(s, b);
	});
	await scene("a record is replayed", p, () => replay(p, id));
	await scene("numbers are those of the slider", p, () => readAtTheSlider(p, a));
	await scene("its script is rehearsed", p, () => onceMore(p, a));
	await scene("two runs are compared", p, () => compare(p, a, b, shots));
	await everyPage(p, a, shots);
	if (docs) await scene("pictures for the README", p, () => pictures(p, s, docs));
	await scene("a server is killed and started again", p, async () => {
		s = await again(p, s, program, work);
	});
	check("nothing was asked of any other machine", p.outside.length === 0, p.outside.join(" "));
	await p.context().close();
	await s.stop();
	rmSync(work, { recursive: true, force: true });
}
