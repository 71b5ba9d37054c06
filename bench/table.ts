/**
 * `npm run bench:table -- <files>` combines the output of benchmark runs into one table for the README. If a figure was measured twice, the
 * later one counts.
 */
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
