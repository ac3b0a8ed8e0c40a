// A script in colours: comments, variables, commands at the beginning of a line, numbers.
import { h } from "./dom";

const TOKEN = /(^\s*#.*$|;#.*$)|(\$\w+)|(^\s*[A-Za-z]\w*)|(-?\b\d+\.?\d*(?:[eE][-+]?\d+)?\b)/gm;
const KINDS = ["comment", "variable", "command", "number"];

export function highlight(script: string): (Node | string)[] {
	const out: (Node | string)[] = [];
	let at = 0;
	for (const m of script.matchAll(TOKEN)) {
		if (m.index > at) out.push(script.slice(at, m.index));
		out.push(h("span", { class: "tcl-" + KINDS[m.slice(1).findIndex(g => g !== undefined)] }, m[0]));
		at = m.index + m[0].length;
	}
	out.push(script.slice(at));
	return out;
}
