// States that are hard to provoke with a real server, against the one of mock.ts: a lost connection, a server that falls silent, a viewer, refusals, a
// killed run, many channels.
import type { Browser } from "playwright-core";
import { command, measured, RATE } from "./mock_run";
import { check, end, fits, go, open, overflow, scene, serious, SIZES, start, type Watched } from "./harness";

export const mock = async (folder: string, channels: number, role: string): Promise<{ address: string; pid: number; stop: () => Promise<void> }> => {
	const { child, found } = await start(process.execPath, [`${folder}/mock.mjs`, `${folder}/out`, String(channels), role], /(http:\/\/\S+)/, {
		MOCK_FIXTURES: process.env.MOCK_FIXTURES,
	});
	return { address: found[1], pid: child.pid!, stop: () => end(child) };
};

const ask = (address: string, how: string): Promise<unknown> => fetch(`${address}mock/${how}`, { method: "POST" });

async function lost(p: Watched, address: string): Promise<void> {
	await go(p, "live");
	await p.locator(".card .legend .value").first().waitFor();
	await p.locator(".events-card").scrollIntoViewIfNeeded();
	await ask(address, "shut?ms=2500");
	await p.getByText("Connection lost", { exact: false }).waitFor();
	const box = (await p.locator(".notice.bad").boundingBox())!;
	check("it is said in sight, however far down one reads", box.y >= 0 && box.y + box.height < SIZES[0][1], JSON.stringify(box));
	check("the state is called the last that was heard", /was running/.test(await p.locator(".top .state").innerText()));
	check(
		"a lost connection is said, and that the test goes on",
		await p.getByText("The test goes on without this page", { exact: false }).isVisible(),
	);
	await p.getByText("Connected again after", { exact: false }).waitFor();
	check("the state is the present one again", /^\S+ running/.test(await p.locator(".top .state").innerText()));
	check("what was missed is said", /Test time .* went by unseen/.test(await p.locator(".notice.info").innerText()));
	p.complaints.splice(0); // the browser itself writes down that a socket was closed
	await p.locator(".notice.info button").last().click();
}

async function refused(p: Watched): Promise<void> {
	await go(p, "operate");
	const row = p.locator("tr", { hasText: "channel 1: delay" });
	await row.locator("input").fill("99");
	await row.getByRole("button").click();
	await p.locator("dialog button.primary").click();
	await row.locator(".answer.bad").waitFor();
	check(
		"a refusal has the program's words",
		/outside its range; value: 99; allowed: >= 0 and <= 0.5/.test(await row.locator(".answer").innerText()),
		await row.locator(".answer").innerText(),
	);
	p.complaints.splice(0); // 409 is written down by the browser
	await row.locator("input").fill("0.012");
	await row.getByRole("button").click();
	check("the line is shown before it is sent", (await p.locator("dialog pre").innerText()) === "expTune 1 1 0.012");
	await p.locator("dialog button.primary").click();
	await row.locator(".answer.good").waitFor();
	check("the new value is shown", /0\.012/.test(await row.locator("td.num").innerText()));
	await p.reload();
	check("and after a reload", /0\.012/.test(await row.locator("td.num").innerText()), await row.locator("td.num").innerText());
}

/** What stands in the buffers is what the closed form says. */
async function equal(p: Watched): Promise<void> {
	await go(p, "live");
	await p.locator(".card .legend .value").first().waitFor();
	await p.waitForFunction(() => (globalThis as any).tandem.feed.curves(0)?.end() > 3);
	const seen = await p.evaluate(() => {
		const c = (globalThis as any).tandem.feed.curves(0),
			i = c.columns.indexOf("measuredDisp1"),
			k = c.columns.indexOf("measuredDisp1-command1");
		return { width: c.width as number, disp: c.extremes(i, 0, 2.9), error: c.extremes(k, 0, 2.9) };
	});
	let lo = Infinity,
		hi = -Infinity,
		least = Infinity,
		most = -Infinity;
	// buckets whose middle lies before 2.9 s, all rows of them
	const end = (Math.floor(2.9 / seen.width - 0.5) + 1) * seen.width;
	for (let n = 0; n / RATE < end; n++) {
		const v = measured(1, n / RATE),
			e = v - command(1, n / RATE);
		lo = Math.min(lo, v);
		hi = Math.max(hi, v);
		least = Math.min(least, e);
		most = Math.max(most, e);
	}
	check(
		"peaks in the picture are those of the signal, to the last bit",
		seen.disp.min === lo && seen.disp.max === hi,
		JSON.stringify([seen, lo, hi]),
	);
	check("the tracking error is that of every row", seen.error.min === least && seen.error.max === most, JSON.stringify([seen.error, least, most]));
}

