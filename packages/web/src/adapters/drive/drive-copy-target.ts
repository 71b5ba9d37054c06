/** The `CopyTarget` port over the Drive client: one library's files, copied byte by byte. drive-layout.md. */
import { identityByName } from "@satchel/core/library/index/observe.ts";
import { isPrimaryPack } from "@satchel/core/model/drive/primary-pack.ts";
import { DRIVE_LAYOUT, MOVE, SYNC } from "@satchel/core/model/limits/limits.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { CopyTarget, FileWriting, PlacedFile, WrittenFile } from "@satchel/core/ports/remote/copy-target.ts";
import type { ClientProblem, DriveClient } from "@satchel/drive/client/drive-client.ts";
import type { DriveFile } from "@satchel/drive/wire/resources.ts";
import { type AppFolders, findLibrary, makeLibrary, toArrivalMarks, toLeavingMarks } from "./app-folder.ts";
import { mapAnswer, toRemoteProblem } from "./drive-access.ts";
import { fromProperties, isOtherKind, isOverwrittenUnread, packIdOf, toPackProperties } from "./file-properties.ts";

const FIELDS = "nextPageToken,files(id,name,mimeType,parents,md5Checksum,size,appProperties)";
const WRITTEN = "id,md5Checksum";

export type CopyTargetDeps = {
  readonly client: DriveClient;
  readonly newTargetId: () => string;
  /** Our own storage frees space at once; the user's own drive keeps deleted files in its trash. */
  readonly isOurs: boolean;
};

type AsyncResult<Value> = Promise<Result<Value, RemoteProblem>>;

export function createDriveCopyTarget(deps: CopyTargetDeps): CopyTarget {
  const { client } = deps;
  let folders: AppFolders | undefined;
  let spareIds: readonly string[] = [];

  const appFolder = (): string => {
    if (folders === undefined) throw new Error("a place was used before its library was found");
    return folders.target.folderIds.app;
  };
  const mark = async (appProperties: Readonly<Record<string, string | null>>): AsyncResult<void> =>
    mapAnswer(await client.update(appFolder(), { appProperties }, { fields: "id" }), () => undefined);
  const takeId = async (): AsyncResult<string> => {
    if (spareIds.length === 0) {
      const ids = await client.generateIds(MOVE.idPoolSize);
      if (!ids.ok) return failed(toRemoteProblem(ids.problem));
      spareIds = ids.value;
    }
    const [id, ...rest] = spareIds;
    spareIds = rest;
    return id === undefined ? failed({ kind: "rejected", status: 200, reason: "noIds" }) : ok(id);
  };
  const write = async ({ name, role, properties }: FileWriting, bytes: Uint8Array): AsyncResult<WrittenFile> => {
    const id = await takeId();
    if (!id.ok) return id;
    const parent = folders?.target.folderIds[role] ?? appFolder();
    const metadata = { id: id.value, name, parents: [parent], appProperties: properties, mimeType: DRIVE_LAYOUT.fileType };
    const written = await send(client, metadata, bytes);
    // An earlier attempt succeeded although its response was lost.
    const answer = !written.ok && written.problem.kind === "id-in-use" ? await client.get(id.value, { fields: WRITTEN }) : written;
    return mapAnswer(answer, ({ md5Checksum }) => ({ fileId: id.value, md5: md5Checksum ?? "" }));
  };

  return {
    async find(leftFor) {
      const found = await findLibrary(client, leftFor);
      if (!found.ok || found.value === undefined) return found.ok ? ok(undefined) : found;
      folders = found.value;
      return ok({ targetId: found.value.target.targetId, isNew: false });
    },

    async make(leftFor) {
      const there = await findLibrary(client, leftFor);
      if (!there.ok) return there;
      const made = await makeLibrary(deps, leftFor);
      if (!made.ok) return made;
      folders = made.value;
      return ok({ targetId: made.value.target.targetId, isNew: there.value === undefined });
    },

    async list() {
      const parents = [...(folders?.roleOf.keys() ?? []), ...(folders?.appFolderIds ?? [])].map((id) => `'${id}' in parents`);
      const placed: PlacedFile[] = [];
      let pageToken: string | undefined;
      do {
        const page = await client.list({
          q: `(${parents.join(" or ")}) and trashed = false and mimeType != '${DRIVE_LAYOUT.folderType}'`,
          fields: FIELDS,
          pageSize: SYNC.listPageSize,
          ...(pageToken === undefined ? {} : { pageToken }),
        });
        if (!page.ok) return failed(toRemoteProblem(page.problem));
        placed.push(...(page.value.files ?? []).flatMap((file) => toPlaced(file, folders)));
        pageToken = page.value.nextPageToken;
      } while (pageToken !== undefined);
      return ok(placed);
    },

    async read(fileId) {
      return mapAnswer(await client.download(fileId), (bytes) => bytes);
    },

    write,
    writePack: (packId, bytes) => write({ name: `${packId}.bin`, role: "app", properties: toPackProperties(packId) }, bytes),

    async md5Of(fileId) {
      const file = await client.get(fileId, { fields: `${WRITTEN},trashed` });
      if (!file.ok && file.problem.kind === "not-found") return ok(undefined);
      return mapAnswer(file, ({ md5Checksum, trashed }) => (trashed === true ? undefined : md5Checksum));
    },

    async freeBytes() {
      const about = await client.about({ fields: "storageQuota" });
      return mapAnswer(about, ({ storageQuota }) =>
        storageQuota?.limit === undefined ? undefined : Number(storageQuota.limit) - Number(storageQuota.usage ?? 0),
      );
    },

    arrive: (from) => mark(toArrivalMarks(from)),
    leave: (to) => mark(toLeavingMarks(to)),

    async discard() {
      const done = deps.isOurs ? await client.delete(appFolder()) : await client.update(appFolder(), { trashed: true }, { fields: "id" });
      return mapAnswer<unknown, void>(done, () => undefined);
    },
  };
}

