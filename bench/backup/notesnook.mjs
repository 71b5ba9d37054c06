/**
 * Notesnook's core backs up the JSON lines it is given and restores them into an empty database, whose search index it rebuilds. Prints one
 * JSON line. `node notesnook.mjs <folder with its packages> <word of every hundredth note>`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fillNotesnook, loadNotesnook } from "../src/notesnook-core.mjs";

const [folder = "", word = ""] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "bench-notesnook-"));

async function timed(work) {
  const began = performance.now();
  return { value: await work(), ms: performance.now() - began };
}

async function exported(database) {
  const files = [];
  for await (const file of database.backup.export({ type: "node", encrypt: false, mode: "full" })) {
    if (file.type === "file" && file.path !== ".nnbackup") files.push(file.data);
  }
  return files;
}

try {
  const open = await loadNotesnook(folder);
  const full = await open(join(scratch, "full.db"));
  await fillNotesnook(full, createInterface({ input: process.stdin }));
  const backup = await timed(() => exported(full));
  const empty = await open(join(scratch, "empty.db"));
  const restore = await timed(() =>
    empty.transaction(async () => {
      for (const file of backup.value) await empty.backup.import(JSON.parse(file), {});
    }),
  );
  const index = await timed(() => empty.lookup.rebuild());
  const [notes, found] = [await empty.notes.all.count(), (await empty.lookup.notes(word).ids()).length];
  process.stdout.write(`${JSON.stringify({ backupMs: backup.ms, restoreMs: restore.ms, indexMs: index.ms, notes, found })}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
