/** The drive of one run: the product's own drive server in memory and in virtual time. Its fault layer adds lag. */
import { createSandbox } from "@satchel/drive/sandbox/create-sandbox.ts";
import type { FaultConfig } from "@satchel/drive/sandbox/faults/fault-config.ts";
import { createMemorySandboxStore } from "@satchel/drive/sandbox/memory-sandbox-store.ts";
import { createMemoryBlobStore } from "@satchel/drive/storage/memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "@satchel/drive/storage/memory/memory-metadata-store.ts";
import type { DriveFile, FileList, RevisionList } from "@satchel/drive/wire/resources.ts";
import { idInFile } from "./file-names.ts";
import { inProcess } from "./in-process.ts";
import type { Chance } from "./random.ts";
import type { VirtualTime } from "./virtual-time.ts";

export const ACCESS_TOKEN = "sim-access-token";
export const DRIVE_URLS = { api: "http://drive.sim/drive/v3", upload: "http://drive.sim/upload/drive/v3" } as const;

/** Request header that names the sending process. Absent on requests of users and other clients. */
export const SENT_BY = "x-sent-by";

export type SimDrive = {
  readonly fetch: typeof fetch;
  /** Writes of a process under another's name, or over a file that another created. Decision 0041. */
  trespasses(): readonly string[];
  setLag(lag: { readonly feedLagMs: number; readonly listLagMs: number }): void;
  /** A full drive accepts no new bytes. */
  setFull(isFull: boolean): void;
  /** Ids of all files ever created for a record, including trashed ones. */
  filesOf(recordId: string): Promise<readonly string[]>;
  /** Ids of the record's files that are not in the trash. */
  livingOf(recordId: string): Promise<readonly string[]>;
  /** Ids of the packs of this kind that are not in the trash. */
  packsOf(kind: string): Promise<readonly string[]>;
  setTrashed(fileId: string, isTrashed: boolean): Promise<void>;
  /** Erases the record's files, as a user can in the drive itself. */
  eraseLiving(recordId: string): Promise<void>;
  /** Empties the drive's trash, as a user can in the drive itself. */
  emptyTrash(recordId: string): Promise<void>;
  /** Restores the first revision, as a user can in the drive itself: the bytes change, the properties stay. */
  bringBackFirst(fileId: string): Promise<void>;
  /** Takes a file out of the trash and throws it away again, as a user can in the drive itself. */
  takeOutAndBack(fileId: string): Promise<void>;
  /** Throws the app's folder away or takes it out of the trash, as a user can in the drive itself. */
  setAppFolderTrashed(isTrashed: boolean): Promise<void>;
  /** How many requests so far would have changed something. */
  writes(): number;
};

