/** Notesnook's core over a database file, set up as in its desktop program; nothing is encrypted or sent. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

/** The storage interface that the core requires, in memory. */
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
const compressor = {
  compress: async (text) => gzipSync(text).toString("base64"),
  decompress: async (text) => gunzipSync(Buffer.from(text, "base64")).toString(),
};

/** `folder` contains its packages. The returned function opens one database per file name. */
export async function loadNotesnook(folder) {
  const load = createRequire(pathToFileURL(join(folder, "x.js")));
  globalThis.DOMParser = load("linkedom").DOMParser;
  const { Database, initialize } = load("@notesnook/core");
  const { SqliteDialect } = load("@streetwriters/kysely");
  const Sqlite = load("better-sqlite3-multiple-ciphers");
  await initialize({ dialect: () => new SqliteDialect({ database: Sqlite(":memory:") }) }, true);
  return async (file) => {
    const dialect = () => {
      const database = Sqlite(file).unsafeMode(true);
      load("sqlite-better-trigram").load(database);
      load("sqlite3-fts5-html").load(database);
      return new SqliteDialect({ database });
    };
    const database = new Database();
    const sqliteOptions = { dialect, journalMode: "WAL", synchronous: "normal" };
    database.setup({ storage: new Storage(), eventsource: class {}, fs: files, compressor, sqliteOptions, batchSize: 500 });
    await database.init();
    return database;
  };
}

/** Each of `lines` is JSON with a note's title and HTML. */
export async function fillNotesnook(database, lines) {
  for await (const line of lines) {
    const { title, html } = JSON.parse(line);
    await database.notes.add({ title, content: { type: "tiptap", data: html } });
  }
}
