/** Runs a batch of seeds in a separate process: prints a line for each bad seed, and the totals as the last line. */
import { parseArgs } from "node:util";
import { runSeed } from "./run.ts";
import { playScenario } from "./scenarios/scenarios.ts";
import { addUp } from "./sum.ts";

const FAILURE_CHARS = 400;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1" },
    from: { type: "string", default: "1" },
    trace: { type: "string" },
    scenario: { type: "string" },
    untilBad: { type: "boolean" },
    disks: { type: "string", default: "memory" },
    with: { type: "string", default: "" },
    without: { type: "string", default: "" },
  },
});

const flags = (names: string, isEnabled: boolean) => names.split(",").flatMap((name) => (name === "" ? [] : [[name, isEnabled] as const]));
const troubles = Object.fromEntries([...flags(values.without, false), ...flags(values.with, true)]);
const disks = values.disks === "indexed-db" ? "indexed-db" : "memory";

if (values.trace !== undefined) {
  const result = await runSeed({ seed: Number(values.trace), disks, troubles, trace: (line) => console.log(line) });
  console.log(JSON.stringify(result, null, 2));
  process.exit(result.failures.length === 0 ? 0 : 1);
}

if (values.scenario !== undefined) {
  const failures = await playScenario(values.scenario);
  console.log(JSON.stringify({ failures }));
  process.exit(failures.length === 0 ? 0 : 1);
}

const sum = await addUp(Number(values.from), Number(values.seeds), {
  disks,
  troubles,
  untilBad: values.untilBad === true,
  onResult: ({ seed, failures }) => {
    if (failures.length > 0) console.log(`seed ${seed}: ${failures.join("; ").slice(0, FAILURE_CHARS)}`);
  },
});
console.log(JSON.stringify(sum));