type Metadata = Parameters<DriveClient["create"]>[0];

/** Uses a multipart upload up to the size that every drive accepts in one piece, and chunks above it. */
function send(client: DriveClient, metadata: Metadata, bytes: Uint8Array): Promise<Result<DriveFile, ClientProblem>> {
  const contentType = DRIVE_LAYOUT.fileType;
  if (bytes.length <= MOVE.onePieceMaxBytes) return client.create(metadata, { content: bytes, contentType, fields: WRITTEN });
  return client.upload({ kind: "create", metadata }, bytes, { contentType, fields: WRITTEN });
}

/** Files without a checksum are not ours: a drive stores one for every file that has bytes. */
function toPlaced(file: DriveFile, folders: AppFolders | undefined): readonly PlacedFile[] {
  const { id, name = "", parents, md5Checksum: md5, size, appProperties: properties = {} } = file;
  const role = folders?.roleOf.get(parents?.[0] ?? "") ?? "app";
  if (id === undefined || md5 === undefined) return [];
  const packId = packIdOf(properties);
  const placed: PlacedFile = { fileId: id, name, role, md5, sizeBytes: Number(size ?? 0), properties };
  if (packId !== undefined) return [isPrimaryPack({ packId }) ? { ...placed, packId } : placed];
  const record = recordOf(placed);
  return [record === undefined ? placed : { ...placed, record }];
}

/**
 * Record of a note or folder. It is not complete if overwritten bytes are still to be read, the vector is longer than its properties, or
 * the file is of foreign origin.
 */
function recordOf({ name, role, md5, properties }: PlacedFile): PlacedFile["record"] {
  if (role === "app" || role === "attachments" || isOtherKind(properties)) return undefined;
  const ours = fromProperties(properties, md5);
  if (ours === undefined) {
    const known = identityByName({ name, role });
    return known === undefined ? undefined : { ...known, isWhole: false };
  }
  const isWhole = !ours.superseded && properties.part === undefined && !isOverwrittenUnread(properties, md5);
  return { id: ours.id, kind: ours.kind, isWhole };
}
