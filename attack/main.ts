/**
 * `npm run attack [-- NN …]` carries out all or the named attacks of attack/lines against servers it starts: three in parallel, then those
 * that measure time one by one. `--untimed` and `--timed` carry out the former or the latter alone, `--jobs N` another number in parallel.
 *
 * A script is `attack/lines/NN-name.ts` (NN as in the table of attack/lines/README.md) and exports `attack: Attack` (attack/attack.ts): `{ line, title, run(context) }`.
 * `run` performs the attack (HTTP against the server and the drive, the client's own code in Node, or a real browser) and returns
 * `closed("what was seen")` or `open("what was seen")`. `context.startServer()` starts the built server, `context.openDevice()` a browser;
 * both end automatically. User actions are in e2e/harness/user.ts, the owner's view of the drive in e2e/harness/stored/drive-view.ts.
 *
 * Prints one line per attack: its verdict, number, title and observation; then `N closed, N open, N missing`. An attack that throws or does
 * not end in time counts as open. An attack that measures time, or broke off, is open only after three such results. Exits with 0 only if
 * none is open and every line has its script.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { openDevice } from "../e2e/harness/device.ts";
import { startServer } from "../e2e/harness/servers/server.ts";
import { type Attack, type AttackContext, type Outcome, open } from "./attack.ts";

const LIMIT_MS = 240_000;
/** Attacks mostly wait instead of computing, so several can run at once. */
const BESIDE_EACH_OTHER = 3;
const TRIES = 3;
const FOLDER = join(import.meta.dirname, "lines");

const { values: asked, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { untimed: { type: "boolean" }, timed: { type: "boolean" }, jobs: { type: "string", default: String(BESIDE_EACH_OTHER) } },
});
const files = new Map(
  readdirSync(FOLDER).flatMap((name) => (/^\d\d-.+\.ts$/.test(name) ? [[Number(name.slice(0, 2)), name] as const] : [])),
);
const counts = { closed: 0, open: 0, missing: 0 };

const attacks: Attack[] = [];
for (const line of linesOf(readFileSync(join(FOLDER, "README.md"), "utf8"))) {
  if (wanted.length > 0 && !wanted.map(Number).includes(line)) continue;
  const name = files.get(line);
  if (name === undefined) {
    if (asked.timed !== true) report("missing", line, "no script");
    continue;
  }
  const { attack } = (await import(pathToFileURL(join(FOLDER, name)).href)) as { readonly attack: Attack };
  if (attack.line !== line) throw new Error(`${name} calls itself line ${attack.line}`);
  attacks.push(attack);
}
const timed = attacks.filter(({ measuresTime }) => measuresTime === true);
const untimed = attacks.filter(({ measuresTime }) => measuresTime !== true);
if (asked.timed !== true) await performAll(untimed, Number(asked.jobs));
if (asked.untimed !== true) await performAll(timed, 1);
console.log(`${counts.closed} closed, ${counts.open} open, ${counts.missing} missing`);
// Exits explicitly, because an attack may have left a page or a socket open.
process.exit(counts.open + counts.missing === 0 ? 0 : 1);

function linesOf(readme: string): readonly number[] {
  return [...readme.matchAll(/^\| (\d\d) \|/gm)].map(([, line]) => Number(line));
}

function report(verdict: keyof typeof counts, line: number, text: string): void {
  counts[verdict] += 1;
  console.log(`${verdict.padEnd(7)} ${String(line).padStart(2, "0")} ${text}`);
}

/** Performs `count` attacks at a time and reports each when it ends. */
async function performAll(attacks: readonly Attack[], count: number): Promise<void> {
  const waiting = [...attacks];
  const performNext = async (): Promise<void> => {
    for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) {
      const { verdict, seen } = await performAgain(attack);
      report(verdict, attack.line, `${attack.title}: ${seen}`);
    }
  };
  await Promise.all(Array.from({ length: count }, performNext));
}

/** A long time caused by other load does not repeat three times, but a real vulnerability does. A browser may also crash once. */
async function performAgain(attack: Attack): Promise<Outcome> {
  let outcome = await perform(attack);
  for (let again = 1; again < TRIES && outcome.verdict === "open" && (attack.measuresTime || outcome.isBrokenOff); again += 1) {
    console.log(`once more, since ${String(attack.line).padStart(2, "0")} was open: ${outcome.seen}`);
    outcome = await perform(attack);
  }
  return outcome;
}

async function perform(attack: Attack): Promise<Outcome> {
  const ends: (() => Promise<void> | void)[] = [];
  const defer = (end: () => Promise<void> | void) => void ends.push(end);
  try {
    return await inTime(attack.run(createContext(defer)));
  } catch (error) {
    const seen = `the attack broke off: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`;
    return { ...open(seen), isBrokenOff: true };
  } finally {
    for (const end of ends.reverse()) await Promise.resolve(end()).catch((error: unknown) => console.error(error));
  }
}

function createContext(defer: AttackContext["defer"]): AttackContext {
  return {
    defer,
    async startServer(env) {
      const server = await startServer(env);
      defer(() => server.close());
      return server;
    },
    async openDevice(options) {
      const device = await openDevice(options);
      defer(() => device.close());
      // The compiler of these scripts wraps named functions in this helper, including those sent to a page.
      await device.context.addInitScript("globalThis.__name ??= (named) => named;");
      return device;
    },
  };
}

async function inTime(running: Promise<Outcome>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(open(`did not end within ${LIMIT_MS / 1000} s`)), LIMIT_MS);
  });
  try {
    return await Promise.race([running, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
