// embed_page.mjs FOLDER OUT.c: the files of a folder, gzip'd, as the table page_files of src/web/page_files.h.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
};
const WIDTH = 32; // bytes a line

function array(name, bytes) {
	const lines = [];
	for (let i = 0; i < bytes.length; i += WIDTH) lines.push("\t" + Array.from(bytes.subarray(i, i + WIDTH)).join(","));
	return `static const unsigned char ${name}[] = {\n${lines.join(",\n")}\n};\n`;
}

const [folder, out] = process.argv.slice(2);
const names = readdirSync(folder).sort();
let text = '/* The files of the page, made by tools/make_page. */\n#include "web/page_files.h"\n\n';
let rows = "",
	total = 0;
names.forEach((name, i) => {
	const type = TYPES[extname(name)];
	if (!type) throw new Error(`${name}: no content type is known for it (${Object.keys(TYPES).join(" ")})`);
	const plain = readFileSync(join(folder, name)),
		packed = gzipSync(plain, { level: 9 });
	const etag = createHash("sha256").update(plain).digest("hex").slice(0, 32);
	const path = name === "index.html" ? "/" : "/" + name;
	text += array(`file${i}`, packed);
	rows += `\t{ "${path}", "${type}", file${i}, sizeof file${i}, "\\"${etag}\\"" },\n`;
	total += packed.length;
});
writeFileSync(out, `${text}\nconst struct page_file page_files[] = {\n${rows}\t{ 0 },\n};\n`);
console.log(`  PAGE ${names.length} files, ${(total / 1000).toFixed(0)} kB compressed`);
