/**
 * `npm run sim -- --seeds N --from S` runs many seeds, prints one JSON line at the end, and exits with an error on any fault. `--trace
 * SEED` prints one run.
 * `--with sensitive,foreign` forces those troubles in every run, `--without hostile` forbids them. `--disks indexed-db` gives the devices
 * the browser's store.
 * `--mutant NAME` removes one rule from the code; `--mutants` tries all mutants, or those of `--only`. `--jobs N` sets the number of
 * parallel processes, `--background` gives them the lowest priority.
 */
import { spawn } from "node:child_process";
import { availableParallelism, constants, setPriority } from "node:os";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { bundleSimulator } from "./src/mutants/bundle.ts";
import { editsOf, MUTANTS, type Mutant } from "./src/mutants/mutants.ts";
import { joinSums, type Sum } from "./src/sum.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    from: { type: "string", default: "1" },
    trace: { type: "string" },
    mutant: { type: "string" },
    mutants: { type: "boolean" },
    only: { type: "string" },
    disks: { type: "string", default: "memory" },
    with: { type: "string", default: "" },
    without: { type: "string", default: "" },
    background: { type: "boolean" },
    jobs: { type: "string", default: String(availableParallelism()) },
  },
});

// Child processes inherit the priority.
if (values.background === true) setPriority(constants.priority.PRIORITY_LOW);

const DEFAULT_SEEDS = 200;
const MUTANT_SEEDS = 3000;
const BESIDE_SHARE = 5;
const BESIDE_ROUND = 60;
const MAX_BATCH = 1000;
/**
 * Runs allocate much short-lived memory, so a larger young generation is collected less often. Their code is broad and short-lived, so the
 * last tier of the compiler costs more than it saves. Both flags exist in Node 22 to 26.
 */
const NODE_FLAGS = ["--min-semi-space-size=64", "--max-semi-space-size=64", "--max-opt=2"];

if (values.mutants === true) await tryMutants();
else await runSimulator();

async function runSimulator(): Promise<void> {
  const program = await bundleSimulator(values.mutant ?? "whole", values.mutant === undefined ? [] : editsOf(values.mutant.split(",")));
  if (values.trace !== undefined) {
    process.exitCode = await runBatch(
      program,
      ["--trace", values.trace, "--disks", values.disks, "--with", values.with, "--without", values.without],
      (line) => console.log(line),
    );
    return;
  }
  const startedAt = performance.now();
  const { totals, badSeeds } = await runBatches(program, Number(values.seeds ?? DEFAULT_SEEDS));
  console.log(JSON.stringify({ ...totals, seconds: secondsSince(startedAt) }));
  process.exitCode = badSeeds.length === 0 ? 0 : 1;
}

/**
 * Distributes the seeds in batches: small enough that no process waits long for another at the end, large enough that few of them warm up.
 */
async function runBatches(program: string, seeds: number): Promise<Sum> {
  const sums: Sum[] = [];
  const size = Math.max(1, Math.min(MAX_BATCH, Math.ceil(seeds / Number(values.jobs))));
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < seeds) {
      const from = Number(values.from) + next;
      const count = Math.min(size, seeds - next);
      next += count;
      sums.push(await runOneBatch(program, { from, seeds: count }, ["--with", values.with]));
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
  return joinSums(sums);
}

async function runOneBatch(
  program: string,
  { from, seeds }: { readonly from: number; readonly seeds: number },
  more: readonly string[],
): Promise<Sum> {
  let sum: Sum | undefined;
  // Seeds of mutants were chosen before the hostile drive and the channel existed.
  const without = ["--without", values.mutants === true ? "hostile,signals" : values.without];
  await runBatch(program, ["--from", String(from), "--seeds", String(seeds), "--disks", values.disks, ...without, ...more], (line) => {
    if (line.startsWith("{")) sum = JSON.parse(line);
    else if (values.mutants !== true) console.log(line);
  });
  if (sum === undefined) throw new Error(`The batch from seed ${from} ended without a sum`);
  return sum;
}

