// Every script that the builder can write from what its forms begin with, without a browser: each template with each integrator, and with each kind of every
// other part, made of the program's own tables. The program checks all of them and runs them for a while in virtual time.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { beginning, fault, type Values, words } from "../src/form";
import { begins, conflicts, type Filled, MONITOR_NAMES, type Part, PARTS, type Recipe, shownParams, shownRows, TIME, write } from "../src/recipe";
import type { Family, Param, PluginRow, Template } from "../src/types";
import { check, end, PATIENCE, start } from "./harness";

/** test time of a run: long enough that a step that is too long for its method is seen [s] */
const SECONDS = "2";

interface Tables {
	families: Family[];
	templates: Template[];
}

async function tables(program: string, work: string): Promise<Tables> {
	const { child, found } = await start(program, ["serve", "--port", "0", "--runs", join(work, "runs")], /operator\s+(http:\/\/[\d.:]+)\/\?token=(\w+)/),
		get = async (path: string): Promise<any> => (await fetch(found[1] + path, { headers: { Authorization: `Bearer ${found[2]}` } })).json();
	const { families } = await get("/api/plugins"),
		templates = await get("/api/templates");
	await end(child);
	return { families, templates };
}

/** A form that nobody has touched, and what it would complain about. */
function untouched(params: Param[], given: Values | undefined, what: string, faults: string[]): Values {
	const out: Values = {};
	for (const p of params) {
		out[p.name] = beginning(p, given);
		const f = fault(p, out[p.name]);
		if (f) faults.push(`${what}, ${p.name}: ${f}`);
	}
	return out;
}

const familyOf = (t: Tables, p: Part): Family => t.families.find(f => f.command === p.command)!;

function filled(part: Part, row: PluginRow, faults: string[]): Filled {
	const params = shownParams(part, row),
		values = untouched(params, begins(part, row), `${part.title} ${row.name}`, faults);
	return { name: row.name, words: words(params, values), row, values };
}

/** A test with these kinds, all others as the forms begin. */
function recipe(t: Tables, template: Template, chosen: Record<string, string>, faults: string[]): Recipe {
	const parts: Recipe["parts"] = {};
	for (const p of PARTS) {
		const name = chosen[p.id] ?? p.first,
			row = shownRows(p, familyOf(t, p)).find(r => r.row.name === name && !r.not)?.row;
		if (name && !row) faults.push(`${p.title}: ${name} is not offered`);
		parts[p.id] = row ? filled(p, row, faults) : null;
	}
	const needed = template.params.map(p => ({ ...p, required: true }));
	return {
		name: "built",
		template,
		model: untouched(needed, undefined, template.title, faults),
		parts,
		time: { ...untouched(TIME, undefined, "Time", faults), duration: SECONDS },
		monitors: MONITOR_NAMES,
	};
}

/** Kinds that another part needs beside it. */
const BESIDE: Record<string, Record<string, string>> = { controller: { command: "Lagrange", network: "Constant" } };

interface Case {
	name: string;
	script: string;
	faults: string[];
}

function cases(t: Tables): Case[] {
	const out: Case[] = [];
	for (const template of t.templates)
		for (const p of PARTS)
			for (const { row, not } of shownRows(p, familyOf(t, p))) {
				if (not) continue;
				const faults: string[] = [],
					r = recipe(t, template, { ...BESIDE[p.id], [p.id]: row.name }, faults);
				out.push({ name: `${template.name}-${p.id}-${row.name}`, script: write(r), faults: [...faults, ...conflicts(r)] });
			}
	return out;
}

/** What is wrong with it; "" when nothing is. */
function tell(program: string, args: string[], cwd: string): Promise<string> {
	return new Promise(done =>
		execFile(program, args, { cwd, timeout: PATIENCE, encoding: "utf8" }, (e, stdout, stderr) => done(e ? `${stdout}${stderr}`.trim() || String(e) : "")),
	);
}

async function tryCase(program: string, work: string, c: Case): Promise<string[]> {
	const cwd = join(work, c.name);
	if (c.faults.length) return c.faults;
	mkdirSync(cwd);
	writeFileSync(join(cwd, "built.tcl"), c.script);
	const said = [await tell(program, ["check", "built.tcl"], cwd), await tell(program, ["run", "--no-record", "built.tcl"], cwd)];
	rmSync(cwd, { recursive: true });
	return said.filter(Boolean);
}

export async function builder(program: string): Promise<void> {
	const work = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), "tandem-builder-"));
	try {
		const t = await tables(program, work),
			all = cases(t),
			left = [...all];
		const refused = PARTS.flatMap(p => shownRows(p, familyOf(t, p)).filter(r => r.not));
		let wrong = 0;
		await Promise.all(
			cpus().map(async () => {
				for (let c = left.shift(); c; c = left.shift()) {
					const said = await tryCase(program, work, c);
					if (said.length) check(`the builder's script ${c.name} runs`, false, said.join(" | "));
					wrong += said.length ? 1 : 0;
				}
			}),
		);
		const count = (id: string): number => all.filter(c => c.name.includes(`-${id}-`)).length;
		check(
			`${all.length} scripts of the builder are checked and run, ${count("integrator")} of them one for each template and integrator; ` +
				`${refused.length} kinds are shown with the reason why not`,
			wrong === 0 && t.templates.length > 0 && PARTS.every(p => count(p.id) >= t.templates.length),
		);
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}
