/** Runs up to a hundred calls in one request, without media: downloads get a 302, uploads are rejected. drive-contract §1.14. */
import { ok, type Result } from "../result.ts";
import type { ServerLimits } from "./context/limits.ts";
import { parseParams } from "./context/params.ts";
import type { DriveHandler, DriveRequest, DriveResponse } from "./http/drive-request.ts";
import { BodyProblem, parseBoundary, parseHeaders, readParts } from "./http/multipart-reader.ts";
import { type Refusal, refusals, refused, toErrorResponse } from "./http/refusal.ts";
import { readUpTo } from "./http/request-body.ts";

const TOGETHER = 10;

type Inner = { readonly contentId: string | undefined; readonly request: DriveRequest | undefined };

/** `answer` is the server's own handler, called for each inner request. */
export async function answerBatch(
  request: DriveRequest,
  { limits, boundary, answer }: { readonly limits: ServerLimits; readonly boundary: string; readonly answer: DriveHandler },
): Promise<Result<DriveResponse, Refusal>> {
  const inner = await readInner(request, limits);
  if (!inner.ok) return inner;
  const parts: string[] = [];
  for (let at = 0; at < inner.value.length; at += TOGETHER) {
    parts.push(...(await Promise.all(inner.value.slice(at, at + TOGETHER).map((one) => answerOne(one, limits, answer)))));
  }
  const body = `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`;
  return ok({
    status: 200,
    headers: { "content-type": `multipart/mixed; boundary=${boundary}`, "cache-control": "private, no-store" },
    body,
  });
}

async function readInner(request: DriveRequest, limits: ServerLimits): Promise<Result<readonly Inner[], Refusal>> {
  const boundary = parseBoundary(request.headers["content-type"]);
  if (boundary === undefined) return refused(refusals.badRequest("Missing or unusable multipart boundary."));
  const inner: Inner[] = [];
  try {
    for await (const part of readParts(capped(request.body, limits.batchBytes), boundary)) {
      if (inner.length >= limits.batchCalls) return refused(refusals.badRequest(`A batch takes ${limits.batchCalls} calls at most.`));
      const bytes = await readUpTo(part.body, limits.jsonBytes);
      if (bytes === undefined) return refused(refusals.tooLarge());
      inner.push({ contentId: part.headers["content-id"], request: parseInner(bytes.toString(), request) });
    }
  } catch (error) {
    if (error instanceof BodyProblem) return refused(error.refusal);
    throw error;
  }
  return inner.length === 0 ? refused(refusals.badRequest("The batch holds no calls.")) : ok(inner);
}

async function* capped(source: AsyncIterable<Uint8Array> | undefined, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BodyProblem(refusals.tooLarge());
    yield chunk;
  }
}

/** Returns undefined if the text is not a request with a path. A part without a token uses the outer one. */
function parseInner(text: string, outer: DriveRequest): DriveRequest | undefined {
  const [head = "", ...rest] = text.replace(/^(?:\r?\n)+/, "").split(/\r?\n\r?\n/);
  const [line = "", ...headerLines] = head.split(/\r?\n/);
  const match = /^([A-Z]+) (\/[^\s?#]*)(?:\?([^\s#]*))?(?: HTTP\/1\.[01])?$/.exec(line.trim());
  if (match === null) return undefined;
  const body = rest.join("\r\n\r\n").replace(/\r?\n$/, "");
  const headers = parseHeaders(headerLines.join("\r\n"));
  const authorization = headers.authorization ?? outer.headers.authorization;
  return {
    method: match[1] ?? "",
    path: match[2] ?? "",
    query: match[3] ?? "",
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    body: body === "" ? undefined : one(Buffer.from(body)),
    origin: outer.origin,
  };
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function answerOne(inner: Inner, limits: ServerLimits, answer: DriveHandler): Promise<string> {
  const response = await answerInner(inner.request, limits, answer);
  const id = inner.contentId === undefined ? "" : `Content-ID: ${toResponseId(inner.contentId)}\r\n`;
  const body = await toText(response.body);
  const headers = { ...response.headers, "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `Content-Type: application/http\r\n${id}\r\nHTTP/1.1 ${response.status} ${reasonPhraseOf(response.status)}\r\n${lines.join("")}\r\n${body}`;
}

function answerInner(
  request: DriveRequest | undefined,
  limits: ServerLimits,
  answer: DriveHandler,
): Promise<DriveResponse> | DriveResponse {
  if (request === undefined) return toErrorResponse(refusals.badRequest("A part is no HTTP request with a path."));
  if (request.path.length + request.query.length + 1 > limits.batchUrlChars)
    return toErrorResponse(refusals.badRequest("The URL of a part is too long."));
  if (!request.path.startsWith("/drive/")) return toErrorResponse(refusals.noSuchMethod());
  return parseParams(request.query).get("alt") === "media" ? toRedirect(request) : answer(request);
}

function toRedirect(request: DriveRequest): DriveResponse {
  return { status: 302, headers: { location: `${request.origin}${request.path}?${request.query}` }, body: undefined };
}

/** `<x>` becomes `<response-x>`. */
function toResponseId(contentId: string): string {
  const plain = contentId.replace(/[\r\n]/g, "");
  return plain.startsWith("<") ? `<response-${plain.slice(1)}` : `response-${plain}`;
}

async function toText(body: DriveResponse["body"]): Promise<string> {
  if (body === undefined || typeof body === "string") return body ?? "";
  return Buffer.from(body instanceof Uint8Array ? body : ((await readUpTo(body, Number.POSITIVE_INFINITY)) ?? [])).toString();
}

const REASON_PHRASES: Readonly<Record<number, string>> = {
  200: "OK",
  204: "No Content",
  302: "Found",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  412: "Precondition Failed",
};

function reasonPhraseOf(status: number): string {
  return REASON_PHRASES[status] ?? "Error";
}
