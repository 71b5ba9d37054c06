/**
 * `npm run trial -- --pairs N [--seed S] [--from K] [--channel]`: two real browsers edit the same notes. Faults are reported as they are found, each with what is
 * needed to run it again; `--channel` lets them learn of each other's saves at once; the last line is JSON, and a fault makes a bad end.
 */
import { setup } from "../setup.ts";
import { runTrial } from "./run-trial.ts";

function numberOf(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return otherwise;
  const value = Number(process.argv[at + 1]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1 on`);
  return value;
}

setup();
const result = await runTrial({
  pairs: numberOf("pairs", 20),
  seed: numberOf("seed", 1),
  from: numberOf("from", 1),
  withChannel: process.argv.includes("--channel"),
  log: (line) => process.stdout.write(`${line}\n`),
});
const { complaints, ...counts } = result;
for (const complaint of complaints) process.stdout.write(`a page complained: ${complaint}\n`);
process.stdout.write(`${JSON.stringify(counts)}\n`);
const isClean = counts.lost + counts.diverged + counts.stale + counts.doubled + complaints.length === 0;
process.exitCode = isClean ? 0 : 1;
