/** `npm run bench [-- --quick]` runs the benchmarks in a separate process. */
import { launch } from "./run/launch.mjs";
import { toNodePackage } from "./run/runtime.mjs";

// Other programs' native code is compiled with the headers in this package.
await launch("bench/main.ts", { BENCH_NODE_PACKAGE: toNodePackage(process.platform, process.arch) });
