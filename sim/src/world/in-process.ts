/**
 * Presents a handler as a `fetch` without streams, header objects or turns of the event loop, on which a run of the simulator would
 * otherwise spend a third of its time. An answer has only those parts of a Response that the drive's client and this folder read.
 */
import type { DriveHandler, DriveRequest, DriveResponse } from "@satchel/drive/server/http/drive-request.ts";

/** Virtual time stands still meanwhile, because reading a Blob does not take the same number of turns of the event loop in every run. */
type Hold = <Value>(work: Promise<Value>) => Promise<Value>;

/** Requests are never aborted here. A caller that stops waiting does so by itself. */
export function inProcess(handle: DriveHandler, hold: Hold): typeof fetch {
  return async (input, init = {}) => {
    const answer = await handle(toDriveRequest(String(input), init, hold));
    if (answer.dropped === true) throw new TypeError("Failed to fetch");
    return toResponse(answer.status, answer.headers, await toBytes(answer.body));
  };
}

export function toResponse(status: number, headers: Readonly<Record<string, string>>, bytes: Uint8Array | undefined): Response {
  return new PlainAnswer(status, headers, bytes) as unknown as Response;
}

class PlainAnswer {
  readonly ok: boolean;

  constructor(
    readonly status: number,
    private readonly fields: Readonly<Record<string, string>>,
    private readonly bytes: Uint8Array | undefined,
  ) {
    this.ok = status >= 200 && status < 300;
  }

  get headers(): Pick<Headers, "get"> {
    return { get: (name) => this.fields[name.toLowerCase()] ?? null };
  }

  get body(): { getReader(): Reader } | null {
    const { bytes } = this;
    return bytes === undefined ? null : { getReader: () => readOnce(bytes) };
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return Uint8Array.from(this.bytes ?? []).buffer;
  }

  async json(): Promise<unknown> {
    return JSON.parse(new TextDecoder().decode(this.bytes));
  }
}

type Reader = { read(): Promise<{ readonly done: boolean; readonly value: Uint8Array | undefined }> };

function readOnce(bytes: Uint8Array): Reader {
  let left: Uint8Array | undefined = bytes;
  return {
    read: async () => {
      const value = left;
      left = undefined;
      return { done: value === undefined, value };
    },
  };
}

function toDriveRequest(url: string, { method = "GET", headers, body }: RequestInit, hold: Hold): DriveRequest {
  const pathAt = url.indexOf("/", url.indexOf("://") + 3);
  const queryAt = url.indexOf("?", pathAt);
  return {
    method,
    path: url.slice(pathAt, queryAt === -1 ? undefined : queryAt),
    query: queryAt === -1 ? "" : url.slice(queryAt + 1),
    headers: { ...(headers as Readonly<Record<string, string>>) },
    body: body === undefined || body === null ? undefined : sendOnce(body, hold),
    origin: url.slice(0, pathAt),
  };
}

async function* sendOnce(body: BodyInit, hold: Hold): AsyncGenerator<Uint8Array> {
  if (typeof body === "string") yield new TextEncoder().encode(body);
  else if (body instanceof Uint8Array) yield body;
  else yield new Uint8Array(await hold(new Response(body).arrayBuffer()));
}

async function toBytes(body: DriveResponse["body"]): Promise<Uint8Array | undefined> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body === undefined || body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}
