/** `npm run bench:table -- <files>`: what runs of the bench have printed, as one table for the README; of a figure that was measured twice, the later. */
import { readFileSync } from "node:fs";
import { describeRun, type Figure, parseLine, toMarkdown } from "./src/figure.ts";

const figures = new Map<string, Figure>();
for (const file of process.argv.slice(2)) {
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const figure = parseLine(line);
    if (figure !== undefined) figures.set(`${figure.area} ${figure.name}`, figure);
  }
}
process.stdout.write(`${describeRun(new Date())}\n\n${toMarkdown([...figures.values()])}\n`);
