/** Connects a handler to Node's http server. Thin: it does no routing, and no parsing beyond splitting the URL. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { type DriveHandler, type DriveRequest, type DriveResponse, RequestAborted } from "./drive-request.ts";
import { isWhole } from "./responses.ts";
import { writeAnswer } from "./write-answer.ts";

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** `basePath` is removed from the path and added to Location URLs. Paths outside it are passed unchanged. */
export function toNodeListener(handle: DriveHandler, options: { readonly basePath?: string } = {}): NodeListener {
  const basePath = options.basePath ?? "";
  return (request, response) => {
    const body = hasBody(request) ? readBody(request) : undefined;
    handle(toDriveRequest(request, basePath, body)).then(
      (answer) => {
        send(request, response, answer);
        if (body !== undefined && !request.complete) void drain(request, body);
      },
      // Handlers convert every failure to a response. An exception here is a broken invariant, and the state of the connection is unknown.
      () => response.destroy(),
    );
  };
}

export type Listening = { readonly url: string; readonly port: number; close(): Promise<void> };

export async function listen(handle: DriveHandler, options: { readonly port: number; readonly host?: string }): Promise<Listening> {
  const host = options.host ?? "127.0.0.1";
  const server = createServer({ keepAliveTimeout: 60_000 }, toNodeListener(handle));
  // A slow upload of a large file is fine as long as bytes keep arriving.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toDriveRequest(request: IncomingMessage, basePath: string, body: DriveRequest["body"]): DriveRequest {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  // The `in` operator would search the socket's whole prototype chain.
  const isSecure = (request.socket as Partial<TLSSocket>).encrypted === true;
  return {
    method: request.method ?? "GET",
    path: basePath !== "" && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path,
    query: mark === -1 ? "" : url.slice(mark + 1),
    headers: request.headers as Readonly<Record<string, string | undefined>>,
    body,
    origin: `${isSecure ? "https" : "http"}://${request.headers.host ?? "localhost"}${basePath}`,
  };
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers["transfer-encoding"] !== undefined || (request.headers["content-length"] ?? "0") !== "0";
}

async function* readBody(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array;
  } catch {
    throw new RequestAborted();
  }
  if (!request.complete) throw new RequestAborted();
}

/**
 * An error response leaves the rest of the body unread. The rest is read and dropped; otherwise the sender never gets to read the response.
 */
async function drain(request: IncomingMessage, body: AsyncGenerator<Uint8Array>): Promise<void> {
  await body.return(undefined);
  request.resume();
}

function send(request: IncomingMessage, response: ServerResponse, answer: DriveResponse): void {
  if (answer.dropped === true) {
    request.socket.destroy();
    return;
  }
  const { status, headers, body } = answer;
  if (isWhole(body)) {
    writeAnswer(request, response, { status, headers, body });
    return;
  }
  response.writeHead(status, headers);
  void stream(response, body);
}

/** Waits for a slow client. A client that disconnects ends the source. */
async function stream(response: ServerResponse, source: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of source) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await drained(response);
    }
    response.end();
  } catch {
    response.destroy();
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
