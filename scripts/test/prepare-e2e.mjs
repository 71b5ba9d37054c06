/** Prepares the browser tests: makes a fresh build, and prints two paths, of the headless shell that most tests use and of the browser. */

import { ensureBuilt } from "../build.mjs";
import { ensureBrowser, ensureShell } from "./browser.mjs";

const problems = await ensureBuilt();
const browser = await ensureBrowser();
if (browser === undefined) problems.push("No Chromium could be found or installed; set SATCHEL_CHROMIUM to one.");
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exit(1);
process.stdout.write(`${await ensureShell(browser)}\n${browser}`);
