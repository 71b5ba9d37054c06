/**
 * Signed requests to an S3-compatible store with time-outs and safe retries, path-style. Keys come from this package and need no escaping.
 */
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { DiskFull } from "../../result.ts";

export type S3Options = {
  /** URL with the scheme, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

export type S3Object = { readonly key: string; readonly modifiedAt: number };
type Part = { readonly number: number; readonly etag: string };

export type S3Client = {
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** The range is inclusive. Returns undefined if there is no such object. */
  readonly get: (key: string, start: number, end: number) => Promise<Response | undefined>;
  readonly remove: (key: string) => Promise<void>;
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

class S3Problem extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the object store answered ${status}`);
    this.status = status;
  }
}

/** Time until the response begins; a long body may take longer. */
const ANSWER_MS = 15_000;
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
      const response = await send("GET", at(key), { headers: { range: `bytes=${start}-${end}` } });
      if (response.status !== 404) return response;
      await drain(response);
      return undefined;
    },
    remove: async (key) => void (await drain(await send("DELETE", at(key)))),
    list: (prefix) => listAll(send, root, prefix),
    startParts: (key) => startParts(send, at(key)),
  };
}

type Sent = { readonly body?: Uint8Array; readonly headers?: Readonly<Record<string, string>> };
type Send = (method: string, url: string, sent?: Sent) => Promise<Response>;

function createSender({ region, accessKeyId, secretAccessKey }: S3Options): Send {
  const signer = new AwsClient({ service: "s3", region, accessKeyId, secretAccessKey });
  return async (method, url, { body, headers = {} } = {}) => {
    const sum = createHash("sha256")
      .update(body ?? EMPTY)
      .digest("hex");
    for (let tried = 1; ; tried += 1) {
      const response = await once(signer, url, {
        method,
        headers: { ...headers, "x-amz-content-sha256": sum },
        ...(body === undefined ? {} : { body: body as BodyInit }),
      }).catch((error: unknown) => {
        if (tried === TRIES) throw error;
        return undefined;
      });
      if (response !== undefined && (!isPassing(response.status) || tried === TRIES)) return checked(response);
      await response?.body?.cancel();
      await wait(PAUSE_MS * tried);
    }
  };
}

async function once(signer: AwsClient, url: string, init: RequestInit): Promise<Response> {
  const gone = new AbortController();
  const timer = setTimeout(() => gone.abort(new Error("the object store did not answer in time")), ANSWER_MS);
  try {
    return await fetch(await signer.sign(url, init), { signal: gone.signal });
  } finally {
    clearTimeout(timer);
  }
}

function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 507);
}

async function checked(response: Response): Promise<Response> {
  if (response.ok || response.status === 404) return response;
  await response.body?.cancel();
  throw response.status === 507 ? new DiskFull() : new S3Problem(response.status);
}

/** Reads the response to the end, so that the connection can serve the next request. Returns its text. */
async function drain(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status === 404 && !text.includes("NoSuchKey") && text !== "") throw new S3Problem(404);
  return text;
}

async function* listAll(send: Send, root: string, prefix: string): AsyncGenerator<S3Object> {
  for (let token: string | undefined = ""; token !== undefined; ) {
    const query = new URLSearchParams({ "list-type": "2", prefix, ...(token === "" ? {} : { "continuation-token": token }) });
    const xml = await drain(await send("GET", `${root}?${query}`));
    for (const [, entry = ""] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g))
      yield { key: textOf(entry, "Key") ?? "", modifiedAt: Date.parse(textOf(entry, "LastModified") ?? "") };
    token = textOf(xml, "IsTruncated") === "true" ? textOf(xml, "NextContinuationToken") : undefined;
  }
}

async function startParts(send: Send, url: string): Promise<PartsUpload> {
  const uploadId = textOf(await drain(await send("POST", `${url}?uploads=`)), "UploadId");
  if (uploadId === undefined) throw new S3Problem(200);
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
      if (answer.includes("<Error>")) throw new S3Problem(200);
    },
    abort: async () => void (await drain(await send("DELETE", `${url}?${upload}`))),
  };
}

function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
