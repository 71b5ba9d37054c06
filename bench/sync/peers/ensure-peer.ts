/** Installs other programs' published packages into a cache folder when they are first measured. They are not part of the project. */
import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
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
      "better-sqlite3-multiple-ciphers": "13.0.3",
      "sqlite-better-trigram": "0.0.5",
      "sqlite3-fts5-html": "0.0.6",
      linkedom: "0.18.12",
    },
    overrides: { "@streetwriters/showdown": "3.0.9-alpha" },
    // The package's own installation patches its sources with a tool that it does not include. The native code is in the packages.
    isPlain: true,
  },
} as const;

const INSTALL_MS = 900_000;
const CACHE = fileURLToPath(new URL("../../../.cache/bench-peers", import.meta.url));

/** The folder with the installed packages, or why they cannot be installed. */
export type Installed = { readonly folder: string } | { readonly problem: string };

/**
 * Installs a peer for the Node that runs this: native code that was compiled for another one does not load. The folder's name contains the
 * version of Node's binary interface, so each Node has its own installation.
 */
export function ensurePeer(name: keyof typeof PEERS): Installed {
  const folder = join(CACHE, `${name}-${process.platform}-${process.arch}-abi${process.versions.modules}`);
  const ready = join(folder, "installed");
  if (existsSync(ready)) return { folder };
  process.stderr.write(`Installing ${Object.keys(PEERS[name].dependencies).join(", ")} into ${folder} …\n`);
  mkdirSync(folder, { recursive: true });
  const { isPlain, ...manifest } = { isPlain: false, ...PEERS[name] };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, ...manifest }));
  if (!runNpm(folder, ["install", ...(isPlain ? ["--ignore-scripts"] : toHeaderOption())])) {
    return { problem: "npm could not install its packages." };
  }
  writeFileSync(ready, "");
  return { folder };
}

/**
 * Returns npm's option for compiling with the headers of the Node that runs this. A user's npm configuration may name the headers of another
 * one. The Node in .cache has no headers, so they come from its npm package, which scripts/bench.mjs names. Without either, npm's default
 * applies.
 */
function toHeaderOption(): readonly string[] {
  const own = dirname(dirname(process.execPath));
  const version = process.versions.node;
  if (versionOfHeaders(own) === version) return [`--nodedir=${own}`];
  const packaged = process.env.BENCH_NODE_PACKAGE;
  if (packaged === undefined) return [];
  const folder = join(CACHE, `headers-${version}`);
  const headers = join(folder, "node_modules", packaged);
  if (versionOfHeaders(headers) === undefined) {
    mkdirSync(folder, { recursive: true });
    runNpm(folder, ["install", "--no-save", "--no-package-lock", "--ignore-scripts", `${packaged}@${version}`]);
  }
  return versionOfHeaders(headers) === undefined ? [] : [`--nodedir=${headers}`];
}

/** Returns undefined if the folder has no headers of Node. */
function versionOfHeaders(folder: string): string | undefined {
  const file = join(folder, "include/node/node_version.h");
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  return ["MAJOR", "MINOR", "PATCH"].map((part) => new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(text)?.[1]).join(".");
}

/** Runs npm with the Node that runs this, whatever Node is first on the PATH. */
function runNpm(folder: string, args: readonly string[]): boolean {
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter) };
  const isWindows = process.platform === "win32";
  const [command, first] = isWindows ? ["cmd", ["/c", "npm"]] : ["npm", []];
  const options: SpawnSyncOptions = { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"], timeout: INSTALL_MS };
  return spawnSync(command, [...first, ...args, "--prefix", folder, "--no-audit", "--no-fund"], options).status === 0;
}
