// Limits and thresholds as they are now. A record has those that its test began with; what was tuned since stands in tunables.json (docs/live.md), by the line
// of the script that changes it.
import type { Column, Table, Tunable } from "./types";

/** Which numbers of expTune limit which columns of a rig: the tighter counts. One number alone limits both sides. */
const LIMITS: { column: RegExp; min?: string; max?: string; both?: string }[] = [
	{ column: /^(?:command|sent|measuredDisp)(\d+)$/, min: "-strokeMin", max: "-strokeMax" },
	{ column: /^measuredForce(\d+)$/, min: "-forceMin", max: "-forceMax" },
	{ column: /^(?:command|sent)(\d+)'$/, both: "-velocity" },
	{ column: /^measuredDisp(\d+)-(?:command|sent)\d+$/, both: "-following" },
];

/** f of those that are there; null: none is. */
const tighter = (f: (...x: number[]) => number, ...x: (number | null | undefined)[]): number | null => {
	const there = x.filter((v): v is number => v != null);
	return there.length ? f(...there) : null;
};

function limited(c: Column, rig: string, now: ReadonlyMap<string, number>): Column {
	for (const l of LIMITS) {
		const channel = l.column.exec(c.name)?.[1];
		if (!channel) continue;
		const of = (name?: string): number | undefined => (name ? now.get(`expTune ${rig} ${channel} ${name} {value}`) : undefined),
			both = of(l.both),
			min = tighter(Math.max, c.limits?.min, of(l.min), both === undefined ? undefined : -both),
			max = tighter(Math.min, c.limits?.max, of(l.max), both);
		if (min !== null || max !== null) return { ...c, limits: { min, max } };
	}
	return c;
}

function watched(c: Column, monitor: string, now: ReadonlyMap<string, number>): Column {
	if (!c.thresholds) return c;
	return { ...c, thresholds: c.thresholds.map(t => ({ ...t, limit: now.get(`monitor ${monitor}: ${t.action} at ${c.name}`) ?? t.limit })) };
}

/** The tables of a run that lives, with the limits and thresholds that act now. */
export function tuned(tables: Table[], tunables: Tunable[]): Table[] {
	const lines = new Map(tunables.map(t => [t.line, t.value])),
		labels = new Map(tunables.map(t => [t.label, t.value]));
	return tables.map(t => {
		const rig = /^channels\/control(.+)$/.exec(t.name)?.[1],
			monitor = /^monitors\/(.+)$/.exec(t.name)?.[1];
		if (rig) return { ...t, columns: t.columns.map(c => limited(c, rig, lines)), terms: t.terms?.map(c => limited(c, rig, lines)) };
		return monitor ? { ...t, columns: t.columns.map(c => watched(c, monitor, labels)) } : t;
	});
}

/** All limits and thresholds in a line: another one where one has changed. */
export const limitWords = (tables: Table[]): string =>
	tables
		.flatMap(t => [...t.columns, ...(t.terms ?? [])])
		.map(c => [c.limits?.min, c.limits?.max, ...(c.thresholds ?? []).map(x => x.limit)].join(" "))
		.join();
