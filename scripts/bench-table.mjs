/** `npm run bench:table -- <files>`: printed lines of the bench as a table. */
import { launch } from "./launch.mjs";

await launch("bench/table.ts");
