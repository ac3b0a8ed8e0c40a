// What tests in the browser share: a real Chromium that reaches nothing but this machine, cases that are counted, processes that end with the test.
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** patience of a step [ms]: machines that test are busy */
export const PATIENCE = 60_000;
export const SIZES: [number, number][] = [
	[1440, 900],
	[1024, 768],
	[390, 844],
];

let passed = 0,
	failed = 0;
export const sums = (): { passed: number; failed: number } => ({ passed, failed });

export function check(what: string, ok: boolean, more = ""): void {
	console.log(`${ok ? "ok  " : "FAIL"} ${what}${ok || !more ? "" : ": " + more}`);
	if (ok) passed++;
	else failed++;
}

/** A case: everything in it succeeds, and the page said nothing on its console. */
export async function scene(what: string, page: Watched | null, f: () => Promise<void>): Promise<void> {
	try {
		await f();
		const said = page?.complaints.splice(0) ?? [];
		check(what, said.length === 0, said.join(" | "));
	} catch (e) {
		page?.complaints.splice(0);
		check(what, false, e instanceof Error ? e.message.split("\n").slice(0, 6).join(" ") : String(e));
		if (page && process.env.BROWSER_SHOTS) await page.screenshot({ path: `${process.env.BROWSER_SHOTS}/failed-${failed}.png` }).catch(() => {});
	}
}

const children: ChildProcess[] = [];

/** Starts a program and waits for a line that the pattern finds; answers what it found. */
export function start(
	command: string,
	words: string[],
	pattern: RegExp,
	env: NodeJS.ProcessEnv = {},
	cwd?: string,
): Promise<{ child: ChildProcess; found: RegExpMatchArray }> {
	const child = spawn(command, words, { env: { ...process.env, ...env }, cwd, stdio: ["ignore", "pipe", "pipe"] });
	children.push(child);
	let text = "";
	return new Promise((resolve, reject) => {
		const take = (b: Buffer): void => {
			text += b;
			const found = pattern.exec(text);
			if (found) resolve({ child, found });
		};
		child.stdout!.on("data", take);
		child.stderr!.on("data", take);
		child.on("exit", code => reject(new Error(`${command} ended (${code}) before it said ${pattern}: ${text}`)));
		setTimeout(() => reject(new Error(`${command} did not say ${pattern} in time: ${text}`)), PATIENCE).unref();
	});
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const gone = new Promise(r => child.once("exit", r));
	child.kill(signal);
	await Promise.race([gone, new Promise(r => setTimeout(r, 5000).unref())]);
	if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
}
export const endAll = async (): Promise<void> => {
	for (const c of children) await end(c);
};

export interface Watched extends Page {
	complaints: string[];
	outside: string[];
}

export const launch = (): Promise<Browser> =>
	chromium.launch({
		executablePath: CHROMIUM,
		timeout: PATIENCE,
		args: [
			"--no-sandbox",
			"--enable-unsafe-swiftshader",
			"--use-angle=swiftshader",
			"--disable-accelerated-2d-canvas",
			"--disable-gpu-compositing",
			"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
		],
	});

/** A page whose complaints are collected, and that can reach this machine only. */
export async function open(browser: Browser, address: string, size = SIZES[0], dark = false): Promise<Watched> {
	const context: BrowserContext = await browser.newContext({
		viewport: { width: size[0], height: size[1] },
		colorScheme: dark ? "dark" : "light",
		acceptDownloads: true,
		reducedMotion: "no-preference",
	});
	const page = (await context.newPage()) as Watched;
	page.complaints = [];
	page.outside = [];
	page.setDefaultTimeout(PATIENCE);
	page.on("console", m => {
		if (m.type() === "error") page.complaints.push(m.text());
	});
	page.on("pageerror", e => page.complaints.push(String(e)));
	await context.route(
		u => u.hostname !== "127.0.0.1",
		r => {
			page.outside.push(r.request().url());
			return r.abort();
		},
	);
	await page.goto(address, { waitUntil: "load" });
	return page;
}

/** Another page of the same tab. */
export const go = (page: Page, path: string): Promise<void> =>
	page.evaluate(p => {
		location.hash = "#/" + p;
	}, path);

const axeSource = createRequire(import.meta.url)("axe-core").source as string;

/** Serious findings of axe, a line each. */
export async function serious(page: Page): Promise<string[]> {
	await page.evaluate(axeSource);
	const found = await page.evaluate(async () =>
		(await (globalThis as any).axe.run(document, { resultTypes: ["violations"] })).violations
			.filter((v: any) => v.impact === "serious" || v.impact === "critical")
			.map(
				(v: any) =>
					`${v.id}: ${v.nodes
						.slice(0, 3)
						.map((n: any) => n.target.join(" ") + " " + (n.any[0]?.message ?? ""))
						.join(", ")}`,
			),
	);
	return found as string[];
}

/** The page does not run beyond its width. */
export const overflow = (page: Page): Promise<number> =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Does it fit, once charts have got the width of their place? */
export async function fits(page: Page): Promise<boolean> {
	for (const end = Date.now() + PATIENCE / 6; Date.now() < end; await page.waitForTimeout(50)) if ((await overflow(page)) <= 0) return true;
	return false;
}
