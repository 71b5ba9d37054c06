/** `backup FOLDER [--keep N]`: a dated copy of the databases, the secret and the blobs, beside a running server. docs/runbook.md. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { BlobStore } from "@satchel/drive/storage/blob-store.ts";
import { openFolderBlobStore } from "@satchel/drive/storage/folder-blob-store.ts";
import { openS3BlobStore } from "@satchel/drive/storage/s3/s3-blob-store.ts";
import type { Config } from "../../config/config.ts";
import { dataFolderAt } from "../../config/data-folder.ts";
import { StartProblem } from "../../config/start-problem.ts";
import type { Report } from "../report.ts";
import { type BlobEntry, FILES, isWhole, nameAt, openBackupBlobs, rotate, toText } from "./backup-folder.ts";
import { copySqlite, dumpPostgres, writeSecret } from "./database-copy.ts";

const DEFAULT_KEPT = 14;
const USE = "Use: backup FOLDER [--keep how many, 14 if not given]";

export async function backup(config: Config, args: readonly string[], now: number): Promise<Report> {
  const { folder, keep } = parse(args);
  const name = nameAt(now);
  const place = join(folder, `${name}.partial`);
  await removePartial(folder);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const data = dataFolderAt(config.dataDir);
  const entries = config.databaseUrl === undefined ? await copySqlite(data, place) : await dumpPostgres(config.databaseUrl, place);
  const isSecretKept = await keepSecret(config, place);
  const blobs = await openBackupBlobs(folder);
  const { kept, copied, gone } = await copyBlobs(await openServerBlobs(config), blobs, entries);
  await writeFile(join(place, FILES.blobs), toText(kept));
  await rename(place, join(folder, name));
  const removed = await rotate(folder, keep);
  const lines = [
    `${join(folder, name)}: ${kept.length} stored files, ${kept.reduce((sum, { bytes }) => sum + bytes, 0)} bytes, ${copied} of them new`,
    ...(gone === 0 ? [] : [`${gone} stored files are missing. npm run verify names them.`]),
    ...(isSecretKept
      ? []
      : ["SATCHEL_SECRET is NOT in this backup: keep it with your other secrets. Without it every drive has to be connected again."]),
    ...removed.map((old) => `removed ${old}`),
  ];
  return { lines, isFailure: gone > 0 };
}

/** Removes what interrupted backups left. */
async function removePartial(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(".partial"))) await rm(join(folder, name), { recursive: true });
}

function parse(args: readonly string[]): { readonly folder: string; readonly keep: number } {
  const [folder, flag, count = String(DEFAULT_KEPT), ...others] = args;
  const isGood = (flag === undefined || flag === "--keep") && /^[1-9]\d{0,3}$/.test(count) && others.length === 0;
  if (folder === undefined || folder.startsWith("--") || !isGood) throw new StartProblem(USE);
  return { folder: resolve(folder), keep: Number(count) };
}

/** Returns false if the secret is not in the data folder. */
async function keepSecret({ secret, dataDir }: Config, place: string): Promise<boolean> {
  const file = join(dataDir, FILES.secret);
  if (secret !== undefined || !existsSync(file)) return false;
  await writeSecret(place, await readFile(file, "utf8"));
  return true;
}

export async function openServerBlobs({ s3, dataDir }: Config): Promise<BlobStore> {
  return s3 === undefined ? await openFolderBlobStore(join(dataFolderAt(dataDir).managed, "blobs")) : openS3BlobStore(s3);
}

type Copied = { readonly kept: readonly BlobEntry[]; readonly copied: number; readonly gone: number };

/** Copies those that are not there already. Each is read back, so that a backup never claims a blob that it lacks. */
export async function copyBlobs(from: BlobStore, to: BlobStore, entries: readonly BlobEntry[]): Promise<Copied> {
  const kept: BlobEntry[] = [];
  let copied = 0;
  for (const entry of entries) {
    if (!(await isWhole(to, entry))) {
      const read = await from.read(entry.key, { start: 0, end: entry.bytes - 1 });
      if (read === undefined) continue;
      const outcome = await to.put(entry.key, toChunks(read));
      if (outcome.kind === "disk-full") throw new StartProblem("The disk is full, so there is no complete copy.");
      if (!(await isWhole(to, entry))) continue;
      copied += 1;
    }
    kept.push(entry);
  }
  return { kept, copied, gone: entries.length - kept.length };
}

async function* toChunks(read: Uint8Array | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (read instanceof Uint8Array) yield read;
  else yield* read;
}
