// Forms out of parameter tables: one field a row, with its help, unit and range; the words that the script gets, and what is wrong with them.
// The server checks the same tables once more; this is so that one sees it at once.
import { Cell, h, text } from "./dom";
import { short, unit } from "./format";
import type { Param } from "./types";

export type Values = Record<string, string>;

/** The range of a parameter in words; "" where anything goes. */
export function rangeWords(p: Param): string {
	const lo = p.min == null ? "" : `${p.min_open ? ">" : "\u2265"} ${short(p.min)}`,
		hi = p.max == null ? "" : `${p.max_open ? "<" : "\u2264"} ${short(p.max)}`;
	if (p.min != null && p.max != null && !p.min_open && !p.max_open) return `${short(p.min)} \u2026 ${short(p.max)}`;
	return [lo, hi].filter(Boolean).join(" and ");
}

/** What is wrong with a value; "" when nothing is. Tcl variables and commands are left to the script. */
export function fault(p: Param, value: string): string {
	const v = value.trim();
	if (!v) return p.required ? "needed" : "";
	if (p.kind === "words" || p.kind === "flag" || /[$[]/.test(v)) return "";
	const x = Number(v);
	if (!Number.isFinite(x)) return `not a number: ${v}`;
	if ((p.kind === "int" || p.kind === "tag" || p.kind === "bool") && !Number.isInteger(x)) return `a whole number, not ${v}`;
	const low = p.min != null && (p.min_open ? x <= p.min : x < p.min),
		high = p.max != null && (p.max_open ? x >= p.max : x > p.max);
	return low || high ? `${v} is outside; allowed: ${rangeWords(p)}` : "";
}

const plain = (v: Param["default"]): string => (v == null ? "" : typeof v === "boolean" ? (v ? "1" : "") : String(v));

/** The value that a field begins with; a default that is out of range stands for "not given". */
export function beginning(p: Param, given?: Values): string {
	const usual = p.kind === "flag" ? "" : plain(p.default);
	return given?.[p.name] ?? (fault(p, usual) && !p.required ? "" : usual);
}

/** Words of these values as the script wants them: positional ones in order, as many as needed; options that differ from their default. */
export function words(params: Param[], values: Values): string {
	const out: string[] = [],
		tail = (name: string): string => name.split(" ")[0],
		said = (p: Param): string => (values[p.name] ?? "").trim();
	const places = params.filter(p => !p.name.startsWith("-")),
		needed = places.reduce((n, p, i) => (p.required || (said(p) && said(p) !== plain(p.default)) ? i + 1 : n), 0);
	places.slice(0, needed).forEach(p => out.push(said(p) || plain(p.default)));
	for (const p of params) {
		const v = said(p);
		if (!p.name.startsWith("-")) continue;
		if (p.kind === "flag") {
			if (v) out.push(p.name);
		} else if (v && v !== plain(p.default)) out.push(`${tail(p.name)} ${v}`);
	}
	return out.join(" ");
}

/** The word of a parameter as people read it: -hardening becomes hardening. */
const label = (p: Param): string => p.name.replace(/^-/, "");

/** Fields of a table. values holds the words, changed tells of every change. */
export class ParamForm {
	readonly element: HTMLElement;
	readonly values: Values = {};
	readonly changed = new Cell(0);
	private faults = new Map<string, string>();

	constructor(
		private params: Param[],
		given: Values | undefined,
		id: string,
		private few = 6,
	) {
		const fields = params.map(p => this.field(p, given, id)),
			first = params.map((p, i) => p.required || i < this.few || params.length <= this.few + 2);
		const rest = fields.filter((_, i) => !first[i]);
		this.element = h(
			"div",
			{ class: "form" },
			...fields.filter((_, i) => first[i]),
			rest.length > 0 && h("details", null, h("summary", null, `${rest.length} more`), h("div", { class: "form" }, ...rest)),
		);
	}

	private field(p: Param, given: Values | undefined, id: string): HTMLElement {
		const name = `${id}-${p.name.replace(/[^\w]+/g, "_")}`,
			value = beginning(p, given),
			wrong = h("small", { class: "error", id: name + "-wrong" });
		this.values[p.name] = value;
		const input =
			p.kind === "flag" || p.kind === "bool"
				? h("input", { type: "checkbox", id: name, checked: value === "1" })
				: h("input", {
						type: "text",
						id: name,
						value,
						inputmode: p.kind === "words" ? "text" : "decimal",
						autocomplete: "off",
						spellcheck: "false",
						"aria-describedby": `${name}-help ${name}-wrong`,
					});
		const take = (): void => {
			this.values[p.name] = input.type === "checkbox" ? (input.checked ? "1" : p.kind === "bool" ? "0" : "") : input.value;
			this.check(p, input, wrong);
			this.changed.set(this.changed.get() + 1);
		};
		input.addEventListener("input", take);
		this.check(p, input, wrong);
		const u = unit(p.unit),
			help = [p.help?.replace(/\s*\[[^\]]*\]/, ""), rangeWords(p)].filter(Boolean).join("; ");
		return h(
			"div",
			{ class: "param" },
			h("label", { for: name }, label(p), p.required && h("span", { class: "muted", title: "needed" }, " *")),
			h("span", { class: "input" }, input, u && h("span", { class: "unit" }, u)),
			h("small", { id: name + "-help", class: "muted" }, help),
			wrong,
		);
	}

	private check(p: Param, input: HTMLInputElement, wrong: HTMLElement): void {
		const f = fault(p, this.values[p.name]);
		text(wrong, f);
		input.setAttribute("aria-invalid", String(f !== ""));
		if (f) this.faults.set(p.name, f);
		else this.faults.delete(p.name);
	}

	/** What is wrong, a line each. */
	wrong(): string[] {
		return [...this.faults].map(([name, f]) => `${name.replace(/^-/, "")}: ${f}`);
	}
	words(): string {
		return words(this.params, this.values);
	}
}
