/** `npm run bench [-- --quick]`: the benchmarks, in a process of their own. */
import { launch } from "./launch.mjs";

await launch("bench/main.ts");
