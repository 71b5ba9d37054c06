/** `npm run bench [-- --quick]` runs the benchmarks in a separate process. */
import { launch } from "./launch.mjs";

await launch("bench/main.ts");
