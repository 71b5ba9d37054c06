// `npm run drive -- --port P --token T [--host H] [--data DIR] [--faults FILE]` runs the sandbox drive alone. Prints one line when it is
// ready.
import { ensureAllInstalled } from "./run/install.mjs";
import { ensureRuntime } from "./run/runtime.mjs";

await ensureRuntime();
await ensureAllInstalled();
const { register } = await import("tsx/esm/api");
register();
const { runDrive } = await import("../packages/drive/src/cli/run-drive.ts");

const started = await runDrive(process.argv.slice(2));
if (!started.ok) {
  console.error(started.problem);
  process.exit(1);
}
console.log(`Sandbox drive ready at ${started.value.url}`);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => started.value.close().then(() => process.exit(0)));
}
