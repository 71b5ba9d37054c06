/** `npm run drive` runs the sandbox drive alone, for other tools and tests. It listens on loopback unless `--host` says otherwise. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { failed, ok, type Result } from "../result.ts";
import { createSandbox, type SandboxOptions } from "../sandbox/create-sandbox.ts";
import { type FaultConfig, parseFaultConfig } from "../sandbox/faults/fault-config.ts";
import { createMemorySandboxStore } from "../sandbox/memory-sandbox-store.ts";
import { openSqliteSandboxStore } from "../sandbox/sqlite-sandbox-store.ts";
import { type Listening, listen } from "../server/http/node-http.ts";
import { openFolderBlobStore } from "../storage/folder-blob-store.ts";
import { createMemoryBlobStore } from "../storage/memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "../storage/memory/memory-metadata-store.ts";
import { openSqliteMetadataStore } from "../storage/sqlite/sqlite-metadata-store.ts";
import { type DriveOptions, parseDriveOptions } from "./drive-options.ts";

const USERS = [
  { id: "ada", email: "ada@sandbox.example", name: "Ada Lovelace" },
  { id: "grace", email: "grace@sandbox.example", name: "Grace Hopper" },
];
const CLIENT = { clientId: "sandbox", clientSecret: "sandbox", redirectUris: ["loopback"] };

export type RunningDrive = { readonly url: string; close(): Promise<void> };

/** On failure, `problem` is one sentence for the user at the console. */
export async function runDrive(args: readonly string[]): Promise<Result<RunningDrive, string>> {
  const options = parseDriveOptions(args);
  if (!options.ok) return options;
  const faults = await readFaults(options.value.faultsFile);
  if (!faults.ok) return faults;
  const storage = await openStorage(options.value.dataFolder);
  if (!storage.ok) return storage;
  const sandbox = createSandbox({
    drive: { ...storage.value.drive, report: (error) => console.error(error) },
    store: storage.value.store,
    clients: [CLIENT],
    clock: Date,
    randomBytes,
    users: USERS,
    staticTokens: { [options.value.token]: "ada" },
    control: { token: options.value.token, faults: faults.value },
  });
  await sandbox.sweep();
  const listening = await tryListen(() => listen(sandbox.handle, options.value), options.value);
  return listening.ok ? ok({ url: listening.value.url, close: () => closeAll(listening.value, storage.value) }) : listening;
}

async function closeAll(listening: Listening, storage: Storage): Promise<void> {
  await listening.close();
  await storage.drive.metadata.close();
  await storage.store.close();
}

async function tryListen(start: () => Promise<Listening>, { port, host }: DriveOptions): Promise<Result<Listening, string>> {
  try {
    return ok(await start());
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    return failed(isTaken ? `Port ${port} is already in use.` : `Cannot listen on ${host}:${port}: ${(error as Error).message}`);
  }
}

async function readFaults(file: string | undefined): Promise<Result<FaultConfig, string>> {
  if (file === undefined) return ok({});
  try {
    const faults = parseFaultConfig(JSON.parse(await readFile(file, "utf8")) as unknown);
    return faults.ok ? faults : failed(`${file}: ${faults.problem}`);
  } catch (error) {
    return failed(`Cannot read ${file}: ${(error as Error).message}`);
  }
}

type Storage = Pick<SandboxOptions, "drive" | "store">;

async function openStorage(folder: string | undefined): Promise<Result<Storage, string>> {
  if (folder === undefined) return ok(openMemory());
  try {
    return ok(await openFolder(folder));
  } catch (error) {
    return failed(`Cannot keep data in ${folder}: ${(error as Error).message}`);
  }
}

function openMemory(): Storage {
  const drive = { metadata: createMemoryMetadataStore(), blobs: createMemoryBlobStore(), secret: randomBytes(32).toString("hex") };
  return { drive, store: createMemorySandboxStore() };
}

async function openFolder(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true });
  const secret = await readOrMakeSecret(path.join(folder, "drive.secret"));
  const drive = {
    metadata: openSqliteMetadataStore(path.join(folder, "drive.sqlite")),
    blobs: await openFolderBlobStore(path.join(folder, "blobs")),
    secret,
  };
  return { drive, store: openSqliteSandboxStore(path.join(folder, "sandbox.sqlite")) };
}

async function readOrMakeSecret(file: string): Promise<string> {
  try {
    await writeFile(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFile(file, "utf8");
}
