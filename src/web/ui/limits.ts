// How much of the way to a limit is left.

/** What is left of the way from rest to the limit: 1 at rest, 0 at the limit, below beyond it. */
export function margin(min: number, max: number, lo: number | null, hi: number | null): number {
	const up = hi === null || !(hi > 0) ? 1 : 1 - Math.max(0, max) / hi,
		down = lo === null || !(lo < 0) ? 1 : 1 - Math.min(0, min) / lo;
	return Math.min(up, down);
}
