/** Folders of this computer by File System Access, and the stored handle of the chosen one. Port: core/ports/transfer/mirror-folders.ts. */
import { TRANSFER_ROWS, TRANSFER_VERSION } from "@satchel/core/model/storage-keys.ts";
import type { MirrorAccess, MirrorFolders, MirrorManifest } from "@satchel/core/ports/transfer/mirror-folders.ts";
import { decodeBase64 } from "@satchel/core/transfer/exchange/base64.ts";
import type { NoteFile } from "@satchel/core/transfer/exchange/transfer-note.ts";
import type { MirrorRunDeps } from "@satchel/core/transfer/mirror/mirror-run-service.ts";
import { sha256Hex } from "@satchel/crypto/digests/stream-digests.ts";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { guarded } from "../indexed-db/databases/idb-problems.ts";
import { createSystemFolder } from "./system-folder.ts";

interface MirrorSchema extends DBSchema {
  mirror: { key: string; value: unknown };
}

/** Members that TypeScript's DOM library lacks. */
type Permission = { readonly mode: "readwrite" };
export type ChosenFolder = FileSystemDirectoryHandle & {
  queryPermission(descriptor: Permission): Promise<PermissionState>;
  requestPermission(descriptor: Permission): Promise<PermissionState>;
};
type Picker = (options: { readonly mode: "readwrite"; readonly id: string }) => Promise<ChosenFolder>;

const [HANDLE, MANIFEST] = ["handle", "manifest"];
const READ_WRITE = { mode: "readwrite" } as const;

export function createMirrorFolders(databaseName: string, picker: Picker | undefined = browserPicker()): MirrorFolders {
  const withRows = async <Value>(run: (database: IDBPDatabase<MirrorSchema>) => Promise<Value>): Promise<Value> => {
    const database = await openDB<MirrorSchema>(databaseName, TRANSFER_VERSION, {
      upgrade: (made) => void made.createObjectStore(TRANSFER_ROWS),
    });
    try {
      return await run(database);
    } finally {
      database.close();
    }
  };
  const read = async (key: string | undefined): Promise<unknown> => {
    const found = await guarded(() => withRows((database) => database.get(TRANSFER_ROWS, key ?? "")));
    return found.ok ? found.value : undefined;
  };
  const accessBy = async (ask: (folder: ChosenFolder) => Promise<PermissionState>): Promise<MirrorAccess> => {
    const folder = (await read(HANDLE)) as ChosenFolder | undefined;
    if (folder === undefined) return { kind: "none" };
    const permission = await ask(folder).catch(() => "denied" as const);
    return permission === "granted"
      ? { kind: "ready", folder: createSystemFolder(folder) }
      : { kind: "needs-permission", name: folder.name };
  };
  return {
    isSupported: picker !== undefined,
    async choose() {
      // Rejects if the user cancels the picker.
      const folder = await picker?.({ mode: "readwrite", id: "satchel-mirror" }).catch(() => undefined);
      if (folder === undefined) return { kind: "none" };
      const former = (await read(HANDLE)) as ChosenFolder | undefined;
      const isSame = former !== undefined && (await former.isSameEntry(folder).catch(() => false));
      const kept = await guarded(() =>
        withRows(async (database) => {
          const transaction = database.transaction(TRANSFER_ROWS, "readwrite");
          if (!isSame) await transaction.store.delete(MANIFEST ?? "");
          await transaction.store.put(folder, HANDLE);
          await transaction.done;
        }),
      );
      return kept.ok ? { kind: "ready", folder: createSystemFolder(folder) } : { kind: "none" };
    },
    open: () => accessBy((folder) => folder.queryPermission(READ_WRITE)),
    allow: () => accessBy((folder) => folder.requestPermission(READ_WRITE)),
    async forget() {
      await guarded(() => withRows((database) => Promise.all([HANDLE, MANIFEST].map((key) => database.delete(TRANSFER_ROWS, key ?? "")))));
    },
    loadManifest: () => guarded(() => withRows(async (database) => toManifest(await database.get(TRANSFER_ROWS, MANIFEST ?? "")))),
    saveManifest: (manifest) => guarded(() => withRows(async (database) => void (await database.put(TRANSFER_ROWS, manifest, MANIFEST)))),
  };
}

/** Maps are stored without conversion. */
function toManifest(value: unknown): MirrorManifest {
  const { notes, assets } = (value ?? {}) as Partial<MirrorManifest>;
  return { notes: notes instanceof Map ? notes : new Map(), assets: assets instanceof Map ? assets : new Map() };
}

function browserPicker(): Picker | undefined {
  const { showDirectoryPicker } = globalThis as { readonly showDirectoryPicker?: Picker };
  return showDirectoryPicker === undefined ? undefined : (options) => showDirectoryPicker.call(globalThis, options);
}

/** Encodes bytes as files of a mirror. */
const encoder = new TextEncoder();

export const mirrorFiles: Pick<MirrorRunDeps, "toFile" | "decodeBase64" | "encode"> = {
  async toFile(bytes, name, mimeType): Promise<NoteFile> {
    async function* all() {
      yield bytes;
    }
    return { name, mimeType, path: name, sizeBytes: bytes.length, sha256: await sha256Hex(bytes), bytes: all };
  },
  decodeBase64: (text) => decodeBase64().write(text),
  encode: (text) => encoder.encode(text),
};
