/** A small Google on a socket of its own: the sandbox with two users to choose from, and a product server configured for it. */
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { createSandbox, type Sandbox } from "@satchel/drive/sandbox/create-sandbox.ts";
import { createMemorySandboxStore } from "@satchel/drive/sandbox/memory-sandbox-store.ts";
import { listen } from "@satchel/drive/server/http/node-http.ts";
import { createMemoryBlobStore } from "@satchel/drive/storage/memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "@satchel/drive/storage/memory/memory-metadata-store.ts";
import { startServer, type TestServer } from "./server.ts";

export type DriveOwner = "ada" | "grace";
export type ListedFile = {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly trashed: boolean;
  readonly appProperties?: Readonly<Record<string, string>>;
};

export type Google = {
  readonly server: TestServer;
  readonly control: NonNullable<Sandbox["control"]>;
  /** Ids of the untrashed notes in this user's drive; a repeated id means a duplicate. */
  notesOf(user: DriveOwner): Promise<readonly string[]>;
  files(user: DriveOwner): Promise<readonly ListedFile[]>;
  /** Trashes the app's folder, as its owner can in the drive's own interface. */
  trashAppFolder(user: DriveOwner): Promise<void>;
  /** Withdraws the permission, as its owner can on the drive's own pages. */
  revoke(token: string): Promise<void>;
  close(): Promise<void>;
};

const CLIENT = { clientId: "e2e.apps.googleusercontent.com", clientSecret: "e2e-secret" };
const STATIC = { "look-as-ada": "ada", "look-as-grace": "grace" } as const;

export async function startGoogle(): Promise<Google> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const sandbox = createSandbox({
    drive: { metadata: createMemoryMetadataStore(), blobs: createMemoryBlobStore(), secret: "e2e" },
    store: createMemorySandboxStore(),
    clients: [{ ...CLIENT, redirectUris: [`${origin}/auth/google/callback`] }],
    clock: { now: () => Date.now() },
    randomBytes: (count) => randomBytes(count),
    users: [
      { id: "ada", email: "ada@gmail.example", name: "Ada" },
      { id: "grace", email: "grace@gmail.example", name: "Grace" },
    ],
    staticTokens: STATIC,
    control: {},
  });
  if (sandbox.control === undefined) throw new Error("the sandbox has no control");
  const { control } = sandbox;
  const { url, close } = await listen(sandbox.handle, { port: 0 });
  const server = await startServer({
    PORT: String(port),
    SATCHEL_DRIVE: "google",
    SATCHEL_PUBLIC_URL: origin,
    GOOGLE_CLIENT_ID: CLIENT.clientId,
    GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
    GOOGLE_AUTHORIZE_URL: `${url}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_REVOKE_URL: `${url}/revoke`,
    GOOGLE_USERINFO_URL: `${url}/v1/userinfo`,
    GOOGLE_API_BASE: `${url}/drive/v3`,
    GOOGLE_UPLOAD_BASE: `${url}/upload/drive/v3`,
    GOOGLE_BATCH_BASE: `${url}/batch/drive/v3`,
  });
  const files = async (user: DriveOwner): Promise<readonly ListedFile[]> => {
    const query = new URLSearchParams({ pageSize: "1000", fields: "files(id,name,mimeType,trashed,appProperties)" });
    const answer = await fetch(`${url}/drive/v3/files?${query}`, { headers: { authorization: `Bearer look-as-${user}` } });
    return ((await answer.json()) as { files: ListedFile[] }).files;
  };
  return {
    server,
    control,
    files,
    async notesOf(user) {
      const all = await files(user);
      return all.flatMap(({ trashed, appProperties }) =>
        !trashed && appProperties?.k === "note" ? (appProperties.e ?? appProperties.n ?? []) : [],
      );
    },
    async trashAppFolder(user) {
      const app = (await files(user)).find(({ trashed, appProperties }) => !trashed && appProperties?.k === "app");
      const answer = await fetch(`${url}/drive/v3/files/${app?.id}`, {
        method: "PATCH",
        headers: { authorization: `Bearer look-as-${user}`, "content-type": "application/json" },
        body: JSON.stringify({ trashed: true }),
      });
      if (!answer.ok) throw new Error(`trash: ${answer.status}`);
    },
    async revoke(token) {
      const answer = await fetch(`${url}/revoke`, { method: "POST", body: new URLSearchParams({ token }) });
      if (!answer.ok) throw new Error(`revoke: ${answer.status}`);
    },
    async close() {
      await server.close();
      await close();
    },
  };
}

/** Returns an unused port. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