export function createSimDrive(time: VirtualTime, chance: Chance): SimDrive {
  const user = { id: "sim-user", email: "sim@example.org", name: "Sim" };
  const sandbox = createSandbox({
    drive: { metadata: createMemoryMetadataStore(), blobs: createMemoryBlobStore(), secret: "sim" },
    store: createMemorySandboxStore(),
    clients: [],
    clock: time,
    randomBytes: (count) => chance.bytes(count),
    users: [user],
    staticTokens: { [ACCESS_TOKEN]: user.id },
    control: { wait: (ms) => time.wait(ms), random: () => chance.next() },
  });
  let faults: FaultConfig = {};
  const change = (some: FaultConfig): void => {
    faults = { ...faults, ...some };
    sandbox.control?.setFaults(faults);
  };
  let writes = 0;
  const watch = watchWriters();
  const plain = inProcess(
    (request) => {
      if (request.method !== "GET") writes += 1;
      return sandbox.handle(request);
    },
    (work) => time.hold(work),
  );
  const send: typeof fetch = async (input, init) => {
    const answer = await plain(input, init);
    watch.look(String(input), init, answer);
    return answer;
  };
  const ask = (path: string, method = "GET"): Promise<Response> =>
    send(`${DRIVE_URLS.api}${path}`, { method, headers: { authorization: `Bearer ${ACCESS_TOKEN}` } });
  const listed = async (recordId: string): Promise<readonly DriveFile[]> => {
    const { files = [] } = (await (await ask("/files?fields=files(id,trashed,appProperties)&pageSize=1000")).json()) as FileList;
    return files.filter((file) => idInFile(file) === recordId);
  };
  const livingOf = async (recordId: string): Promise<readonly string[]> =>
    (await listed(recordId)).flatMap(({ id, trashed }) => (trashed === true || id === undefined ? [] : [id]));
  return {
    fetch: send,
    filesOf: async (recordId) => (await listed(recordId)).flatMap(({ id }) => id ?? []),
    livingOf,
    async packsOf(kind) {
      const { files = [] } = (await (await ask("/files?fields=files(id,trashed,appProperties)&pageSize=1000")).json()) as FileList;
      return files.flatMap(({ id, trashed, appProperties }) => (appProperties?.k === kind && trashed !== true ? (id ?? []) : []));
    },
    async setTrashed(fileId, trashed) {
      const headers = { authorization: `Bearer ${ACCESS_TOKEN}`, "content-type": "application/json" };
      await send(`${DRIVE_URLS.api}/files/${fileId}`, { method: "PATCH", headers, body: JSON.stringify({ trashed }) });
    },
    async eraseLiving(recordId) {
      for (const id of await livingOf(recordId)) await ask(`/files/${id}`, "DELETE");
    },
    async emptyTrash(recordId) {
      const trashed = (await listed(recordId)).filter((file) => file.trashed === true);
      for (const { id } of trashed) await ask(`/files/${id}`, "DELETE");
    },
    async bringBackFirst(fileId) {
      const { revisions = [] } = (await (await ask(`/files/${fileId}/revisions?fields=revisions(id)`)).json()) as RevisionList;
      const bytes = await (await ask(`/files/${fileId}/revisions/${revisions[0]?.id}?alt=media`)).arrayBuffer();
      const headers = { authorization: `Bearer ${ACCESS_TOKEN}` };
      await send(`${DRIVE_URLS.upload}/files/${fileId}?uploadType=media`, { method: "PATCH", headers, body: new Uint8Array(bytes) });
    },
    async takeOutAndBack(fileId) {
      const headers = { authorization: `Bearer ${ACCESS_TOKEN}`, "content-type": "application/json" };
      for (const trashed of [false, true])
        await send(`${DRIVE_URLS.api}/files/${fileId}`, { method: "PATCH", headers, body: JSON.stringify({ trashed }) });
    },
    async setAppFolderTrashed(trashed) {
      const query = new URLSearchParams({ q: "appProperties has { key='k' and value='app' }", fields: "files(id)" });
      const { files = [] } = (await (await ask(`/files?${query}`)).json()) as FileList;
      if (files.length !== 1) throw new Error(`${files.length} app folders`);
      const headers = { authorization: `Bearer ${ACCESS_TOKEN}`, "content-type": "application/json" };
      await send(`${DRIVE_URLS.api}/files/${files[0]?.id}`, { method: "PATCH", headers, body: JSON.stringify({ trashed }) });
    },
    writes: () => writes,
    trespasses: watch.trespasses,
    setLag: change,
    setFull: (storageFull) => change({ storageFull }),
  };
}

/** Records which process writes under which name, and over whose file. */
function watchWriters() {
  const byWriter = new Map<string, string>();
  const byFile = new Map<string, string>();
  const seen = new Set<string>();
  return {
    look(url: string, init: RequestInit | undefined, { ok }: Response): void {
      const sentBy = (init?.headers as Record<string, string> | undefined)?.[SENT_BY];
      if (sentBy === undefined || !ok || !url.includes("uploadType=multipart") || !(init?.body instanceof Uint8Array)) return;
      const metadata = Buffer.from(init.body).toString("latin1");
      const writer = /"o":"([^"]+)"/.exec(metadata)?.[1];
      if (writer === undefined) return;
      const named = byWriter.get(writer) ?? sentBy;
      byWriter.set(writer, named);
      if (named !== sentBy) seen.add(`${sentBy} wrote as ${writer}, which is ${named}'s`);
      const fileId = init.method === "PATCH" ? /\/files\/([^?]+)/.exec(url)?.[1] : /"id":"([^"]+)"/.exec(metadata)?.[1];
      const made = byFile.get(fileId ?? "") ?? (init.method === "PATCH" ? "another" : sentBy);
      byFile.set(fileId ?? "", made);
      if (made !== sentBy) seen.add(`${sentBy} wrote over ${fileId}, which ${made} made`);
    },
    trespasses: (): readonly string[] => [...seen],
  };
}
