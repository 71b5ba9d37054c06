/** Wraps a handler as `fetch`, so that the simulator and tests run the real client against the real server without a socket. */

import { type DriveHandler, type DriveRequest, RequestAborted } from "./drive-request.ts";
import { isWhole, withLength } from "./responses.ts";

/** A dropped response rejects like a broken connection in a browser. */
export function toFetch(handle: DriveHandler): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, withDuplex(init));
    request.signal.throwIfAborted();
    const answer = handle(toDriveRequest(request));
    const response = await (request.signal.aborted ? answer : Promise.race([answer, rejectOnAbort(request.signal)]));
    if (response.dropped === true) throw new TypeError("Failed to fetch");
    const { status, body } = response;
    const headers = isWhole(body) ? withLength({ ...response, body }) : response.headers;
    const isEmpty = body === undefined || status === 204 || status === 304;
    return new Response(isEmpty ? null : toBody(body), { status, headers });
  };
}

/** Node requires `duplex` if a body is a stream; the DOM's types lack it. */
function withDuplex(init: RequestInit | undefined): RequestInit | undefined {
  const options = { ...init, duplex: "half" };
  return init === undefined ? undefined : options;
}

function toDriveRequest(request: Request): DriveRequest {
  const url = new URL(request.url);
  const body = request.body === null ? undefined : readStream(request.body, request.signal);
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: Object.fromEntries(request.headers),
    body,
    origin: url.origin,
  };
}

async function* readStream(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const next = await reader.read().catch(() => {
      throw new RequestAborted();
    });
    if (signal.aborted) throw new RequestAborted();
    if (next.done) return;
    yield next.value;
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }));
}

function toBody(body: Uint8Array | string | AsyncIterable<Uint8Array> | undefined): BodyInit | null {
  if (body === undefined || typeof body === "string") return body ?? null;
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await chunks.return?.();
    },
  });
}
