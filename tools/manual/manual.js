// The manual's own few lines: the search over index.js, which is read when it is first wanted; light or dark; the contents on a phone.
"use strict";

(function () {
	const MOST = 30, AROUND = 70;
	const input = document.getElementById("search"), found = document.getElementById("found");
	const nav = document.getElementById("contents"), menu = document.getElementById("menu");
	let rows = null, at = -1;

	function keep(name, value) {
		try { localStorage.setItem(name, value); } catch (e) { /* a browser that keeps nothing forgets the choice */ }
	}
	function kept(name) {
		try { return localStorage.getItem(name); } catch (e) { return null; }
	}

	// ---- light or dark ----
	const wish = kept("tandem-theme");
	if (wish) document.documentElement.dataset.theme = wish;
	document.getElementById("theme").addEventListener("click", function () {
		const dark = document.documentElement.dataset.theme
			? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
		document.documentElement.dataset.theme = dark ? "light" : "dark";
		keep("tandem-theme", document.documentElement.dataset.theme);
	});

	// ---- contents ----
	menu.addEventListener("click", function () {
		menu.setAttribute("aria-expanded", String(nav.classList.toggle("open")));
	});
	nav.addEventListener("click", function (e) {
		if (e.target.closest("a")) nav.classList.remove("open");
	});
	const here = nav.querySelector("[aria-current]");
	if (here && here.offsetTop > nav.clientHeight / 2) nav.scrollTop = here.offsetTop - nav.clientHeight / 3;

	// ---- search ----
	// pages that were opened as files may not fetch, but may read a script
	function read(then) {
		if (rows) return then();
		const script = document.createElement("script");
		script.src = "index.js";
		script.onload = function () {
			rows = window.tandemManual.map(r => ({ title: r[0], page: r[1], href: r[2], text: r[3], low: r[3].toLowerCase(), lowTitle: r[0].toLowerCase() }));
			then();
		};
		document.head.appendChild(script);
	}

	// every word of the question must be there; the title counts most, then whole words, then how often
	function score(row, words) {
		let sum = 0;
		for (const w of words) {
			const inTitle = row.lowTitle.indexOf(w), inText = row.low.indexOf(w);
			if (inTitle < 0 && inText < 0) return 0;
			if (row.lowTitle === w) sum += 100;
			if (inTitle >= 0) sum += inTitle === 0 || row.lowTitle[inTitle - 1] === " " ? 40 : 20;
			sum += Math.min(row.low.split(w).length - 1, 5);
		}
		return row.lowTitle === words.join(" ") ? sum + 200 : sum;
	}

	function element(tag, text) {
		const e = document.createElement(tag);
		e.textContent = text;
		return e;
	}

	// what stands around the first word that was found, the words marked
	function around(row, words) {
		const p = document.createElement("p");
		const first = Math.min(...words.map(w => row.low.indexOf(w)).filter(i => i >= 0));
		if (!isFinite(first)) return p;
		const from = Math.max(0, first - AROUND), part = row.text.slice(from, first + 2 * AROUND), low = part.toLowerCase();
		p.append(from > 0 ? "…" : "");
		for (let i = 0; i < part.length;) {
			const next = words.map(w => [low.indexOf(w, i), w]).filter(x => x[0] >= 0).sort((a, b) => a[0] - b[0])[0];
			if (!next) { p.append(part.slice(i)); break; }
			p.append(part.slice(i, next[0]), element("mark", part.slice(next[0], next[0] + next[1].length)));
			i = next[0] + next[1].length;
		}
		return p;
	}

	function show() {
		const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
		at = -1;
		found.replaceChildren();
		found.hidden = !words.length;
		if (!words.length) return;
		const best = rows.map(r => [score(r, words), r]).filter(x => x[0] > 0).sort((a, b) => b[0] - a[0]).slice(0, MOST);
		for (const [, row] of best) {
			const item = document.createElement("li"), a = document.createElement("a");
			a.href = row.href;
			a.append(element("b", row.title), " ", element("span", row.title === row.page ? "" : row.page), around(row, words));
			item.append(a);
			found.append(item);
		}
		if (!best.length) found.append(element("li", "nothing found"));
	}

	function choose(step) {
		const items = [...found.querySelectorAll("li")].filter(i => i.querySelector("a"));
		if (!items.length) return;
		at = (at + step + items.length) % items.length;
		items.forEach((item, i) => item.classList.toggle("at", i === at));
		items[at].scrollIntoView({ block: "nearest" });
	}

	input.addEventListener("input", () => read(show));
	input.addEventListener("focus", () => read(() => input.value && show()));
	input.addEventListener("keydown", function (e) {
		if (e.key === "ArrowDown" || e.key === "ArrowUp") { choose(e.key === "ArrowDown" ? 1 : -1); e.preventDefault(); }
		if (e.key === "Enter") {
			const a = found.querySelector("li.at a") || found.querySelector("a");
			if (a) { found.hidden = true; location.href = a.href; }
		}
		if (e.key === "Escape") { input.value = ""; found.hidden = true; input.blur(); }
	});
	document.addEventListener("keydown", function (e) {
		if (e.key === "/" && document.activeElement !== input) { input.focus(); e.preventDefault(); }
	});
	document.addEventListener("click", function (e) {
		if (!e.target.closest(".search")) found.hidden = true;
	});
	// a question in the address, index.html?impulse, is asked at once
	const asked = decodeURIComponent(location.search.slice(1).replace(/\+/g, " "));
	if (asked) { input.value = asked; read(show); }
}());
