// All tests of the page: main.mjs PROGRAM FOLDER [pictures | bench]. FOLDER: where the page was bundled. The last line is "N passed, M failed".
import { bereft } from "./bereft";
import { builder } from "./builder";
import { bench } from "./bench";
import { flow } from "./flow";
import { endAll, launch, sums } from "./harness";
import { operator } from "./operator";
import { states } from "./states";
import { units } from "./units";

const [, , program, folder, pictures] = process.argv,
	MOST = 20 * 60_000;
setTimeout(() => {
	console.log("FAIL the tests of the page do not end");
	process.exit(1);
}, MOST).unref();

if (pictures === "bench") {
	const browser = await launch();
	await bench(browser, program, folder);
	await browser.close();
	await endAll();
	process.exit(0);
}

units();
const only = process.env.BROWSER_ONLY;
if (!only || only === "builder") await builder(program);
const browser = await launch();
try {
	if (!only || only === "states") await states(browser, folder);
	if (!only || only === "operator") await operator(browser, program, folder);
	if (!only || only === "bereft") await bereft(browser, program, process.env.BROWSER_SHOTS);
	if (!only || only === "flow") await flow(browser, program, process.env.BROWSER_SHOTS, pictures);
} finally {
	await browser.close();
	await endAll();
}
const { passed, failed } = sums();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
