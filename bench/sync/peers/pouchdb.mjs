/**
 * PouchDB on a folder of its own: a first pull, and then one without changes. `node pouchdb.mjs <modules> <url of the database>
 * <milliseconds> <folder>` prints both.
 */
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, url, ms, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const PouchDB = createRequire(join(modules, "package.json"))("pouchdb");
const local = new PouchDB(join(folder, "local"));

async function pull() {
  const began = performance.now();
  await PouchDB.replicate(url, local, { batch_size: 500, batches_limit: 10 });
  return { ms: performance.now() - began, ...(await counted()) };
}

const counted = async () => (await fetch(new URL(`/__far?ms=${ms}`, url), { method: "POST" })).json();
await counted();
const first = await pull();
const idle = await pull();
const { doc_count: notes } = await local.info();
console.log(JSON.stringify({ ...first, notes, idle }));
process.exit(0);