/** What is read in the moment of the pause is what stays, however soon that was after the last picture. */
async function numbersStand(p: Watched, read: () => Promise<string>): Promise<void> {
	const press = (): Promise<string> =>
		p.evaluate(() => {
			window.dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
			return document.querySelector<HTMLElement>(".card .legend")!.innerText;
		});
	let moved = 0;
	for (let i = 0; i < 5; i++) {
		await press();
		await p.waitForTimeout(170 + 20 * i);
		const before = await press();
		await p.waitForTimeout(150);
		if ((await read()) !== before) moved++;
	}
	check("numbers are those of the moment of the pause", moved === 0, `${moved} of 5 changed afterwards`);
}

async function pause(p: Watched): Promise<void> {
	await go(p, "live");
	await p.locator(".card .legend .value").first().waitFor();
	await p.locator("main").focus();
	await p.keyboard.press(" ");
	await p.locator(".picture-paused").waitFor();
	const read = (): Promise<string> => p.locator(".card .legend").first().innerText(),
		before = await read();
	await p.waitForTimeout(700);
	check("a paused picture stands still", (await read()) === before);
	const blank = (await p.locator(".card .legend .value").allInnerTexts()).filter(t => t.startsWith("\u2013"));
	check("pictures that were out of sight stand still with their curves", blank.length === 0, `${blank.length} are empty`);
	await numbersStand(p, read);
	check("and its test does not", (await p.evaluate(() => (globalThis as any).tandem.state.get().state)) === "running");
	await p.keyboard.press(" ");
	await p.locator(".picture-paused").waitFor({ state: "detached" });
}

async function zoom(p: Watched): Promise<void> {
	const box = (await p.locator(".card .body .u-over").first().boundingBox())!;
	await p.mouse.move(box.x + 0.2 * box.width, box.y + 40);
	await p.mouse.down();
	await p.mouse.move(box.x + 0.5 * box.width, box.y + 60, { steps: 5 });
	await p.mouse.up();
	await p
		.locator(".card .note", { hasText: /zoomed|t =/ })
		.first()
		.waitFor();
	await p.locator(".card .body").first().focus();
	await p.keyboard.press("ArrowLeft");
	await p.locator(".card .note", { hasText: "t =" }).first().waitFor();
	await p.keyboard.press("0");
}

async function killed(p: Watched, address: string): Promise<void> {
	await go(p, "operate");
	await ask(address, "die");
	await p.locator(".notice.bad", { hasText: "killed" }).waitFor();
	check("a killed run says why", /signal 9/.test(await p.locator(".notice.bad").innerText()));
}

/** TRIP answers while a dialog lies over the page: its button, and Esc twice, of which the first closes the dialog. */
async function reachable(p: Watched): Promise<void> {
	const said = p.getByText("Only an operator can trip", { exact: false }),
		close = (): Promise<void> => p.locator(".notice.bad", { has: said }).locator("button").last().click(),
		box = (await p.locator(".trip").boundingBox())!;
	for (const way of [
		() => p.mouse.click(box.x + box.width / 2, box.y + box.height / 2),
		async () => {
			await p.keyboard.press("Escape");
			await p.keyboard.press("Escape");
		},
	]) {
		await close();
		await p.locator(".icon-button", { hasText: "?" }).click();
		await p.locator("dialog.help[open]").waitFor();
		await way();
		await said.waitFor();
		await p.keyboard.press("Escape");
		await p.locator("dialog.help[open]").waitFor({ state: "detached" });
		await p.waitForTimeout(800); // longer than two Esc may be apart
	}
	check("TRIP is within reach of a hand and of a key while a dialog is open", true);
}

async function viewer(browser: Browser, folder: string): Promise<void> {
	const m = await mock(folder, 1, "viewer"),
		p = await open(browser, m.address + "#/operate");
	await scene("a viewer sees everything and changes nothing", p, async () => {
		await p.getByText("You are a viewer", { exact: false }).first().waitFor();
		check("no deed is offered to a viewer", (await p.locator(".deed:enabled").count()) === 0);
		await p.keyboard.press("Escape");
		await p.keyboard.press("Escape");
		await p.getByText("Only an operator can trip", { exact: false }).waitFor();
		await reachable(p);
	});
	await p.context().close();
	await m.stop();
}

