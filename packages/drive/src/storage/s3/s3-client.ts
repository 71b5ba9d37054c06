/**
 * Signed requests to an S3-compatible store with time-outs and safe retries, path-style. Keys come from this package and need no escaping.
 */
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { causeOf, DiskFull, ShortBlob, StoreFailure } from "../../result.ts";

export type S3Options = {
  /** URL with the scheme, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Time until a response begins, and between two chunks of its body. Tests set it. */
  readonly answerMs?: number;
};

export type S3Object = { readonly key: string; readonly modifiedAt: number };
type Part = { readonly number: number; readonly etag: string };

export type S3Client = {
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /**
   * The range is inclusive. Returns undefined if there is no such object. The chunks throw unless they hold exactly the range's bytes; none
   * is yielded beyond them.
   */
  readonly get: (key: string, start: number, end: number) => Promise<AsyncGenerator<Uint8Array> | undefined>;
  readonly remove: (key: string) => Promise<void>;
  /** Throws a `StoreFailure` at once if the bucket does not answer or lets no one in. */
  readonly check: () => Promise<void>;
  /** Ordered by key. */
  readonly list: (prefix: string) => AsyncGenerator<S3Object>;
  /** For objects too large for one request. The object does not exist before `complete`. */
  readonly startParts: (key: string) => Promise<PartsUpload>;
};

export type PartsUpload = {
  readonly add: (bytes: Uint8Array) => Promise<void>;
  readonly complete: () => Promise<void>;
  readonly abort: () => Promise<void>;
};

/** Names the host and the kind of request, but not the key, which identifies a user's file. */
function failure(method: string, url: string, cause: string): StoreFailure {
  return new StoreFailure({ host: new URL(url).host, operation: method, cause });
}

/** Time until the response begins, and between two chunks of its body. */
const ANSWER_MS = 15_000;
/** A listing names at most 1,000 keys. */
const TEXT_MAX_BYTES = 4 * 1024 * 1024;
const TRIES = 3;
const PAUSE_MS = 200;
const EMPTY = new Uint8Array();

export function createS3Client(options: S3Options): S3Client {
  const send = createSender(options);
  const root = `${options.endpoint.replace(/\/$/, "")}/${options.bucket}`;
  const at = (key: string) => `${root}/${key}`;
  return {
    put: async (key, bytes) => void (await drain(await send("PUT", at(key), { body: bytes }))),
    get: async (key, start, end) => {
      const answer = await send("GET", at(key), { headers: { range: `bytes=${start}-${end}` } });
      if (answer.status !== 404) return exactly(answer, end - start + 1);
      await drain(answer);
      return undefined;
    },
    remove: async (key) => void (await drain(await send("DELETE", at(key)))),
    check: async () => void (await drain(await send("GET", `${root}?list-type=2&max-keys=1`, { tries: 1 }))),
    list: (prefix) => listAll(send, root, prefix),
    startParts: (key) => startParts(send, at(key)),
  };
}

type Sent = { readonly body?: Uint8Array; readonly headers?: Readonly<Record<string, string>>; readonly tries?: number };
type Answer = Pick<Response, "status" | "ok" | "headers"> & {
  readonly url: string;
  /** Throws after `maxBytes`, or if the store pauses for too long. */
  readonly chunks: (maxBytes: number) => AsyncGenerator<Uint8Array>;
  readonly cancel: () => Promise<void>;
};
type Send = (method: string, url: string, sent?: Sent) => Promise<Answer>;

function createSender({ region, accessKeyId, secretAccessKey, answerMs = ANSWER_MS }: S3Options): Send {
  const signer = new AwsClient({ service: "s3", region, accessKeyId, secretAccessKey });
  return async (method, url, { body, headers = {}, tries = TRIES } = {}) => {
    const sum = createHash("sha256")
      .update(body ?? EMPTY)
      .digest("hex");
    for (let tried = 1; ; tried += 1) {
      const request = await signer.sign(url, {
        method,
        headers: { ...headers, "x-amz-content-sha256": sum },
        ...(body === undefined ? {} : { body: body as BodyInit }),
      });
      const answer = await once(request, answerMs).catch((error: unknown) => {
        if (tried >= tries) throw failure(method, url, causeOf(error));
        return undefined;
      });
      if (answer !== undefined && (!isPassing(answer.status) || tried >= tries)) return checked(answer, method, url);
      await answer?.cancel();
      await wait(PAUSE_MS * tried);
    }
  };
}

