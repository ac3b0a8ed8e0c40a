// Light, dark or as the system says; and the colours of Okabe and Ito, which people with any kind of colour vision tell apart, as the style sheet gives them.
import { Cell } from "./dom";

export type Theme = "system" | "light" | "dark";
const NAMES = [
	"ink",
	"muted",
	"line",
	"panel",
	"bg",
	"command",
	"measured",
	"target",
	"numerical",
	"experimental",
	"yielded",
	"yielding",
	"actuator",
	"good",
	"warn",
	"bad",
	"c1",
	"c2",
	"c3",
	"c4",
	"c5",
	"c6",
	"c7",
] as const;
export type Colour = (typeof NAMES)[number];

export const theme = new Cell<Theme>((["light", "dark"] as Theme[]).find(t => t === localStorage.getItem("theme")) ?? "system");
/** counts up whenever colours have changed */
export const recoloured = new Cell(0);
const colours = {} as Record<Colour, string>;

function read(): void {
	const style = getComputedStyle(document.documentElement);
	for (const n of NAMES) colours[n] = style.getPropertyValue("--" + n).trim();
	recoloured.set(recoloured.get() + 1);
}

/** The colour as it is now. */
export const colour = (n: Colour): string => colours[n];
const SERIES = 7; // colours of series
/** The i-th colour of a series that has no colour of its own. */
export const seriesColour = (i: number): Colour => ("c" + (1 + (i % SERIES))) as Colour;
/** Curves of a second round through the colours are dashed, of a third dotted. */
export const seriesDash = (i: number): number[] | undefined => [undefined, [7, 3], [2, 3]][Math.floor(i / SERIES) % 3];

export function startTheme(): void {
	const system = matchMedia("(prefers-color-scheme: dark)");
	const apply = (): void => {
		const t = theme.get();
		document.documentElement.dataset.theme = t === "system" ? (system.matches ? "dark" : "light") : t;
		read();
	};
	theme.on(t => {
		localStorage.setItem("theme", t);
		apply();
	});
	system.addEventListener("change", apply);
}
