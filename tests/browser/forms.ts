// The builder in the browser: every template of a model is filled in by the form, with another integrator each, and run; what does not go together is said
// before anything runs.
import { check, go, PATIENCE, type Watched } from "./harness";

/** template, integrator, and what the script must hold */
const TESTS: [string, string, RegExp][] = [
	["Shear building", "Newmark", /generate ShearBuilding[^]*-iteration 0\.03[^]*integrator Newmark 0\.5 0\.25/],
	["Plane frame with a brace in the laboratory", "CentralDifference", /generate PlaneFrame[^]*integrator CentralDifference\n[^]*stability explicit/],
	["Matrices of another program", "FHT", /matrixModel[^]*algorithm Linear[^]*integrator FHT -0\.25 -correction/],
];

const part = (p: Watched, title: string) => p.locator("details.part", { has: p.locator("h3", { hasText: title }) });

/** Forms that nobody has touched. */
async function anew(p: Watched): Promise<void> {
	await go(p, "runs");
	await go(p, "build");
	await p.locator(".build").waitFor();
}

async function choose(p: Watched, title: string, kind: string): Promise<void> {
	const form = part(p, title);
	if ((await form.getAttribute("open")) === null) await form.locator("summary").first().click();
	await form.getByLabel(`${title}: kind`).selectOption(kind);
}

async function run(p: Watched, template: string, integrator: string, wanted: RegExp): Promise<void> {
	await anew(p);
	await p.getByLabel("name of the test").fill("form");
	await p.getByRole("radio", { name: template }).click();
	await choose(p, "Integrator", integrator);
	await p.locator("#time-duration").fill("3");
	const script = await p.locator("pre.script").first().innerText();
	check(`the form writes ${template} with ${integrator}`, wanted.test(script), script);
	await p.locator("[data-mode=run]").click();
	await p.waitForFunction(() => /^#\/(structure|runs)/.test(location.hash), null, { timeout: PATIENCE });
	const id = await p.evaluate(() => {
		const said = new URLSearchParams(location.hash.split("?")[1]);
		return said.get("run") ?? said.get("id");
	});
	const about = (): Promise<any> => p.evaluate(async i => (await fetch(`/api/runs/${i}`)).json(), id);
	let said = await about();
	for (const late = Date.now() + PATIENCE; said.status === "running" && Date.now() < late; said = await about()) await p.waitForTimeout(300);
	const whole = said.status === "complete" && said.duration > 2.9;
	check(`${template} with ${integrator} was run to its end`, whole, `${said.status} ${said.reason} ${said.duration}`);
}

/** A controller without a generator of commands is refused with the reason; kinds that cannot be chosen say why. */
async function refuse(p: Watched): Promise<void> {
	await anew(p);
	await choose(p, "Controller, while a target is late", "expController");
	await p.locator("[data-mode=run]").click();
	await p.locator(".actions .answer.bad").waitFor();
	const said = await p.locator(".actions .answer").innerText();
	check("what does not go together is said before anything runs", /Controller: .*choose one/.test(said), said);
	const option = part(p, "Specimen").locator("option", { hasText: "Parallel" });
	const why = await option.evaluate(o => `${(o as HTMLOptionElement).disabled} ${o.textContent}`);
	check("a kind that cannot be chosen says why", /^true Parallel .*made of other materials/.test(why), why);
}

export async function forms(p: Watched): Promise<void> {
	for (const t of TESTS) await run(p, ...t);
	await refuse(p);
}
