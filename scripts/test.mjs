/**
 * `npm test` installs, checks, runs all tests, and ends with one line, `N passed, N failed`. Leaves no process running. Parts run side by
 * side, because journeys often wait. `--times` rewrites the measured times by which files are ordered (scripts/test/times.json).
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ensureRuntime } from "./run/runtime.mjs";

await ensureRuntime();
const { ensureAllInstalled } = await import("./run/install.mjs");
await ensureAllInstalled();
const { ensureBrowser, ensureShell } = await import("./test/browser.mjs");
const { ensureBuilt } = await import("./build.mjs");
const { runChecks } = await import("./check.mjs");
const { ensurePostgres } = await import("./test/postgres.mjs");
const { CACHE, inModules, ROOT } = await import("./run/paths.mjs");
const { runNode } = await import("./run/run.mjs");
const { forgetRendered, listProblem } = await import("./sentences.mjs");
const { brokenRun, chooseAgain, mergeSecondRun, readTestReport, slowestFiles, toTimes } = await import("./test/test-report.mjs");

/** `npm run nightly` runs other seeds, and more of them. */
const SIM_SEEDS = Number(process.env.SATCHEL_SIM_SEEDS ?? 100);
const SLOWEST = 10;
const total = { passed: 0, failed: 0 };

/** Failures with their first lines, listed at the end. `unsteady` tests failed and then passed. */
const failures = [];
const unsteady = [];
/** Test files of all parts with their durations. */
const files = [];

