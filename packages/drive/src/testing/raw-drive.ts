/** Sends raw requests to a test drive, for tests that inspect statuses, bodies and headers. */
import { EVERY_FILE } from "../query/query.ts";
import { countMetadata } from "../records/file-record.ts";
import type { DriveFile } from "../wire/resources.ts";
import { createTestDrive, type TestDrive, type TestDriveOptions } from "./create-test-drive.ts";

export type RawAnswer<Json = Record<string, unknown>> = {
  readonly status: number;
  readonly text: string;
  readonly json: Json;
  readonly headers: Headers;
};

export type RawOptions = {
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null omits the Authorization header. */
  readonly token?: string | null;
};

export type RawDrive = TestDrive & {
  call<Json = Record<string, unknown>>(method: string, path: string, options?: RawOptions): Promise<RawAnswer<Json>>;
  /** Creates a file with one multipart request and returns it with every field. */
  make(metadata: Readonly<Record<string, unknown>>, content?: string | Uint8Array): Promise<DriveFile & { readonly id: string }>;
  folder(name: string, parent?: string): Promise<string>;
  newId(): Promise<string>;
  /** Bytes that count against the quota, without those of files' metadata. */
  contentBytes(): Promise<number>;
};

/** Bytes that a file from `make({})` counts besides its content. */
export const UNTITLED_BYTES = countMetadata({
  name: "Untitled",
  description: undefined,
  originalFilename: "Untitled",
  appProperties: {},
  properties: {},
});

const FILES = "/drive/v3/files";

export function createRawDrive(options: TestDriveOptions = {}): RawDrive {
  const drive = createTestDrive(options);
  const call = async <Json>(method: string, path: string, request: RawOptions = {}): Promise<RawAnswer<Json>> => {
    const response = await drive.fetch(toAddress(drive.origin, path, request.query), toInit(drive, method, request));
    const text = await response.text();
    return { status: response.status, text, json: parse(text) as Json, headers: response.headers };
  };
  const make = async (metadata: Readonly<Record<string, unknown>>, content: string | Uint8Array = "") => {
    const answer = await call<DriveFile & { readonly id: string }>("POST", `/upload${FILES}`, {
      query: { uploadType: "multipart", fields: "*" },
      ...toMultipart(metadata, content),
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json;
  };
  return {
    ...drive,
    call,
    make,
    folder: async (name, parent = "root") => {
      const json = { name, mimeType: "application/vnd.google-apps.folder", parents: [parent] };
      return String((await call<DriveFile>("POST", FILES, { json })).json.id);
    },
    contentBytes: async () => {
      const request = { query: EVERY_FILE, space: "drive", order: [], limit: 1000, after: undefined } as const;
      const { files } = await drive.metadata.list("ada", request);
      const { bytes } = await drive.metadata.usage("ada");
      return files.reduce((left, file) => left - countMetadata(file), bytes);
    },
    newId: async () =>
      (await call<{ readonly ids: readonly string[] }>("GET", `${FILES}/generateIds`, { query: { count: "1" } })).json.ids[0] ?? "",
  };
}

function toAddress(origin: string, path: string, query: Readonly<Record<string, string>> | undefined): string {
  const base = path.startsWith("http") ? path : origin + path;
  return query === undefined ? base : `${base}${base.includes("?") ? "&" : "?"}${new URLSearchParams(query)}`;
}

function toInit(drive: TestDrive, method: string, { json, body, headers, token }: RawOptions): RequestInit {
  const content = json === undefined ? body : JSON.stringify(json);
  return {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token ?? drive.tokenOf()}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
  };
}

export function toMultipart(
  metadata: unknown,
  content: string | Uint8Array,
  contentType = "text/plain",
): Pick<RawOptions, "body" | "headers"> {
  const head = `--bnd\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n--bnd\r\nContent-Type: ${contentType}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from("\r\n--bnd--\r\n")]);
  return { body, headers: { "content-type": "multipart/related; boundary=bnd" } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export type ErrorBody = {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly status?: string;
    readonly errors: readonly Readonly<Record<string, string>>[];
  };
};

/** Status, reason and location of an error, for short expectations. */
export function reasonOf(answer: RawAnswer<unknown>): string {
  const detail = (answer.json as Partial<ErrorBody>).error?.errors[0];
  return `${answer.status} ${detail?.reason}${detail?.location === undefined ? "" : ` ${detail.location}`}`;
}