function runBatch(program: string, args: readonly string[], onLine: (line: string) => void): Promise<number> {
  const child = spawn(process.execPath, [...NODE_FLAGS, program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  createInterface({ input: child.stdout }).on("line", onLine);
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}

type Found = { readonly isFound: boolean; readonly how: string };
type Trial = Found & { readonly name: string; readonly rule: string; readonly seconds: number };

/** Every removed rule must be noticed. The table comes last, and a missed mutant makes the exit code non-zero. */
async function tryMutants(): Promise<void> {
  const waiting = MUTANTS.filter(({ name }) => values.only === undefined || values.only.split(",").includes(name));
  const trials: Trial[] = [];
  const startedAt = performance.now();
  const worker = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const trial = await tryOne(mutant, Number(values.seeds ?? MUTANT_SEEDS));
      trials.push(trial);
      console.log(toRow(trial));
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
  const missed = trials.filter(({ isFound }) => !isFound).map(({ name }) => name);
  const inOrder = MUTANTS.flatMap(({ name }) => trials.find((trial) => trial.name === name) ?? []);
  console.log(`\n${inOrder.map(toRow).join("\n")}\n`);
  console.log(JSON.stringify({ mutants: trials.length, caught: trials.length - missed.length, missed, seconds: secondsSince(startedAt) }));
  process.exitCode = missed.length === 0 && trials.length > 0 ? 0 : 1;
}

function toRow({ name, rule, isFound, how, seconds }: Trial): string {
  return `${isFound ? "found " : "MISSED"} ${name.padEnd(26)} ${`${seconds} s`.padStart(8)}  ${how.padEnd(48)} ${rule}`;
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}

/** A mutant that no longer applies to the code counts as missed; the run continues with the others. */
async function tryOne(mutant: Mutant, seeds: number): Promise<Trial> {
  const startedAt = performance.now();
  const found = await search(mutant, seeds).catch(
    (error: Error): Found => ({ isFound: false, how: error.message.split("\n").at(-1) ?? "" }),
  );
  return { name: mutant.name, rule: mutant.rule, ...found, seconds: secondsSince(startedAt) };
}

function search(mutant: Mutant, seeds: number): Promise<Found> {
  const { masks = [], scenario, from } = mutant;
  if (scenario !== undefined) return tryScenario(mutant, scenario, masks);
  if (masks.length > 0 && from !== undefined) return trySeed(mutant, from, masks);
  return masks.length === 0 ? tryAlone(mutant, seeds) : tryBeside(mutant, masks, seeds);
}

/** The masks alone must not cause a failure. */
async function tryScenario({ name }: Mutant, scenario: string, masks: readonly string[]): Promise<Found> {
  const play = async (label: string, names: readonly string[]): Promise<boolean> =>
    (await runBatch(await bundleSimulator(label, editsOf(names)), ["--scenario", scenario], () => {})) === 0;
  const isWell = await play(`${name}-masks`, masks);
  const isFound = isWell && !(await play(name, [name, ...masks]));
  return { isFound, how: `"${scenario}"${isWell ? "" : " fails without it too"}` };
}

/** The masks alone must not cause a failure. */
async function trySeed({ name, with: troubles = "" }: Mutant, seed: number, masks: readonly string[]): Promise<Found> {
  const run = async (label: string, names: readonly string[]): Promise<boolean> =>
    (await runOneBatch(await bundleSimulator(label, editsOf(names)), { from: seed, seeds: 1 }, ["--with", troubles])).badSeeds.length === 0;
  const isWell = await run(`${name}-masks`, masks);
  const isFound = isWell && !(await run(name, [name, ...masks]));
  return { isFound, how: `seed ${seed}${isWell ? "" : " is bad without it too"}` };
}

/** Found by the first bad seed. */
async function tryAlone({ name, with: troubles = "", from = Number(values.from) }: Mutant, seeds: number): Promise<Found> {
  const program = await bundleSimulator(name, editsOf([name]));
  const { totals, badSeeds } = await runOneBatch(program, { from, seeds }, ["--untilBad", "--with", troubles]);
  return { isFound: badSeeds.length > 0, how: badSeeds.length > 0 ? `seed ${badSeeds[0]}` : `${totals.runs} runs` };
}

/** A mutant with masks is found if it causes more bad seeds than its masks alone, by three standard deviations of the difference. */
async function tryBeside({ name }: Mutant, masks: readonly string[], seeds: number): Promise<Found> {
  const [withMutant, withMasks] = [
    await bundleSimulator(name, editsOf([name, ...masks])),
    await bundleSimulator(`${name}-masks`, editsOf(masks)),
  ];
  const [count, first] = [Math.ceil(seeds / BESIDE_SHARE), Number(values.from)];
  const runs = { done: 0, bad: 0, without: 0 };
  const isFound = (): boolean => runs.bad - runs.without > 3 * Math.sqrt(runs.bad + runs.without);
  while (runs.done < count && !isFound()) {
    const round = Math.min(BESIDE_ROUND, count - runs.done);
    runs.bad += (await runOneBatch(withMutant, { from: first + runs.done, seeds: round }, [])).badSeeds.length;
    runs.without += (await runOneBatch(withMasks, { from: first + runs.done, seeds: round }, [])).badSeeds.length;
    runs.done += round;
  }
  return { isFound: isFound(), how: `${runs.bad} of ${runs.done} runs bad, ${runs.without} without ${masks.join(", ")} alone` };
}
