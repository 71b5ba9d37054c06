/** A batch of seeds in a process of its own: a line for each bad one, and the totals as the last line. */
import { parseArgs } from "node:util";
import { runSeed } from "./run.ts";
import { playScenario } from "./scenarios.ts";
import { addUp } from "./sum.ts";

const FAULT_CHARS = 400;

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

const drawn = (names: string, isDrawn: boolean) => names.split(",").flatMap((name) => (name === "" ? [] : [[name, isDrawn] as const]));
const troubles = Object.fromEntries([...drawn(values.without, false), ...drawn(values.with, true)]);
const disks = values.disks === "indexed-db" ? "indexed-db" : "memory";

if (values.trace !== undefined) {
  const result = await runSeed({ seed: Number(values.trace), disks, troubles, trace: (line) => console.log(line) });
  console.log(JSON.stringify(result, null, 2));
  process.exit(result.faults.length === 0 ? 0 : 1);
}

if (values.scenario !== undefined) {
  const faults = await playScenario(values.scenario);
  console.log(JSON.stringify({ faults }));
  process.exit(faults.length === 0 ? 0 : 1);
}

const sum = await addUp(Number(values.from), Number(values.seeds), {
  disks,
  troubles,
  untilBad: values.untilBad === true,
  onResult: ({ seed, faults }) => {
    if (faults.length > 0) console.log(`seed ${seed}: ${faults.join("; ").slice(0, FAULT_CHARS)}`);
  },
});
console.log(JSON.stringify(sum));
