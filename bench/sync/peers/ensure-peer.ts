/** Installs other programs' published packages into a cache folder when they are first measured. They are not part of the project. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PEERS = {
  couch: {
    dependencies: { rxdb: "17.6.0", rxjs: "7.8.2", pouchdb: "9.0.0", "express-pouchdb": "4.2.0", express: "4.21.2" },
    allowScripts: { leveldown: true },
  },
  joplin: { dependencies: { joplin: "3.5.1" }, allowScripts: { sqlite3: true } },
  // Only its plain JavaScript is used, so nothing has to be compiled.
  joplinRevisions: { dependencies: { joplin: "3.5.1" }, isPlain: true },
  actual: {
    dependencies: { "@actual-app/sync-server": "26.9.0", "@actual-app/api": "26.9.0" },
    allowScripts: { "better-sqlite3": true, bcrypt: true },
  },
  lighthouse: { dependencies: { lighthouse: "12.8.2" } },
  notesnook: {
    dependencies: {
      "@notesnook/core": "8.1.3",
      "@notesnook/crypto": "2.1.3",
      "better-sqlite3-multiple-ciphers": "12.11.1",
      "sqlite-better-trigram": "0.0.5",
      "sqlite3-fts5-html": "0.0.6",
      linkedom: "0.18.12",
    },
    overrides: { "@streetwriters/showdown": "3.0.9-alpha" },
    // The package's own installation patches its sources with a tool that it does not include.
    rebuild: ["better-sqlite3-multiple-ciphers"],
  },
} as const;

const INSTALL_MS = 900_000;

/** Returns the peer's folder, or undefined if it cannot be installed; it is then left out with a message. */
export function ensurePeer(name: keyof typeof PEERS): string | undefined {
  const folder = fileURLToPath(new URL(`../../../.cache/bench-peers/${name}`, import.meta.url));
  const ready = join(folder, "installed");
  if (existsSync(ready)) return folder;
  process.stderr.write(`Installing ${Object.keys(PEERS[name].dependencies).join(", ")} into ${folder} …\n`);
  mkdirSync(folder, { recursive: true });
  const { rebuild, isPlain, ...manifest } = { rebuild: [] as readonly string[], isPlain: false, ...PEERS[name] };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, ...manifest }));
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", ...(isPlain ? ["--ignore-scripts"] : [])];
  const status =
    rebuild.length === 0 ? runNpm(folder, args) : runNpm(folder, [...args, "--ignore-scripts"]) || runNpm(folder, ["rebuild", ...rebuild]);
  if (status === 0) writeFileSync(ready, "");
  else process.stderr.write(`${name} could not be installed and is left out.\n`);
  return status === 0 ? folder : undefined;
}

/** Returns the exit code; 0 means success. */
function runNpm(folder: string, args: readonly string[]): number {
  return spawnSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"], timeout: INSTALL_MS }).status ?? 1;
}
