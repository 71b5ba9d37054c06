/**
 * The layout of a folder with backups: one folder for each, named by its time in UTC, and the blobs of all of them, which are written once
 * and never change. `blobs.tsv` of a backup lists the blobs that it needs: key, bytes, SHA-256.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ShortBlob } from "@satchel/drive/result.ts";
import type { BlobStore } from "@satchel/drive/storage/blob-store.ts";
import { openFolderBlobStore } from "@satchel/drive/storage/folder-blob-store.ts";

export type BlobEntry = { readonly key: string; readonly bytes: number; readonly sha256: string };

export const FILES = {
  accounts: "satchel.sqlite",
  drive: "drive.sqlite",
  dump: "satchel.dump",
  secret: "secret.key",
  blobs: "blobs.tsv",
} as const;

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const ENTRY = /^([\w-]{8,128})\t(\d{1,15})\t([0-9a-f]{64})$/;

/** Name of the backup that is made at a time in Unix milliseconds. */
export function nameAt(at: number): string {
  return new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
}

export function openBackupBlobs(folder: string): Promise<BlobStore> {
  return openFolderBlobStore(join(folder, "blobs"));
}

/** Names of the complete backups, the oldest first. One that is being made has another name. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => NAME.test(name)).sort();
}

export function toText(entries: readonly BlobEntry[]): string {
  return entries.map(({ key, bytes, sha256 }) => `${key}\t${bytes}\t${sha256}\n`).join("");
}

/** Throws if a line is not an entry. */
export async function readEntries(backup: string): Promise<readonly BlobEntry[]> {
  const text = await readFile(join(backup, FILES.blobs), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, key, bytes, sha256] = ENTRY.exec(line) ?? [];
      if (key === undefined || bytes === undefined || sha256 === undefined) throw new Error(`${backup}/${FILES.blobs} is damaged`);
      return { key, bytes: Number(bytes), sha256 };
    });
}

/** Reads every byte. False if the blob is missing, too short, or has other bytes. */
export async function isWhole(blobs: BlobStore, { key, bytes, sha256 }: BlobEntry): Promise<boolean> {
  if (bytes === 0) return true;
  const hash = createHash("sha256");
  try {
    const read = await blobs.read(key, { start: 0, end: bytes - 1 });
    if (read === undefined) return false;
    if (read instanceof Uint8Array) hash.update(read);
    else for await (const chunk of read) hash.update(chunk);
  } catch (error) {
    if (error instanceof ShortBlob) return false;
    throw error;
  }
  return hash.digest("hex") === sha256;
}

/** Keeps the newest backups and the blobs that they need. Returns the names of the removed ones. */
export async function rotate(folder: string, keep: number): Promise<readonly string[]> {
  const names = await listBackups(folder);
  const old = names.slice(0, -keep);
  if (old.length === 0) return [];
  const needed = new Set<string>();
  for (const name of names.slice(-keep)) for (const { key } of await readEntries(join(folder, name))) needed.add(key);
  for (const name of old) await rm(join(folder, name), { recursive: true });
  const blobs = await openBackupBlobs(folder);
  for await (const { key } of blobs.olderThan(Number.MAX_SAFE_INTEGER)) if (!needed.has(key)) await blobs.remove(key);
  return old;
}