/** Follows no redirect: the bucket must not choose which address this server calls, or where it sends a blob. */
async function once(request: Request, answerMs: number): Promise<Answer> {
  const gone = new AbortController();
  const inTime = async <Value>(pending: Promise<Value>): Promise<Value> => {
    const timer = setTimeout(() => gone.abort(new DOMException("the object store did not answer in time", "TimeoutError")), answerMs);
    try {
      return await pending;
    } finally {
      clearTimeout(timer);
    }
  };
  const response = await inTime(fetch(request, { signal: gone.signal, redirect: "manual" }));
  const { status, ok, headers, body } = response;
  const chunks = async function* (maxBytes: number): AsyncGenerator<Uint8Array> {
    const reader = body?.getReader();
    try {
      for (let bytes = 0; reader !== undefined; ) {
        const { done, value } = await inTime(reader.read()).catch((error: unknown) => {
          throw failure(`${request.method} body`, request.url, causeOf(error));
        });
        if (done) return;
        bytes += value.length;
        if (bytes > maxBytes) throw new Error("the object store sent more than it was asked for");
        yield value;
      }
    } finally {
      await reader?.cancel().catch(() => undefined);
    }
  };
  return { url: request.url, status, ok, headers, chunks, cancel: async () => void (await body?.cancel().catch(() => undefined)) };
}

function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 507);
}

async function checked(answer: Answer, method: string, url: string): Promise<Answer> {
  if (answer.ok || answer.status === 404) return answer;
  await answer.cancel();
  if (answer.status === 416) throw new ShortBlob();
  throw answer.status === 507 ? new DiskFull() : failure(method, url, `HTTP ${answer.status}`);
}

/** Reads the response to the end, so that the connection can serve the next request. Returns its text. */
async function drain(answer: Answer): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.chunks(TEXT_MAX_BYTES)) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  if (answer.status === 404 && !text.includes("NoSuchKey") && text !== "") throw failure("read", answer.url, "HTTP 404");
  return text;
}

async function* exactly({ chunks }: Answer, expected: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks(expected)) {
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== expected) throw new ShortBlob();
}

/** Throws if a key does not begin with the prefix or does not follow the one before it, so that no listing repeats itself. */
async function* listAll(send: Send, root: string, prefix: string): AsyncGenerator<S3Object> {
  let last = "";
  for (let token: string | undefined = ""; token !== undefined; ) {
    const query = new URLSearchParams({ "list-type": "2", prefix, ...(token === "" ? {} : { "continuation-token": token }) });
    const xml = await drain(await send("GET", `${root}?${query}`));
    const before = last;
    for (const entry of elementsOf(xml, "Contents")) {
      const key = textOf(entry, "Key") ?? "";
      if (!key.startsWith(prefix) || key <= last) throw new Error("the object store listed a key that it was not asked for");
      last = key;
      yield { key, modifiedAt: Date.parse(textOf(entry, "LastModified") ?? "") };
    }
    token = textOf(xml, "IsTruncated") === "true" ? textOf(xml, "NextContinuationToken") : undefined;
    if (token !== undefined && last === before) throw new Error("the object store listed a page without keys");
  }
}

async function startParts(send: Send, url: string): Promise<PartsUpload> {
  const uploadId = textOf(await drain(await send("POST", `${url}?uploads=`)), "UploadId");
  if (uploadId === undefined) throw failure("POST", url, "no upload id");
  const upload = `uploadId=${encodeURIComponent(uploadId)}`;
  const parts: Part[] = [];
  return {
    add: async (bytes) => {
      const number = parts.length + 1;
      const response = await send("PUT", `${url}?partNumber=${number}&${upload}`, { body: bytes });
      await drain(response);
      parts.push({ number, etag: response.headers.get("etag") ?? "" });
    },
    complete: async () => {
      const list = parts.map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`).join("");
      const body = new TextEncoder().encode(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
      const answer = await drain(await send("POST", `${url}?${upload}`, { body }));
      // A store that fails after it has started to respond reports the error inside a 200 response.
      if (answer.includes("<Error>")) throw failure("POST", url, "an error after HTTP 200");
    },
    abort: async () => void (await drain(await send("DELETE", `${url}?${upload}`))),
  };
}

/** Contents of all elements of a name, in time linear in the text. They do not nest in what S3 sends. */
function* elementsOf(xml: string, name: string): Generator<string> {
  const [opening, closing] = [`<${name}>`, `</${name}>`];
  for (let at = xml.indexOf(opening); at !== -1; ) {
    const end = xml.indexOf(closing, at);
    if (end === -1) return;
    yield xml.slice(at + opening.length, end);
    at = xml.indexOf(opening, end);
  }
}

function textOf(xml: string, name: string): string | undefined {
  const [text] = elementsOf(xml, name);
  if (text === undefined || text.includes("<")) return undefined;
  return text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
