/** Accesses the drive like its owner: files by folder, their bytes, and foreign changes. */

export type DriveFile = {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly parents: readonly string[];
  readonly trashed: boolean;
  readonly appProperties?: Readonly<Record<string, string>>;
};

const FIELDS = "nextPageToken,files(id,name,mimeType,parents,trashed,appProperties)";

export type DriveView = {
  files(): Promise<readonly DriveFile[]>;
  /** Untrashed files in the app's subfolder of that name: `notes`, `soft-delete` … */
  filesIn(folder: string): Promise<readonly DriveFile[]>;
  read(fileId: string): Promise<Buffer>;
  /** Moves a file to the trash, as the user can in the drive's own pages. */
  trash(fileId: string): Promise<void>;
  /** Deletes a file permanently. */
  erase(fileId: string): Promise<void>;
  /** Replaces a file's bytes, like damage or tampering. */
  overwrite(fileId: string, bytes: string): Promise<void>;
  /** Adds a file of another program to the app's subfolder of that name. */
  put(folder: string, name: string, bytes: string): Promise<void>;
  /** Adds a pack beside the app's subfolders. */
  putPack(packId: string, bytes: Uint8Array): Promise<void>;
  /** Makes a second file equal to the first, as two devices may create it. */
  copy(fileId: string): Promise<void>;
};

export function openDriveView(origin: string, token: () => string): DriveView {
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${origin}/sandbox${path}`, { ...init, headers: { authorization: `Bearer ${token()}`, ...init.headers } });
    if (!answer.ok) throw new Error(`${init.method ?? "GET"} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const files = async () => {
    const found: DriveFile[] = [];
    let pageToken: string | undefined;
    do {
      const query = new URLSearchParams({ fields: FIELDS, pageSize: "1000", ...(pageToken === undefined ? {} : { pageToken }) });
      const page = (await (await call(`/drive/v3/files?${query}`)).json()) as { files: DriveFile[]; nextPageToken?: string };
      found.push(...page.files);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    return found;
  };
  const json = { "content-type": "application/json" };
  const overwrite = async (fileId: string, body: string | Buffer<ArrayBuffer>) => {
    const headers = { "content-type": "application/octet-stream" };
    await call(`/upload/drive/v3/files/${fileId}?uploadType=media`, { method: "PATCH", body, headers });
  };
  const create = async (metadata: object, bytes: string | Buffer<ArrayBuffer>) => {
    const made = await call("/drive/v3/files", { method: "POST", body: JSON.stringify(metadata), headers: json });
    await overwrite(((await made.json()) as DriveFile).id, bytes);
  };
  const read = async (fileId: string) => Buffer.from(await (await call(`/drive/v3/files/${fileId}?alt=media`)).arrayBuffer());
  return {
    files,
    async filesIn(folder) {
      const all = await files();
      const ids = all.filter(({ name, mimeType }) => name === folder && mimeType.endsWith(".folder")).map(({ id }) => id);
      return all.filter(({ parents, trashed }) => !trashed && parents?.some((parent) => ids.includes(parent)));
    },
    read,
    async trash(fileId) {
      await call(`/drive/v3/files/${fileId}`, { method: "PATCH", body: JSON.stringify({ trashed: true }), headers: json });
    },
    async erase(fileId) {
      await call(`/drive/v3/files/${fileId}`, { method: "DELETE" });
    },
    overwrite,
    async put(folder, name, bytes) {
      const parent = (await files()).find((file) => file.name === folder && file.mimeType.endsWith(".folder") && !file.trashed);
      await create({ name, mimeType: "application/json", parents: [parent?.id] }, bytes);
    },
    async putPack(packId, bytes) {
      const notes = (await files()).find((file) => file.name === "notes" && file.mimeType.endsWith(".folder") && !file.trashed);
      const appProperties = { k: packId.split("-")[0], n: packId };
      await create({ name: `${packId}.bin`, parents: notes?.parents, appProperties }, Buffer.from(bytes));
    },
    async copy(fileId) {
      const found = (await files()).find(({ id }) => id === fileId);
      await create({ ...found, id: undefined }, await read(fileId));
    },
  };
}
