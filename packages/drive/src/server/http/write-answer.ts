/**
 * Writes a response with its body in memory as one piece. Node's `writeHead` checks and joins header by header, and its `end` writes head,
 * body and end separately, which costs more than the rest of a small read. Here the names are constants, the lengths are numbers, and the
 * rest is checked once. The bytes equal Node's (write-answer.test.ts); unusual responses are left to Node. `_header` and `_headerSent` are
 * Node's own fields for the finished head and for whether it was sent.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { httpDate } from "./http-clock.ts";
import { lengthOf, type WholeAnswer, type WholeBody, withLength } from "./responses.ts";

type Headers = WholeAnswer["headers"];

/** Node's own fields, which its types omit. */
type Inner = {
  _header?: string | null;
  _headerSent?: boolean;
  readonly _keepAliveTimeout?: number;
  readonly _maxRequestsPerSocket?: number;
};

/** Headers that Node adds by itself or interprets. */
const NODES_OWN = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding", "trailer"]);
/** Node encodes characters beyond ASCII in two ways, depending on the body that follows. */
const NOT_IN_A_VALUE = /[^\t\x20-\x7e]/;

export function writeAnswer(request: IncomingMessage, response: ServerResponse, answer: WholeAnswer): void {
  const { status, headers, body } = answer;
  const bytes = lengthOf(body);
  const head = isOrdinary(request, response, status) ? joinHead(response, { status, headers, bytes }) : undefined;
  if (head === undefined) {
    response.writeHead(status, withLength(answer)).end(body);
    return;
  }
  const isGone = writeAtOnce(response.socket, { head, body, bytes });
  response.statusCode = status;
  const inner = response as Inner;
  inner._header = head;
  inner._headerSent = isGone;
  response.end(isGone ? undefined : body);
}

function isOrdinary(request: IncomingMessage, response: ServerResponse, status: number): boolean {
  const { _header, _keepAliveTimeout = 0, _maxRequestsPerSocket } = response as Inner;
  const isKept = response.shouldKeepAlive && _keepAliveTimeout > 0 && !_maxRequestsPerSocket;
  return isKept && _header === null && response.sendDate && status >= 200 && status !== 204 && status !== 304 && request.method !== "HEAD";
}

const AT_ONCE_BYTES = 20 * 1024;

/**
 * Shared buffer in which each response is assembled. The next response may use it as soon as the socket has taken everything, which is
 * usually at once.
 */
let buffer = Buffer.allocUnsafeSlow(AT_ONCE_BYTES);

/**
 * Returns false without writing if the response is too large, the socket is not a plain one, an earlier response is pending, or the client
 * is behind.
 */
function writeAtOnce(
  socket: Socket | null,
  { head, body, bytes }: { readonly head: string; readonly body: WholeBody; readonly bytes: number },
): boolean {
  if (head.length + bytes > AT_ONCE_BYTES || socket?.constructor !== Socket || !socket.writable || socket.writableLength > 0) return false;
  const at = buffer.write(head, "latin1");
  if (typeof body === "string") buffer.write(body, at);
  else if (body !== undefined) buffer.set(body, at);
  socket.write(buffer.subarray(0, at + bytes));
  if (socket.writableLength > 0) buffer = Buffer.allocUnsafeSlow(AT_ONCE_BYTES);
  return true;
}

/** Returns undefined if Node must handle a header. */
function joinHead(
  response: ServerResponse,
  { status, headers, bytes }: { readonly status: number; readonly headers: Headers; readonly bytes: number },
): string | undefined {
  const lines = linesOf(headers);
  const before = linesBefore(response, headers);
  if (lines === undefined || before === undefined) return undefined;
  const seconds = Math.floor(((response as Inner)._keepAliveTimeout ?? 0) / 1000);
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  const last = `Date: ${httpDate()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`;
  return `${first}${before}${lines}content-length: ${headers["content-length"] ?? bytes}\r\n${last}`;
}

type Known = { readonly headers: Headers; readonly lines: string };

const KNOWN_MAX = 100;
const knownByType = new Map<string, Known>();

/** Returns all header lines except the length. Responses of one type rarely differ otherwise, so the last lines of each type are cached. */
function linesOf(headers: Headers): string | undefined {
  const type = headers["content-type"] ?? "";
  const known = knownByType.get(type);
  if (known !== undefined && isAlike(headers, known.headers)) return known.lines;
  const lines = joinLines(headers);
  if (knownByType.size >= KNOWN_MAX) knownByType.clear();
  if (lines !== undefined) knownByType.set(type, { headers, lines });
  return lines;
}

function isAlike(left: Headers, right: Headers): boolean {
  return left === right || (hasAllOf(left, right) && hasAllOf(right, left));
}

function hasAllOf(some: Headers, all: Headers): boolean {
  for (const name in some) if (some[name] !== all[name] && name !== "content-length") return false;
  return true;
}

function joinLines(headers: Headers): string | undefined {
  let lines = "";
  for (const name in headers) {
    const value = headers[name] as string;
    if (NOT_IN_A_VALUE.test(value)) return undefined;
    if (name !== "content-length") lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

/** Returns the lines of headers that were set on the response earlier and checked then. */
function linesBefore(response: ServerResponse, headers: Headers): string | undefined {
  if (response.getHeaderNames().length === 0) return "";
  const own = Object.entries(response.getHeaders()).filter(([name]) => !(name in headers));
  return own.some(([name, value]) => NODES_OWN.has(name) || Array.isArray(value))
    ? undefined
    : own.map(([name, value]) => `${name}: ${String(value)}\r\n`).join("");
}