function count({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

const startedAt = performance.now();
/** Includes the elapsed time, to find what became slower. */
const heading = (text) => process.stdout.write(`\n── ${text} (at ${((performance.now() - startedAt) / 60_000).toFixed(1)} min)\n`);

/** A step that succeeds or fails as a whole; its output is shown if it fails. */
function countStep(name, problem) {
  process.stdout.write(`${problem === undefined ? "ok    " : "FAILED"} ${name}\n${problem === undefined ? "" : `${problem}\n`}`);
  if (problem !== undefined) failures.push(name);
  count({ passed: problem === undefined ? 1 : 0, failed: problem === undefined ? 0 : 1 });
}

/** The counts come from the report. A run without a report, or one that ends badly without a failure, counts as one failure. */
function readReport(path, code) {
  try {
    const report = readTestReport(JSON.parse(readFileSync(path, "utf8")));
    if (code === 0 || report.failed.length > 0) return report;
    return { ...report, failed: [brokenRun(`The runner ended with ${code}, though no test failed.`)] };
  } catch {
    return { passed: 0, files: [], failed: [brokenRun(`The runner ended with ${code} and left no report.`)] };
  }
}

/** Runs `workers` in parallel; the report stays in the cache under `name`. */
async function runVitest(name, filters, { workers, env }) {
  const path = join(CACHE, `test-report-${name}.json`);
  rmSync(path, { force: true });
  const reporters = ["--reporter=default", "--reporter=./scripts/test/test-reporter.mjs"];
  const args = [inModules("vitest/vitest.mjs"), "run", `--maxWorkers=${workers}`, ...filters, ...reporters];
  const { code } = await runNode(args, { show: true, env: { ...env, SATCHEL_TEST_REPORT: path } });
  return readReport(path, code);
}

const chosen = (projects) => projects.map((name) => `--project=${name}`);

/** Returns a function that counts the results, once nothing else runs. */
async function runTests(projects, { workers = availableParallelism(), env = {} } = {}) {
  const name = projects.join("-");
  const report = await runVitest(name, chosen(projects), { workers, env });
  files.push(...report.files);
  return () => countTests(name, report, { projects, env });
}

/**
 * On a shared machine, a page, a process or a database now and then misses a moment, but a real fault fails twice. The few failed files of
 * projects that wait for those run once again, whole and alone, and what failed only the first time is listed as unsteady. If nothing waits
 * (`unit`, `sim`), and if a property has a counterexample, there is no second run: it would hide a fault. See test-report.mjs.
 */
async function countTests(name, first, { projects, env }) {
  let report = first;
  const again = chooseAgain(report);
  if (again.length > 0) {
    const paths = again.map(({ file }) => file);
    heading(`again: ${paths.join(", ")}`);
    const filters = [...chosen(projects.filter((project) => again.some((each) => each.project === project))), ...paths];
    report = mergeSecondRun(report, await runVitest(`${name}-again`, filters, { workers: 1, env }));
    unsteady.push(...report.unsteady);
  }
  const failed = report.failed.flatMap((file) => file.failures);
  failures.push(...failed);
  count({ passed: report.passed, failed: failed.length });
}

/** Each attack prints a line and counts as a test; a line without a script fails. */
async function runAttacks(which, env) {
  const { code, output } = await runNode([inModules("tsx/dist/cli.mjs"), "attack/main.ts", ...which], { show: true, env });
  const lines = output.split("\n");
  const open = lines.filter((line) => /^(open|missing) /.test(line));
  count({ passed: lines.filter((line) => line.startsWith("closed ")).length, failed: open.length });
  failures.push(...open);
  if (code !== 0 && open.length === 0) countStep("attacks", `They ended with ${code}.`);
}

heading("build");
countStep(
  "a PostgreSQL is here",
  (await ensurePostgres()) ? undefined : "Install PostgreSQL, or set SATCHEL_POSTGRES to the folder of its programs.",
);
const browser = await ensureBrowser();
countStep(
  "a Chromium is here",
  browser === undefined ? "No Chromium could be found or installed; set SATCHEL_CHROMIUM to one." : undefined,
);
const problems = await ensureBuilt();
countStep("build", problems.length === 0 ? undefined : problems.join("\n"));
const canBrowse = browser !== undefined && problems.length === 0;
const env = canBrowse ? { SATCHEL_CHROMIUM: browser, SATCHEL_SHELL: (await ensureShell(browser)) ?? browser } : {};

// Tests wait now and then, journeys often: the simulator uses the processor time that they leave until the end.
const simulator = runNode([inModules("tsx/dist/cli.mjs"), "sim/main.ts", "--seeds", String(SIM_SEEDS), "--background"]);

async function checkAndTest() {
  heading("checks");
  const checks = await runChecks();
  count({ passed: checks.passed, failed: checks.failed.length });
  failures.push(...checks.failed.map((name) => `npm run check -- ${name}`));
  heading("unit, property and contract tests");
  forgetRendered();
  // Beside the journeys one worker for two cores: both then end at about the same time, and no part waits long for the others.
  const workers = canBrowse ? Math.max(1, availableParallelism() >> 1) : availableParallelism();
  const countLater = await runTests(["unit", "started", "stores", "web", "sim"], { workers });
  countStep("sentences of the spec are rendered by the tests that are listed for them", listProblem());
  return countLater;
}

/** Every journey has its own server, drive and browser, and so has every attack: three browsers run at a time on two cores. */
async function browse() {
  heading("browser and attacks");
  const [countLater] = await Promise.all([runTests(["browser", "e2e"], { env }), runAttacks(["--untimed", "--jobs", "1"], env)]);
  return countLater;
}

const parts = await Promise.all([checkAndTest(), ...(canBrowse ? [browse()] : [])]);
for (const countLater of parts) await countLater();

heading("simulator");
const sim = await simulator;
process.stdout.write(sim.output);
countStep(`simulator, ${SIM_SEEDS} seeds`, sim.code === 0 ? undefined : `It ended with ${sim.code}.`);

heading("attacks that measure time, alone");
if (canBrowse) await runAttacks(["--timed"], env);

heading(`the ${SLOWEST} slowest files`);
for (const { project, file, seconds } of slowestFiles(files, SLOWEST)) {
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${project}  ${file}\n`);
}
if (process.argv.includes("--times")) {
  writeFileSync(join(ROOT, "scripts/test/times.json"), `${JSON.stringify(toTimes(files), undefined, 2)}\n`);
}
if (unsteady.length > 0) heading("failed once, then passed");
for (const failure of unsteady) process.stdout.write(`unsteady ${failure}\n`);
if (failures.length > 0) heading("failed");
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
