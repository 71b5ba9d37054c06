/** `npm run sim -- --seeds N --from S [--trace SEED]`: many runs, one JSON line at the end, non-zero exit on any fault. */
import { parseArgs } from "node:util";
import { runSeed } from "./src/run.ts";
import { addUp } from "./src/sum.ts";

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "200" }, from: { type: "string", default: "1" }, trace: { type: "string" } },
});

if (values.trace !== undefined) {
  const result = await runSeed({ seed: Number(values.trace), trace: (line) => console.log(line) });
  console.log(JSON.stringify(result, null, 2));
  process.exit(result.faults.length === 0 ? 0 : 1);
}

const startedAt = performance.now();
const sum = await addUp(Number(values.from), Number(values.seeds), (result) => {
  if (result.faults.length > 0) console.log(`seed ${result.seed}: ${result.faults.join("; ").slice(0, 400)}`);
});
console.log(JSON.stringify({ ...sum.totals, seconds: Math.round((performance.now() - startedAt) / 100) / 10 }));
process.exit(sum.badSeeds.length === 0 ? 0 : 1);
