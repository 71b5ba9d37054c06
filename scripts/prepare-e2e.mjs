/** What the browser tests need before they start: a fresh build, and the path of a Chromium, which is printed. */
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";

const problems = await ensureBuilt();
const browser = await ensureBrowser();
if (browser === undefined) problems.push("No Chromium could be found or installed; set SATCHEL_CHROMIUM to one.");
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exit(1);
process.stdout.write(browser);
