/**
 * Notesnook's core with its own full-text search, in a separate process: reads the corpus as JSON lines and the questions as arguments, and
 * prints one JSON line of medians. `node notesnook.mjs <folder with its packages> <question>…`
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fillNotesnook, loadNotesnook } from "../src/notesnook-core.mjs";

const [folder = "", ...questions] = process.argv.slice(2);
const RUNS = 11;
const scratch = mkdtempSync(join(tmpdir(), "bench-notesnook-"));

try {
  const open = await loadNotesnook(folder);
  const database = await open(join(scratch, "notes.db"));
  await fillNotesnook(database, createInterface({ input: process.stdin }));
  const answers = [];
  for (const question of questions) {
    const times = [];
    let hits = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const began = performance.now();
      hits = (await database.lookup.notes(question).ids()).length;
      times.push(performance.now() - began);
    }
    answers.push({ question, hits, ms: times.sort((a, b) => a - b)[RUNS >> 1] });
  }
  process.stdout.write(`${JSON.stringify(answers)}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
