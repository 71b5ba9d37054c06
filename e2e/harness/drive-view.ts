/** Looks into the drive as its owner could: files by folder, their bytes, and writes that somebody else might make. */

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
  /** Live files in the app's folder of that name: `notes`, `soft-delete` … */
  filesIn(folder: string): Promise<readonly DriveFile[]>;
  read(fileId: string): Promise<Buffer>;
  /** Moves a file to the trash, as a person does in the drive's own pages. */
  trash(fileId: string): Promise<void>;
  /** Puts other bytes into a file, as damage or a meddling person would. */
  overwrite(fileId: string, bytes: string): Promise<void>;
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
  return {
    files,
    async filesIn(folder) {
      const all = await files();
      const ids = all.filter(({ name, mimeType }) => name === folder && mimeType.endsWith(".folder")).map(({ id }) => id);
      return all.filter(({ parents, trashed }) => !trashed && parents?.some((parent) => ids.includes(parent)));
    },
    read: async (fileId) => Buffer.from(await (await call(`/drive/v3/files/${fileId}?alt=media`)).arrayBuffer()),
    async trash(fileId) {
      const headers = { "content-type": "application/json" };
      await call(`/drive/v3/files/${fileId}`, { method: "PATCH", body: JSON.stringify({ trashed: true }), headers });
    },
    async overwrite(fileId, bytes) {
      const headers = { "content-type": "application/octet-stream" };
      await call(`/upload/drive/v3/files/${fileId}?uploadType=media`, { method: "PATCH", body: bytes, headers });
    },
  };
}
