/**
 * Notesnook's core with its own full-text search, in a process of its own: takes the corpus as JSON lines and the questions as arguments,
 * answers with one JSON line of medians. `node notesnook.mjs <folder with its packages> <notes> <question>…`
 */

import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder = "", ...questions] = process.argv.slice(2);
const load = createRequire(pathToFileURL(join(folder, "x.js")));
globalThis.DOMParser = load("linkedom").DOMParser;
const { Database, initialize } = load("@notesnook/core");
const { SqliteDialect } = load("@streetwriters/kysely");
const Sqlite = load("better-sqlite3-multiple-ciphers");

const RUNS = 11;
const scratch = mkdtempSync(join(tmpdir(), "bench-notesnook-"));

/** What it asks of its surroundings, in memory; nothing here is encrypted or sent. */
class Storage {
  kept = new Map();
  read = async (key) => this.kept.get(key);
  readMulti = async (keys) => keys.map((key) => [key, this.kept.get(key)]);
  write = async (key, value) => void this.kept.set(key, value);
  writeMulti = async (entries) => {
    for (const [key, value] of entries) this.kept.set(key, value);
  };
  remove = async (key) => void this.kept.delete(key);
  removeMulti = async (keys) => {
    for (const key of keys) this.kept.delete(key);
  };
  clear = async () => this.kept.clear();
  getAllKeys = async () => [...this.kept.keys()];
  hash = async (text) => text;
  getCryptoKey = async () => undefined;
  deriveCryptoKey = async () => undefined;
  generateCryptoKey = async (password, salt) => ({ password, salt });
}

const files = {
  exists: async () => true,
  bulkExists: async () => [],
  clearFileStorage: async () => undefined,
  deleteFile: async () => true,
};
const same = { compress: async (text) => text, decompress: async (text) => text };

function dialect() {
  const database = Sqlite(join(scratch, "notes.db")).unsafeMode(true);
  load("sqlite-better-trigram").load(database);
  load("sqlite3-fts5-html").load(database);
  return new SqliteDialect({ database });
}

try {
  await initialize({ dialect: () => new SqliteDialect({ database: Sqlite(":memory:") }) }, true);
  const database = new Database();
  const sqliteOptions = { dialect, journalMode: "WAL", synchronous: "normal" };
  database.setup({ storage: new Storage(), eventsource: class {}, fs: files, compressor: same, sqliteOptions, batchSize: 500 });
  await database.init();
  for await (const line of createInterface({ input: process.stdin })) {
    const { title, html } = JSON.parse(line);
    await database.notes.add({ title, content: { type: "tiptap", data: html } });
  }
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
