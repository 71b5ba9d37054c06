/**
 * Sends 10,000 malformed requests. Every response is well-formed, none is a 500 or reveals paths or stack traces, and memory does not grow.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SCOPES } from "../server/context/scopes.ts";
import { createDriveServer, type DriveServer } from "../server/create-drive-server.ts";
import type { DriveResponse } from "../server/http/drive-request.ts";
import { readUpTo } from "../server/http/request-body.ts";
import { openFolderBlobStore } from "../storage/folder-blob-store.ts";
import type { MetadataStore } from "../storage/metadata-store.ts";
import { openSqliteMetadataStore } from "../storage/sqlite/sqlite-metadata-store.ts";
import { type PlainRequest, toDriveRequest, validRequests } from "../testing/requests.ts";
import { createTestRandom, toRandomBytes } from "../testing/test-random.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const REQUESTS = 10_000;
const MEGABYTE = 1024 * 1024;
const TOKEN = "fuzz-token";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("10,000 mutations of valid requests", () => {
  let folder: string;
  let metadata: MetadataStore;
  let server: DriveServer;
  const reported: unknown[] = [];
  const random = createTestRandom(20_260_718);
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "drive-fuzz-"));
    metadata = openSqliteMetadataStore(":memory:");
    const user = { displayName: "Ada", emailAddress: "ada@sandbox.example", permissionId: "1" };
    const identity = { accountId: "ada", scopes: [SCOPES.file, SCOPES.appData], user };
    server = createDriveServer({
      metadata,
      blobs: await openFolderBlobStore(path.join(folder, "blobs")),
      authenticate: async (bearer) => (bearer === TOKEN ? { kind: "user", identity } : { kind: "unknown-token" }),
      quotaOf: async () => 100 * MEGABYTE,
      clock: { now: () => 1_800_000_000_000 },
      randomBytes: toRandomBytes(random),
      secret: "fuzz",
      limits: { uploadSessionsPerAccount: 5 },
      report: (error) => void reported.push(error),
    });
  });
  afterAll(async () => {
    await metadata.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (request: PlainRequest) => {
    const response = await server.handle(toDriveRequest(request));
    return { response, text: await toText(response) };
  };
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

  /** Creates the files that the requests refer to. They are recreated now and then, because mutated requests move and delete them. */
  const freshRequests = async () => {
    const [create, upload] = ["POST /drive/v3/files", "POST /upload/drive/v3/files"] as const;
    const plain = (what: string, query: string, body: string): PlainRequest => {
      const [method = "", where = ""] = what.split(" ");
      return { method, path: where, query, headers: { authorization: `Bearer ${TOKEN}` }, body: Buffer.from(body) };
    };
    const made = async (what: string, query: string, body: string) =>
      JSON.parse((await ask(plain(what, query, body))).text) as Readonly<Record<string, string>>;
    const file = await made(upload, "uploadType=media&fields=id,headRevisionId", "content");
    const other = await made(upload, "uploadType=media&fields=id", "other");
    const parent = await made(create, "", '{"mimeType":"application/vnd.google-apps.folder"}');
    const session = (await ask(plain(upload, "uploadType=resumable", "{}"))).response.headers.location ?? "";
    return validRequests(TOKEN, {
      FILE2: other.id ?? "",
      FILE: file.id ?? "",
      REVISION: file.headRevisionId ?? "",
      FOLDER: parent.id ?? "",
      SESSION: session.slice(-64),
    });
  };

  const mutateText = (text: string): string => {
    const at = Math.floor(random() * (text.length + 1));
    const junk = pick([
      "",
      "\0",
      "'",
      '"',
      "\\",
      "%",
      "%00",
      "%ZZ",
      "é",
      "\u{1F600}",
      "\ud800",
      "..",
      "/",
      "//",
      "(",
      ")",
      ",",
      "&",
      "=",
      "-1",
      "999999999999999999999",
      "null",
      "true",
      "{}",
      "[]",
      "__proto__",
      "\r\n",
      ";",
      " ",
      "*",
    ]);
    return pick([
      text.slice(0, at),
      text.slice(at),
      text.slice(0, at) + junk + text.slice(at),
      text.slice(0, at) + junk + text.slice(at + 1),
      text + text,
      junk,
      text.toUpperCase(),
    ]);
  };
  const mutateBytes = (bytes: Uint8Array): Uint8Array => {
    const copy = Buffer.from(bytes);
    for (let flips = Math.ceil(random() * 3); flips > 0 && copy.length > 0; flips -= 1)
      copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
    return pick<Uint8Array>([
      copy,
      bytes.slice(0, Math.floor(random() * bytes.length)),
      Buffer.from(mutateText(Buffer.from(bytes).toString())),
      Buffer.concat([bytes, bytes]),
    ]);
  };
  const mutateHeaders = (headers: PlainRequest["headers"]): PlainRequest["headers"] => {
    const entries = Object.entries(headers);
    const [name, value] = pick([...entries, ["x-none", ""] as [string, string]]);
    const others = Object.fromEntries(entries.filter(([other]) => other !== name));
    return pick([
      others,
      { ...headers, [name]: mutateText(value) },
      {
        ...headers,
        [pick(["range", "content-range", "if-match", "content-length", "x-upload-content-length"])]: mutateText("bytes 0-9/10"),
      },
    ]);
  };
  const mutate = (request: PlainRequest): PlainRequest =>
    pick<() => PlainRequest>([
      () => ({ ...request, method: pick(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "TRACE", "get", ""]) }),
      () => ({ ...request, path: mutateText(request.path) }),
      () => ({ ...request, query: mutateText(request.query) }),
      () => ({
        ...request,
        query: request.query
          .split("&")
          .map((part) => (random() < 0.5 ? mutateText(part) : part))
          .join("&"),
      }),
      () => ({ ...request, headers: mutateHeaders(request.headers) }),
      () => ({ ...request, body: mutateBytes(request.body) }),
      () => ({ ...request, body: mutateBytes(request.body) }),
    ])();

  it("gets a well-formed response to each mutation", async () => {
    const seen: Record<number, number> = {};
    let requests = await freshRequests();
    let heapAfterWarmUp = 0;
    for (let index = 0; index < REQUESTS; index += 1) {
      if (index % 50 === 0) requests = await freshRequests();
      if (index === REQUESTS / 5) heapAfterWarmUp = heapInUse();
      let request = pick(requests);
      for (let times = Math.ceil(random() * 2); times > 0; times -= 1) request = mutate(request);
      const { response, text } = await ask(request);
      seen[response.status] = (seen[response.status] ?? 0) + 1;
      checkAnswer(request, response, text);
    }

    expect(reported).toEqual([]);
    expect(
      Object.keys(seen)
        .map(Number)
        .filter((status) => status >= 500),
    ).toEqual([]);
    expect((seen[200] ?? 0) > 500 && (seen[400] ?? 0) > 500 && (seen[404] ?? 0) > 500).toBe(true);
    expect((heapInUse() - heapAfterWarmUp) / MEGABYTE).toBeLessThan(16);
  });

  const checkAnswer = (request: PlainRequest, response: DriveResponse, text: string) => {
    const about = `${request.method} ${request.path}?${request.query} ${JSON.stringify(request.headers)} ${Buffer.from(request.body).toString()}`;
    if (response.status >= 500 && response.status !== 503) throw new Error(`${response.status} to ${about}`);
    const isBody = request.query.includes("alt=media") || response.headers["content-type"]?.startsWith("multipart/") === true;
    for (const secret of isBody ? [] : [folder, "node:internal", "    at ", ".ts:", "SQLITE", "ENOENT"]) {
      if (text.includes(secret)) throw new Error(`"${secret}" in the answer to ${about}: ${text}`);
    }
    for (const value of Object.values(response.headers))
      if (/[\r\n\0]/.test(value)) throw new Error(`a broken header in the answer to ${about}`);
    // A response to HEAD has no body to check.
    if (response.status >= 400 && response.status !== 499 && request.method !== "HEAD") {
      const { error } = JSON.parse(text) as {
        readonly error: { readonly code: number; readonly message: string; readonly errors: readonly { readonly reason: string }[] };
      };
      if (error.code !== response.status || !error.message || !error.errors[0]?.reason)
        throw new Error(`a misshapen error to ${about}: ${text}`);
    }
  };
});

function heapInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function toText({ body }: DriveResponse): Promise<string> {
  if (body === undefined || typeof body === "string") return body ?? "";
  return Buffer.from(body instanceof Uint8Array ? body : ((await readUpTo(body, MEGABYTE)) ?? [])).toString();
}
