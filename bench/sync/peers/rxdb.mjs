/**
 * RxDB in memory with its CouchDB replication: a first pull, and then one without changes. `node rxdb.mjs <modules> <url of the database>
 * <milliseconds>` prints both.
 */
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, url, ms] = process.argv.slice(2);
const load = createRequire(join(modules, "package.json"));
const { createRxDatabase } = load("rxdb/plugins/core");
const { getRxStorageMemory } = load("rxdb/plugins/storage-memory");
const { replicateCouchDB } = load("rxdb/plugins/replication-couchdb");
const BATCH = 500;

const schema = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: {
    id: { type: "string", maxLength: 40 },
    title: { type: "string" },
    html: { type: "string" },
    updated: { type: "number" },
  },
  required: ["id"],
};
const database = await createRxDatabase({ name: `bench${process.pid}`, storage: getRxStorageMemory(), multiInstance: false });
const { notes } = await database.addCollections({ notes: { schema } });

async function pull() {
  const began = performance.now();
  const sizes = { pull: { batchSize: BATCH }, push: { batchSize: BATCH } };
  const replication = replicateCouchDB({ replicationIdentifier: "bench", collection: notes, url: `${url}/`, live: false, ...sizes });
  const failures = [];
  replication.error$.subscribe((failure) => failures.push(String(failure)));
  await replication.awaitInitialReplication();
  await replication.cancel();
  if (failures.length > 0) throw new Error(failures[0]);
  return { ms: performance.now() - began, ...(await counted()) };
}

const counted = async () => (await fetch(new URL(`/__far?ms=${ms}`, url), { method: "POST" })).json();
await counted();
const first = await pull();
const idle = await pull();
console.log(JSON.stringify({ ...first, notes: await notes.count().exec(), idle }));
process.exit(0);
