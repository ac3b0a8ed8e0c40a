// Elements made in one call, cells that tell who listens, and a bag of what has to be undone when a page is left.

export type Kid = Node | string | number | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((e: any) => void);
export type Attrs = Record<string, Value>;

function set(el: Element, name: string, value: Value): void {
	if (value === null || value === undefined || value === false) return;
	if (typeof value === "function") el.addEventListener(name.slice(2), value as EventListener);
	else if (name in el && (name === "value" || name === "checked" || name === "disabled" || name === "open")) (el as any)[name] = value;
	else el.setAttribute(name, value === true ? "" : String(value));
}

/** An element; attributes that are functions are listeners ("onclick"), false and null ones are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attrs?: Attrs | null, ...kids: Kid[]): HTMLElementTagNameMap[K] {
	const el = document.createElement(tag);
	fill(el, ...kids);
	for (const name in attrs ?? {}) set(el, name, attrs![name]);
	return el;
}

/** Replaces what is in an element. */
export function fill(el: Element, ...kids: Kid[]): void {
	el.replaceChildren(
		...kids
			.filter((k): k is Node | string | number => k !== null && k !== undefined && k !== false)
			.map(k => (typeof k === "number" ? String(k) : k)),
	);
}

/** Words of a README: what stands between backquotes is code. */
export const marked = (words: string): Kid[] => words.split("`").map((w, i) => (i % 2 ? h("code", null, w) : w));

/** Sets the text only where it differs: what does not change is not laid out again. */
export function text(el: Node, s: string): void {
	if (el.textContent !== s) el.textContent = s;
}

/** A value that tells its listeners when it changes. */
export class Cell<T> {
	private listeners = new Set<(v: T) => void>();
	constructor(private current: T) {}
	get(): T {
		return this.current;
	}
	set(v: T): void {
		if (v === this.current) return;
		this.current = v;
		for (const f of [...this.listeners]) f(v);
	}
	/** Calls f now and at every change; the answer ends it. */
	on(f: (v: T) => void): () => void {
		this.listeners.add(f);
		f(this.current);
		return () => {
			this.listeners.delete(f);
		};
	}
}

/** What has to be undone, in reverse order. */
export class Bag {
	private undo: (() => void)[] = [];
	add(f: () => void): void {
		this.undo.push(f);
	}
	listen(target: EventTarget, type: string, f: (e: any) => void, options?: AddEventListenerOptions): void {
		target.addEventListener(type, f, options);
		this.add(() => target.removeEventListener(type, f, options));
	}
	every(ms: number, f: () => void): void {
		const id = setInterval(f, ms);
		this.add(() => clearInterval(id));
	}
	/** f once a picture of the screen, while the page is seen. */
	frames(f: (ms: number) => void): void {
		let id = 0;
		const next = (ms: number): void => {
			id = requestAnimationFrame(next);
			f(ms);
		};
		id = requestAnimationFrame(next);
		this.add(() => cancelAnimationFrame(id));
	}
	/** Whether it was emptied since: what comes late for a page that was left is not for the one that is there now. */
	left(): () => boolean {
		let gone = false;
		this.add(() => {
			gone = true;
		});
		return () => gone;
	}
	empty(): void {
		while (this.undo.length) this.undo.pop()!();
	}
}

/** Saves a blob under a name. */
export function save(blob: Blob, name: string): void {
	const a = h("a", { href: URL.createObjectURL(blob), download: name });
	document.body.append(a);
	a.click();
	a.remove();
	setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/** A choice of one among several, as a row of buttons that behaves as radio buttons do. */
export function choice<T extends string | number>(label: string, options: { value: T; text: string }[], cell: Cell<T>): HTMLElement {
	const buttons = options.map(o => h("button", { type: "button", role: "radio", onclick: () => cell.set(o.value) }, o.text));
	cell.on(v =>
		buttons.forEach((b, i) => {
			b.setAttribute("aria-checked", String(options[i].value === v));
			b.tabIndex = options[i].value === v ? 0 : -1;
		}),
	);
	const row = h("div", { class: "choice", role: "radiogroup", "aria-label": label }, ...buttons);
	row.addEventListener("keydown", e => {
		const by = ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as Record<string, number>)[e.key];
		const at = options.findIndex(o => o.value === cell.get());
		if (!by || at < 0) return;
		const to = (at + by + options.length) % options.length;
		cell.set(options[to].value);
		buttons[to].focus();
		e.preventDefault();
	});
	return row;
}

export interface Head {
	text: string;
	/** its cells are numbers */
	num?: boolean;
	/** not seen where there is little room */
	wideOnly?: boolean;
	/** read aloud, not seen */
	hidden?: boolean;
}

/** A table that scrolls in its place, and by keys. */
export function scrollTable(label: string, heads: Head[], rows: Node[] | HTMLElement, kind = ""): HTMLElement {
	const cell = (x: Head): HTMLElement =>
		h(
			"th",
			{ scope: "col", class: [x.num && "num", x.wideOnly && "wide-only"].filter(Boolean).join(" ") || null },
			x.hidden ? h("span", { class: "hidden-label" }, x.text) : x.text,
		);
	const body = rows instanceof HTMLElement ? rows : h("tbody", null, ...rows);
	return h(
		"div",
		{ class: "scroll", tabindex: "0", role: "region", "aria-label": label },
		h("table", { class: kind || null }, h("thead", null, h("tr", null, ...heads.map(cell))), body),
	);
}
