// What an element is, what a site is called, and which displacements of nodes are drawn.
import type { Column, Model, ModelElement, Site } from "./types";

export const isExperimental = (e: ModelElement): boolean => e.kind !== "numerical";

/** The name that was given, or the number: names that are the words of a script are not names. */
export const siteName = (s: Site): string => (s.name && !/\s/.test(s.name) ? s.name : `site ${s.tag}`);

export const MOST_NODES = 6; // curves of displacements in one picture

/** Displacements that say most: those of nodes that are free to move so, in the first direction where there are more than a picture holds. No rotations. */
export function moving(columns: Column[], model: Model | null): Column[] {
	const words = (c: Column): number[] => c.name.match(/\d+/g)!.map(Number),
		free = columns.filter(c => {
			const [node, dof] = words(c);
			return c.unit !== "rad" && !model?.nodes.find(n => n.tag === node)?.fixed?.[dof - 1];
		}),
		first = free.filter(c => words(c)[1] === 1);
	return free.length > MOST_NODES && first.length ? first : free.length ? free : columns;
}
