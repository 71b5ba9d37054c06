/**
 * A drive client whose callers see the ids of notes and folders, while the drive sees encrypted names only: in the property `e`, which takes the
 * place of `n`, and as the file's name. Files that an earlier version wrote show their ids; they are read as they are and renamed later.
 * Packs and attachments keep their names, which are random or repeat what the properties say. drive-layout.md.
 */
import type { FileNameCodec } from "@satchel/core/ports/sealing/file-name-codec.ts";
import type { ClientProblem, DriveClient, UploadTarget } from "@satchel/drive/client/drive-client.ts";
import type { Result } from "@satchel/drive/result.ts";
import type { DriveFile, FileMetadata } from "@satchel/drive/wire/resources.ts";

const HIDDEN_KINDS: ReadonlySet<string | null | undefined> = new Set(["note", "folder"]);
/** Names and ids of the last files, so that a save asks the keys' worker once. Emptied when full. */
const CACHED_NAMES = 10_000;
/** Plain names that are remembered for renaming; the next full listing finds the others. */
const MAX_PLAIN = 5_000;

type AsyncResult<Value> = Promise<Result<Value, ClientProblem>>;

export type OpaqueClient = DriveClient & {
  /** Encrypts the names of at most `limit` files that still show their ids, and returns how many it renamed. */
  readonly hideNames: (limit: number) => Promise<number>;
};

export function withOpaqueNames(client: DriveClient, codec: FileNameCodec): OpaqueClient {
  const names = new CachedNames(codec);
  const plain = new Map<string, { readonly n: string; readonly k: string }>();

  const opened = async (files: readonly DriveFile[]): AsyncResult<readonly DriveFile[]> => {
    const answer = await names.open(files.flatMap(({ appProperties: { e } = {} }) => (typeof e === "string" ? [e] : [])));
    if (!answer) return LOCKED;
    notePlain(plain, files);
    return { ok: true, value: files.map((file) => toOpened(file, answer)) };
  };
  const openedOne = async (answer: Result<DriveFile, ClientProblem>): AsyncResult<DriveFile> => {
    if (!answer.ok) return answer;
    const files = await opened([answer.value]);
    return files.ok ? { ok: true, value: files.value[0] ?? answer.value } : files;
  };
  const sealed = async (metadata: FileMetadata, isNew: boolean): AsyncResult<FileMetadata> => {
    const { n, k } = metadata.appProperties ?? {};
    if (typeof n !== "string" || !HIDDEN_KINDS.has(k)) return { ok: true, value: metadata };
    const answer = await names.seal([n]);
    if (!answer) return LOCKED;
    const name = answer.get(n);
    if (name === undefined) return { ok: true, value: metadata };
    const { n: _, ...properties } = metadata.appProperties ?? {};
    // A file of an earlier version loses its id in clear with its next write.
    const appProperties = { ...properties, e: name, ...(isNew ? {} : { n: null }) };
    return { ok: true, value: { ...metadata, name: `${name}.json`, appProperties } };
  };

  return {
    ...client,
    async create(metadata, options) {
      const given = await sealed(metadata, true);
      return given.ok ? openedOne(await client.create(given.value, options)) : given;
    },
    async update(fileId, metadata, options) {
      const given = await sealed(metadata, false);
      if (!given.ok) return given;
      const answer = await client.update(fileId, given.value, options);
      if (answer.ok && typeof given.value.appProperties?.e === "string") plain.delete(fileId);
      return openedOne(answer);
    },
    async upload(target, content, options) {
      const given = await sealed(target.metadata, target.kind === "create");
      return given.ok ? openedOne(await client.upload({ ...target, metadata: given.value } as UploadTarget, content, options)) : given;
    },
    async copy(fileId, metadata, options) {
      const given = await sealed(metadata, true);
      return given.ok ? openedOne(await client.copy(fileId, given.value, options)) : given;
    },
    get: async (fileId, options) => openedOne(await client.get(fileId, options)),
    async list(options) {
      const answer = await client.list(options);
      if (!answer.ok || answer.value.files === undefined) return answer;
      const files = await opened(answer.value.files);
      return files.ok ? { ok: true, value: { ...answer.value, files: files.value } } : files;
    },
    async changes(options) {
      const answer = await client.changes(options);
      if (!answer.ok || answer.value.changes === undefined) return answer;
      const files = await opened(answer.value.changes.flatMap(({ file }) => file ?? []));
      if (!files.ok) return files;
      const rest = [...files.value];
      const changes = answer.value.changes.map((change) =>
        change.file === undefined ? change : { ...change, file: rest.shift() as DriveFile },
      );
      return { ok: true, value: { ...answer.value, changes } };
    },
    async hideNames(limit) {
      let renamed = 0;
      for (const [fileId, appProperties] of [...plain].slice(0, limit)) {
        const given = await sealed({ appProperties }, false);
        if (!given.ok) return renamed;
        const { name, appProperties: { e = null } = {} } = given.value;
        plain.delete(fileId);
        // Nothing but the name: another device may be writing the rest at this moment.
        const answer =
          name === undefined ? undefined : await client.update(fileId, { name, appProperties: { e, n: null } }, { fields: "id" });
        if (answer?.ok === false && answer.problem.kind !== "not-found") return renamed;
        renamed += answer?.ok === true ? 1 : 0;
      }
      return renamed;
    },
  };
}