/** What is looked at is not what runs: TRIP trips what runs, and says which; a page whose run ends while another lives says that it shows that one. */
async function aside(browser: Browser, folder: string): Promise<void> {
	const m = await mock(folder, 1, "operator"),
		p = await open(browser, m.address + "#/structure?run=20261115-090000-before"),
		status = async (id: string): Promise<string> => ((await (await fetch(`${m.address}api/runs/${id}`)).json()) as { status: string }).status,
		shown = (id: string): Promise<unknown> => p.waitForFunction(w => (globalThis as any).tandem.shown.get()?.id === w, id);
	await scene("a record is looked at while a test runs", p, async () => {
		await p.locator(".top .state", { hasText: "record" }).waitFor();
		check("TRIP does not look idle", (await p.locator(".trip[data-idle]").count()) === 0);
		await p.keyboard.press("Escape");
		await p.keyboard.press("Escape");
		await p.locator(".notice.bad", { hasText: "20261116-100000-frame: the rigs come to rest" }).waitFor();
		check("the test that runs is tripped", (await status("20261116-100000-frame")) === "tripped", await status("20261116-100000-frame"));
		check("the record is what it was", (await status("20261115-090000-before")) === "complete");
		p.complaints.splice(0); // 404 of the record is written down by the browser
	});
	await scene("the run that is shown stays while it lives; where another takes its place it is said", p, async () => {
		await go(p, "structure");
		await shown("20261116-100000-frame");
		const begun = await fetch(m.address + "api/tests", { method: "POST", body: '{"name": "second", "script": "", "mode": "run"}' }),
			made = (await begun.json()) as { id: string };
		await p.waitForFunction(() => (globalThis as any).tandem.live.get().length === 2);
		await shown("20261116-100000-frame");
		await p.reload();
		await shown(made.id);
		await ask(m.address, "die");
		await p.locator(".notice.info", { hasText: `${made.id} is over` }).waitFor();
		await shown("20261116-100000-frame");
	});
	await p.context().close();
	await m.stop();
}

/** 16 channels: everything is drawn; the time a picture costs is said, not judged. */
async function many(browser: Browser, folder: string): Promise<void> {
	const m = await mock(folder, 16, "operator"),
		p = await open(browser, m.address + "#/live");
	await scene("sixteen channels have their pictures", p, async () => {
		await p.locator(".card .legend .value").first().waitFor();
		check("a picture a channel", (await p.locator(".card h3", { hasText: "displacement" }).count()) >= 16);
		await p.waitForTimeout(3000);
		const cost = await p.evaluate(() => (globalThis as any).tandem.cost as { frames: number; ms: number });
		console.log(`     16 channels: ${(cost.ms / cost.frames).toFixed(2)} ms of drawing a picture; 60 a second leave 16.7`);
	});
	await p.context().close();
	await m.stop();
}

export async function states(browser: Browser, folder: string): Promise<void> {
	const m = await mock(folder, 2, "operator"),
		p = await open(browser, m.address);
	await scene("what is drawn is what was measured", p, () => equal(p));
	await scene("the picture is paused, not the test", p, () => pause(p));
	await scene("zoom, cursor and keys", p, () => zoom(p));
	await scene("a change that is refused, and one that is taken", p, () => refused(p));
	await scene("a lost connection", p, () => lost(p, m.address));
	for (const page of ["structure", "live", "operate", "build", "runs", "build?gallery=1"])
		for (const [w, h] of SIZES)
			await scene(`${page} at ${w} by ${h}: nothing runs over the edge, axe finds nothing serious`, p, async () => {
				await p.setViewportSize({ width: w, height: h });
				await go(p, page);
				await p.locator("main .card, main .grid").first().waitFor();
				check(`${page} fits ${w}`, await fits(p), `${await overflow(p)} px too wide`);
				const found = await serious(p);
				check(`${page} at ${w}: no serious finding`, found.length === 0, found.join(" | "));
			});
	await scene("a killed run", p, () => killed(p, m.address));
	check("nothing was asked of any other machine", p.outside.length === 0, p.outside.join(" "));
	await p.context().close();
	await m.stop();
	await viewer(browser, folder);
	await aside(browser, folder);
	await many(browser, folder);
}
