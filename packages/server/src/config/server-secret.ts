/** The server secret and the keys derived from it by label. Stored in SATCHEL_SECRET or in data/secret.key. Decision 0006. */
import { hkdfSync, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StartProblem } from "./start-problem.ts";

const FILE_NAME = "secret.key";

export const KEY_LABELS = {
  prelogin: "prelogin-salt",
  driveTokens: "drive-refresh-tokens",
  driveHandle: "drive-handle",
  managedDrive: "managed-drive",
  sandboxDrive: "sandbox-drive",
  counts: "counts",
  knownDevices: "known-devices",
} as const;

/** Derives 32 bytes; the same label always returns the same key. */
export type DeriveKey = (label: (typeof KEY_LABELS)[keyof typeof KEY_LABELS]) => Buffer;

export function loadServerSecret(dataDir: string, configured: string | undefined): DeriveKey {
  const secret = configured ?? readOrCreate(join(dataDir, FILE_NAME));
  return (label) => Buffer.from(hkdfSync("sha256", secret, "", `satchel/server/1/${label}`, 32));
}

function readOrCreate(path: string): string {
  try {
    createFile(path, randomBytes(32).toString("hex"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const text = readFileSync(path, "utf8").trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new StartProblem(`${path} is damaged. Restore it from a backup: drive connections depend on it.`);
  return text;
}

// Uses "wx" instead of a rename: if two servers start at once, exactly one creates the secret.
function createFile(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, `${text}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
