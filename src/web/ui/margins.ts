// How much is left to every limit and threshold: now, and at worst in the window.
import { fill, h, scrollTable, text } from "./dom";
import type { Feed } from "./feed";
import { columnName, NONE, number, quantity, short, unit } from "./format";
import { margin } from "./limits";
import type { PlanMaker } from "./panels";
import { rigOf } from "./panels";
import type { Table } from "./types";

interface Row {
	where: string;
	column: string;
	unit: string;
	lo: number | null;
	hi: number | null;
	what: string;
	series: number;
	index: number;
}

/** Rows of all limits of a run. */
function rowsOf(tables: Table[], maker: PlanMaker): Row[] {
	const rows: Row[] = [];
	for (const t of tables)
		for (const c of [...t.columns, ...(t.terms ?? [])]) {
			const where = t.name.startsWith("channels/") ? "rig " + rigOf(t) : t.name.replace(/^monitors\//, ""),
				base = { where, column: columnName(c.name), unit: unit(c.unit) };
			const add = (lo: number | null, hi: number | null, what: string): void => {
				const ref = maker.need(t.name, [c.name]);
				if (ref) rows.push({ ...base, lo, hi, what, series: ref.series, index: ref.columns[0] });
			};
			if (c.limits && (c.limits.min != null || c.limits.max != null)) add(c.limits.min ?? null, c.limits.max ?? null, "limit");
			for (const x of c.thresholds ?? [])
				if (x.both) add(-Math.abs(x.limit), Math.abs(x.limit), x.action);
				else add(x.limit < 0 ? x.limit : null, x.limit < 0 ? null : x.limit, x.action);
		}
	return rows;
}

export class Margins {
	readonly element: HTMLElement;
	private rows: Row[];
	private cells: { now: HTMLElement; left: HTMLElement; bar: HTMLElement; row: HTMLElement }[];
	private worst: number[];

	constructor(tables: Table[], maker: PlanMaker) {
		this.rows = rowsOf(tables, maker);
		this.worst = this.rows.map(() => 1);
		this.cells = this.rows.map(() => ({
			now: h("td", { class: "num" }),
			left: h("td", { class: "num" }),
			bar: h("span", { class: "fill" }),
			row: h("tr"),
		}));
		const range = (r: Row): string => `${r.lo === null ? "" : short(r.lo)} \u2026 ${r.hi === null ? "" : short(r.hi)} ${r.unit}`;
		this.rows.forEach((r, i) =>
			fill(
				this.cells[i].row,
				h("th", { scope: "row" }, `${r.where}: ${r.column}`),
				h("td", { class: "muted" }, `${r.what} ${range(r)}`),
				this.cells[i].now,
				h("td", { class: "meter" }, h("span", { class: "track" }, this.cells[i].bar)),
				this.cells[i].left,
			),
		);
		this.element = h(
			"section",
			{ class: "card wide margins", "aria-label": "margins" },
			h("header", null, h("h3", null, "Margin to every limit")),
			this.rows.length
				? scrollTable(
						"margins, table",
						[
							{ text: "quantity" },
							{ text: "limit" },
							{ text: "now", num: true },
							{ text: "used" },
							{ text: "left, at worst", num: true },
						],
						this.cells.map(c => c.row),
					)
				: h(
						"p",
						{ class: "muted pad" },
						"This run has no limits and no thresholds. ",
						h("code", null, "expControlPoint \u2026 -lim"),
						" and ",
						h("code", null, "monitor \u2026 -stop"),
						" give it some.",
					),
		);
	}

	draw(feed: Feed): void {
		this.rows.forEach((r, i) => {
			const curves = feed.curves(r.series),
				{ now, left, bar, row } = this.cells[i];
			if (!curves) return;
			const last = curves.last(r.index),
				seen = curves.extremes(r.index);
			if (!(seen.max >= seen.min)) {
				text(now, NONE);
				return;
			}
			this.worst[i] = Math.min(this.worst[i], margin(seen.min, seen.max, r.lo, r.hi));
			const m = this.worst[i],
				current = margin(last.min, last.max, r.lo, r.hi);
			text(now, quantity(Math.abs(last.max) > Math.abs(last.min) ? last.max : last.min, r.unit, 3));
			text(left, `${number(100 * m, 3)} %`);
			bar.style.width = `${Math.max(0, Math.min(100, 100 * (1 - current)))}%`;
			row.className = m <= 0 ? "bad" : m < 0.15 ? "warn" : "";
		});
	}
}
