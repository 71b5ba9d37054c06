/** `npm run bench [-- --quick]`: prints each figure as one JSON line and ends with a table. */

import { benchDrive } from "./drive/drive.ts";
import { benchTexts } from "./src/canonical-form.ts";
import { type Figure, toLine, toTable } from "./src/figure.ts";
import { benchLoginFlood } from "./src/login-flood.ts";
import { benchSealing } from "./src/sealing.ts";

const quick = process.argv.includes("--quick");
const figures: Figure[] = [];
for (const bench of [benchSealing, benchTexts, benchLoginFlood, benchDrive]) {
  for (const figure of await bench(quick)) {
    figures.push(figure);
    process.stdout.write(`${toLine(figure)}\n`);
  }
}
process.stdout.write(`\n${toTable(figures)}\n`);
