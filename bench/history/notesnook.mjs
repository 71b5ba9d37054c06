/**
 * Notesnook's core with its own history of notes: `node notesnook.mjs <folder with its packages>` reads the versions of a note per line,
 * saves each in a separate session, and prints the bytes that it stores. It keeps at most 100 sessions per note.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadNotesnook } from "../src/notesnook-core.mjs";

const [folder = ""] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "bench-notesnook-"));

try {
  const open = await loadNotesnook(folder);
  const database = await open(join(scratch, "notes.db"));
  let saved = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    let id;
    for (const { title, html } of JSON.parse(line)) {
      saved += 1;
      id = await database.notes.add({ id, title, sessionId: String(saved), content: { type: "tiptap", data: html } });
    }
  }
  const rows = await database.sql().selectFrom("sessioncontent").selectAll().execute();
  if (rows.length === 0) throw new Error("Notesnook kept no session");
  const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0);
  process.stdout.write(`${JSON.stringify({ bytes, revisions: rows.length })}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
