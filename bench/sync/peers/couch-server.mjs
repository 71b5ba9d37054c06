/** A server with CouchDB's replication protocol, for PouchDB and RxDB: `node couch-server.mjs <modules> <folder>` prints its port. */
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const load = createRequire(join(modules, "package.json"));
const PouchDB = load("pouchdb").defaults({ prefix: `${folder}/` });
const app = load("express")();
const paths = { logPath: join(folder, "log.txt"), configPath: join(folder, "config.json") };
app.use(load("express-pouchdb")(PouchDB, { mode: "minimumForPouchDB", ...paths }));
const listening = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listening.address().port}`));
