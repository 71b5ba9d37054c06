/**
 * An answer whose body is in memory: head and body in one piece, given to the socket at once. Node's writeHead checks, joins and looks at header by
 * header, and its end writes head, body and end each for itself, which costs more than all the rest of a small read; our names are constants,
 * lengths are numbers, and the rest is checked here once. What goes out is what Node would send (write-answer.test.ts), and whatever is out of
 * the ordinary is left to Node. `_header` and `_headerSent` are where Node itself keeps the finished head and that it is gone.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { httpDate } from "./http-clock.ts";
import { lengthOf, type WholeAnswer, type WholeBody, withLength } from "./responses.ts";

type Headers = WholeAnswer["headers"];

/** Node's own, which its types leave out. */
type Inner = {
  _header?: string | null;
  _headerSent?: boolean;
  readonly _keepAliveTimeout?: number;
  readonly _maxRequestsPerSocket?: number;
};

/** What Node adds by itself, or concludes something from. */
const NODES_OWN = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding", "trailer"]);
/** Beyond ASCII Node writes one and the same head in two ways, after what kind of body follows. */
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

/** Where all answers are put together. It belongs to the next one again as soon as the socket has taken everything, which it mostly does at once. */
let buffer = Buffer.allocUnsafeSlow(AT_ONCE_BYTES);

/** False when nothing was written: too much, no plain socket, an earlier answer's turn, or a reader who is behind. */
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

/** Undefined when Node has to look at a header. */
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

/** All but the length. Answers of one type mostly differ in nothing else, so the last of each type is kept. */
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

/** What was set on the answer before it came here, and checked then. */
function linesBefore(response: ServerResponse, headers: Headers): string | undefined {
  if (response.getHeaderNames().length === 0) return "";
  const own = Object.entries(response.getHeaders()).filter(([name]) => !(name in headers));
  return own.some(([name, value]) => NODES_OWN.has(name) || Array.isArray(value))
    ? undefined
    : own.map(([name, value]) => `${name}: ${String(value)}\r\n`).join("");
}
