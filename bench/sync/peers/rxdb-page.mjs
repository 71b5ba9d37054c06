/**
 * Runs in a browser's page: RxDB over IndexedDB (its Dexie storage) with its CouchDB replication. `measureFirstSync` is called from
 * outside.
 */
import { createRxDatabase } from "rxdb/plugins/core";
import { replicateCouchDB } from "rxdb/plugins/replication-couchdb";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";

const text = { type: "string" };
const properties = { id: { type: "string", maxLength: 40 }, title: text, html: text, updated: { type: "number" } };
const schema = { version: 0, primaryKey: "id", type: "object", properties, required: ["id"] };

globalThis.measureFirstSync = async () => {
  const database = await createRxDatabase({ name: "bench", storage: getRxStorageDexie(), multiInstance: false });
  const { notes } = await database.addCollections({ notes: { schema } });
  const began = performance.now();
  const sizes = { pull: { batchSize: 500 }, push: { batchSize: 500 } };
  const url = `${location.origin}/notes/`;
  const replication = replicateCouchDB({ replicationIdentifier: "bench", collection: notes, url, live: false, ...sizes });
  await replication.awaitInitialReplication();
  const ms = performance.now() - began;
  await replication.cancel();
  return { ms, notes: await notes.count().exec() };
};
