// A card around a picture: title, what the cursor reads, buttons for PNG and CSV; and the PNG itself, with title and legend, as it goes into a report.
import { h, save } from "./dom";
import { colour, type Colour } from "./theme";

export interface Line {
	label: string;
	unit: string;
	colour: Colour;
	dash?: number[];
}

/** A dash pattern as SVG draws it in a legend. */
function swatch(line: Line): SVGElement {
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	svg.setAttribute("class", "swatch");
	svg.setAttribute("viewBox", "0 0 20 8");
	svg.setAttribute("aria-hidden", "true");
	const p = document.createElementNS("http://www.w3.org/2000/svg", "path");
	p.setAttribute("d", "M0 4H20");
	p.setAttribute("class", "stroke-" + line.colour);
	if (line.dash) p.setAttribute("stroke-dasharray", line.dash.join(" "));
	svg.append(p);
	return svg;
}

export interface CardParts {
	card: HTMLElement;
	body: HTMLElement;
	values: HTMLElement[];
	note: HTMLElement;
}

/** A card with a legend of lines; values[i] is where the reading of line i goes, with its unit. */
export function card(title: string, lines: Line[], actions: { png?: () => void; csv?: () => void; reset?: () => void }, kind = ""): CardParts {
	const values = lines.map(() => h("span", { class: "value" }));
	const legend = h("ul", { class: "legend" }, ...lines.map((l, i) => h("li", null, swatch(l), h("span", null, l.label), values[i])));
	const body = h("div", { class: "body" }),
		note = h("span", { class: "note" });
	const button = (name: string, hint: string, f?: () => void): HTMLElement | false =>
		f ? h("button", { type: "button", class: "small", title: hint, "aria-label": `${title}: ${hint}`, onclick: f }, name) : false;
	const head = h(
		"header",
		null,
		h("h3", null, title),
		note,
		h(
			"span",
			{ class: "tools" },
			button("\u21ba", "whole window again (0, or double click)", actions.reset),
			button("PNG", "save as PNG", actions.png),
			button("CSV", "save all rows as CSV", actions.csv),
		),
	);
	return { card: h("section", { class: "card " + kind, "aria-label": title }, head, body, legend), body, values, note };
}

const FONT = "system-ui, sans-serif";

/** The picture on its background with title and legend, saved as PNG. */
export function savePng(canvas: HTMLCanvasElement, title: string, lines: Line[], name: string): void {
	const ratio = canvas.width / Math.max(1, canvas.clientWidth || canvas.width),
		top = 34 * ratio,
		bottom = 30 * ratio;
	const out = h("canvas", { width: canvas.width, height: Math.round(canvas.height + top + bottom) });
	const c = out.getContext("2d")!;
	c.fillStyle = colour("panel");
	c.fillRect(0, 0, out.width, out.height);
	c.drawImage(canvas, 0, top);
	c.fillStyle = colour("ink");
	c.textBaseline = "middle";
	c.font = `600 ${15 * ratio}px ${FONT}`;
	c.fillText(title, 12 * ratio, top / 2);
	c.font = `${12 * ratio}px ${FONT}`;
	let x = 12 * ratio;
	const y = top + canvas.height + bottom / 2;
	for (const l of lines) {
		c.strokeStyle = colour(l.colour);
		c.lineWidth = 2.5 * ratio;
		c.setLineDash((l.dash ?? []).map(d => d * ratio));
		c.beginPath();
		c.moveTo(x, y);
		c.lineTo(x + 20 * ratio, y);
		c.stroke();
		const label = l.unit ? `${l.label} [${l.unit}]` : l.label;
		c.fillText(label, x + 26 * ratio, y);
		x += 26 * ratio + c.measureText(label).width + 18 * ratio;
	}
	out.toBlob(b => {
		if (b) save(b, name);
	}, "image/png");
}

/** A file name out of words. */
export const fileName = (...words: string[]): string => words.join("-").replace(/[^\w.-]+/g, "_");
