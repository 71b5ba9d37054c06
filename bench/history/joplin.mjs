/**
 * Joplin's revisions of notes, made with the functions of its revision service: `node joplin.mjs <folder with its packages>` reads the
 * versions of a note per line and prints the bytes of all its revision rows. Each revision must apply again, or the run fails.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder = ""] = process.argv.slice(2);
const { default: Revision } = createRequire(pathToFileURL(join(folder, "x.js")))("@joplin/lib/models/Revision");

const idOf = (number) => number.toString(16).padStart(32, "0");
let [bytes, notes, revisions] = [0, 0, 0];

for await (const line of createInterface({ input: process.stdin })) {
  notes += 1;
  let before = { id: "", title: "", body: "", metadata: {} };
  for (const { title, html } of JSON.parse(line)) {
    revisions += 1;
    const metadata = { id: idOf(notes), parent_id: idOf(0), markup_language: 2 };
    const row = {
      id: idOf(revisions),
      parent_id: before.id,
      item_type: 1,
      item_id: idOf(notes),
      item_updated_time: 1_704_067_200_000 + revisions,
      title_diff: Revision.createTextPatch(before.title, title),
      body_diff: Revision.createTextPatch(before.body, html),
      metadata_diff: Revision.createObjectPatch(before.metadata, metadata),
    };
    if (Revision.applyTextPatch(before.body, row.body_diff) !== html) throw new Error("a revision does not give its text back");
    bytes += Buffer.byteLength(JSON.stringify(row));
    before = { id: row.id, title, body: html, metadata };
  }
}
process.stdout.write(`${JSON.stringify({ bytes, revisions })}\n`);
process.exit(0);
