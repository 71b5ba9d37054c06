/** `npm run bench:table -- <files>` formats printed lines of the benchmarks as a table. */
import { launch } from "./run/launch.mjs";

await launch("bench/table.ts");
