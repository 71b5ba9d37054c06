/**
 * `npm run trial -- --pairs N [--seed S] [--from K] [--channel]`: two real browsers edit the same notes. Faults are printed as they are
 * found, with what is needed to repeat them. `--channel` reports saves to the other device at once. The last line is JSON, and any fault
 * makes the exit code non-zero.
 * `npm run trial -- --typing KEYSTROKES [--seed S] [--automatic]`: three tabs on two devices type in one note. With
 * `--automatic`, pauses, keys and other windows save it, and the second device is interrupted as typing/interruptions.ts says.
 * `npm run trial -- --first-keys RUNS`: keys that are typed before the code of their field has loaded, at twelve paces.
 * `npm run trial -- --copies N [--rounds R] [--seed S]`: a browser profile and copies of it edit the same notes.
 * `npm run trial -- --acts N [--seed S] [--only NAME,…]`: three browsers edit while one of them signs out, changes the password, restores a
 * backup and the like (acts/run-acts.ts). Odd seeds have managed storage from sign-up.
 */
import { setup } from "../setup.ts";
import { runActs } from "./acts/run-acts.ts";
import { runFirstKeys } from "./first-keys/run-first-keys.ts";
import { runCopies } from "./run-copies.ts";
import { runTrial } from "./run-trial.ts";
import { runTyping } from "./typing/run-typing.ts";

function numberOf(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return otherwise;
  const value = Number(process.argv[at + 1]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1 on`);
  return value;
}

function namesOf(name: string): readonly string[] {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? [] : (process.argv[at + 1] ?? "").split(",");
}

const log = (line: string): void => void process.stdout.write(`${line}\n`);

function runChosen() {
  if (process.argv.includes("--first-keys")) return runFirstKeys({ runs: numberOf("first-keys", 200), log });
  if (process.argv.includes("--typing"))
    return runTyping({ strokes: numberOf("typing", 5000), seed, log, isAutomatic: process.argv.includes("--automatic") });
  if (process.argv.includes("--acts")) return runActs({ acts: numberOf("acts", 9), seed, only: namesOf("only"), log });
  if (process.argv.includes("--copies")) return runCopies({ copies: numberOf("copies", 3), rounds: numberOf("rounds", 4), seed, log });
  return runTrial({ pairs: numberOf("pairs", 20), seed, from: numberOf("from", 1), withChannel: process.argv.includes("--channel"), log });
}

setup();
const seed = numberOf("seed", 1);
const result = await runChosen();
const { complaints, ...counts } = result;
for (const complaint of complaints) log(`a page complained: ${complaint}`);
log(JSON.stringify(counts));
const {
  lost = 0,
  stale = 0,
  diverged = 0,
  doubled = 0,
  moved = 0,
  shifted = 0,
  empty = 0,
  sameNames = 0,
} = { ...counts } as Partial<Record<string, number>>;
const isClean = lost + stale + diverged + doubled + moved + shifted + empty + sameNames + complaints.length === 0;
process.exitCode = isClean ? 0 : 1;