const LOCKED = { ok: false, problem: { kind: "cancelled" } } as const;

function notePlain(plain: Map<string, { readonly n: string; readonly k: string }>, files: readonly DriveFile[]): void {
  for (const { id, trashed, appProperties: { n, k, e } = {} } of files) {
    if (id === undefined) continue;
    if (e !== undefined) plain.delete(id);
    else if (n !== undefined && k !== undefined && HIDDEN_KINDS.has(k) && trashed !== true && plain.size < MAX_PLAIN)
      plain.set(id, { n, k });
  }
}

/** A page of an earlier version adds `n` again when it writes; the encrypted name counts. */
function toOpened(file: DriveFile, idByName: ReadonlyMap<string, string>): DriveFile {
  const { e, ...properties } = file.appProperties ?? {};
  const id = e === undefined ? undefined : idByName.get(e);
  if (id === undefined) return file;
  return { ...file, ...(file.name !== undefined && { name: `${id}.json` }), appProperties: { ...properties, n: id } };
}

const pair = (name: string, id: string | undefined): readonly (readonly [string, string])[] => (id === undefined ? [] : [[name, id]]);

class CachedNames {
  readonly #idByName = new Map<string, string>();
  readonly #nameById = new Map<string, string>();

  constructor(private readonly codec: FileNameCodec) {}

  /** Undefined if the vault is locked. */
  async seal(ids: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
    const missing = ids.filter((id) => !this.#nameById.has(id));
    const answer = missing.length === 0 ? undefined : await this.codec.sealNames(missing);
    if (answer?.ok === false) return undefined;
    for (const [at, id] of missing.entries()) this.#keep(id, answer?.value[at]);
    return this.#nameById;
  }

  /** Undefined if the vault is locked. */
  async open(names: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
    const missing = names.filter((name) => !this.#idByName.has(name));
    const answer = missing.length === 0 ? undefined : await this.codec.openNames(missing);
    if (answer?.ok === false) return undefined;
    const found = new Map(names.flatMap((name) => pair(name, this.#idByName.get(name))));
    for (const [at, name] of missing.entries()) {
      const id = answer?.value[at];
      if (id === undefined) continue;
      found.set(name, id);
      this.#keep(id, name);
    }
    return found;
  }

  #keep(id: string, name: string | undefined): void {
    if (name === undefined) return;
    if (this.#nameById.size >= CACHED_NAMES) {
      this.#nameById.clear();
      this.#idByName.clear();
    }
    this.#nameById.set(id, name);
    this.#idByName.set(name, id);
  }
}
