// Numbers as an instrument shows them: always the same number of digits, a true minus, the unit after a narrow blank.

let known: { force?: string; length?: string; time?: string } = {};

export const MINUS = "\u2212",
	THIN = "\u202f",
	NONE = "\u2013";

/** digits significant digits, with an exponent only where it is needed. */
export function number(x: number | null | undefined, digits = 4): string {
	if (x === null || x === undefined || Number.isNaN(x)) return NONE;
	if (!Number.isFinite(x)) return x > 0 ? "\u221e" : MINUS + "\u221e";
	const a = Math.abs(x);
	let s: string;
	if (a === 0) s = "0";
	else if (a >= 1e6 || a < 1e-4) s = x.toExponential(digits - 1).replace("e+", "e");
	else s = x.toFixed(Math.max(0, Math.min(8, digits - 1 - Math.floor(Math.log10(a)))));
	return s.replace(/-/g, MINUS);
}

/** As few digits as the number has, at most so many: for ranges and settings. */
export function short(x: number | null | undefined, digits = 6): string {
	return x === null || x === undefined || !Number.isFinite(x)
		? number(x)
		: String(Number(x.toPrecision(digits)))
				.replace("e+", "e")
				.replace(/-/g, MINUS);
}

/** Numbers along an axis whose marks are a step apart. */
export function mark(x: number, step: number): string {
	const a = Math.abs(x);
	if (a >= 1e6 || (step > 0 && step < 1e-5)) return a < 1e-6 * step ? "0" : short(x, Math.max(4, 1 + Math.ceil(Math.log10(a / step))));
	let digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
	while (digits < 8 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6 * step * 10 ** digits) digits++;
	return (Math.abs(x) < step * 1e-6 ? 0 : x).toFixed(Math.min(8, digits)).replace("-", MINUS);
}

/** A number with its unit. */
export function quantity(x: number | null | undefined, unit = "", digits = 4): string {
	return unit ? number(x, digits) + THIN + unit : number(x, digits);
}

/** A unit of time that a script may name beside the second. */
const isMs = (timeUnit: string | undefined): boolean => /^m(s|sec|Sec)$/.test(timeUnit ?? "");

/** Time of a test, hundredths of a second kept: 12.34 s, 2 min 05.0 s beyond two minutes; of a test in ms tenths of one. timeUnit: that of the run that is
 * looked at, where no other is given. */
export function seconds(t: number | null | undefined, timeUnit = known.time): string {
	if (t === null || t === undefined || !Number.isFinite(t)) return NONE;
	if (isMs(timeUnit)) return t.toFixed(1).replace("-", MINUS) + THIN + "ms";
	if (t !== 0 && Math.abs(t) < 0.005) return quantity(t, "s", 2);
	if (t < 119.995) return t.toFixed(2).replace("-", MINUS) + THIN + "s";
	const tenths = Math.round(10 * t);
	return `${Math.floor(tenths / 600)}${THIN}min ${((tenths % 600) / 10).toFixed(1).padStart(4, "0")}${THIN}s`;
}

/** A date (ISO, UTC) in the viewer's own time. */
export function date(iso: string | undefined): string {
	const d = iso ? new Date(iso) : null;
	return d && !Number.isNaN(d.getTime()) ? d.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }) : NONE;
}

/** The units of the run that is looked at: columns may give theirs as words, force*length. */
export function setUnits(u: { force?: string; length?: string; time?: string } | undefined): void {
	known = u ?? {};
}

/** Units as people write them: sec^2 becomes s², force*length kN·m; "-" is none. */
export function unit(u: string | undefined): string {
	if (!u || u === "-") return "";
	const named = /\s/.test(u) ? u : u.replace(/\b(force|length|time)\b/g, w => known[w as "force"] || w);
	return named
		.replace(/\*/g, "\u00b7")
		.replace(/\bsec\b/g, "s")
		.replace(/\^2/g, "\u00b2")
		.replace(/\^3/g, "\u00b3")
		.replace(/\bus\b/g, "\u00b5s");
}

/** How a column is called in a legend: measuredDisp1 becomes measured displacement 1. */
const WORDS: [RegExp, string][] = [
	[/^command(\d+)$/, "command $1"],
	[/^target(\d+)$/, "target $1"],
	[/^disp(\d+)$/, "actuator $1"],
	[/^sent(\d+)$/, "sent $1"],
	[/^measuredDisp(\d+)$/, "measured $1"],
	[/^measuredForce(\d+)$/, "force $1"],
	[/^measuredDisp(\d+)-(command|sent)\d+$/, "measured \u2212 $2 $1"],
	[/^(command|sent)(\d+)'$/, "rate of $1 $2"],
	[/^node(\d+)_(disp|vel|accel|reaction)(\d+)$/, "node $1 $2 $3"],
	[/^site(\d+)_(command|disp|force)(\d+)$/, "site $1 $2 $3"],
];
export function columnName(column: string): string {
	for (const [pattern, words] of WORDS) if (pattern.test(column)) return column.replace(pattern, words);
	return column.replace(/_/g, " ");
}
