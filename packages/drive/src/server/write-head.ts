/**
 * The head of an answer whose length is known, in one piece. Node's writeHead checks, joins and looks at header by header, which costs more than
 * all the rest of a small read; our names are constants, lengths are numbers, and the rest is checked here once. It sends what writeHead would
 * (write-head.test.ts), and leaves to it whatever is out of the ordinary. `_header` is what Node itself keeps the finished head in.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { httpDate } from "./http-clock.ts";

type Headers = Readonly<Record<string, string>>;

/** Node's own, which its types leave out. */
type Inner = { _header?: string | null; readonly _keepAliveTimeout?: number; readonly _maxRequestsPerSocket?: number };

/** What Node adds by itself, or concludes something from. */
const NODES_OWN = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding", "trailer"]);
const NOT_IN_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

export function writeHead(request: IncomingMessage, response: ServerResponse, status: number, headers: Headers): void {
  const head = isOrdinary(request, response, status) ? joinHead(response, status, headers) : undefined;
  if (head === undefined) {
    response.writeHead(status, headers);
    return;
  }
  response.statusCode = status;
  (response as Inner)._header = head;
}

function isOrdinary(request: IncomingMessage, response: ServerResponse, status: number): boolean {
  const { _header, _keepAliveTimeout = 0, _maxRequestsPerSocket } = response as Inner;
  const isKept = response.shouldKeepAlive && _keepAliveTimeout > 0 && !_maxRequestsPerSocket;
  return isKept && _header === null && response.sendDate && status >= 200 && status !== 204 && status !== 304 && request.method !== "HEAD";
}

/** Undefined when Node has to look at a header. */
function joinHead(response: ServerResponse, status: number, headers: Headers): string | undefined {
  const lines = linesOf(headers);
  const before = linesBefore(response, headers);
  const length = headers["content-length"];
  if (lines === undefined || before === undefined || length === undefined) return undefined;
  const seconds = Math.floor(((response as Inner)._keepAliveTimeout ?? 0) / 1000);
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  const last = `Date: ${httpDate()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`;
  return `${first}${before}${lines}content-length: ${length}\r\n${last}`;
}

type Known = { readonly headers: Headers; readonly lines: string };

const KNOWN_MAX = 100;
const knownByType = new Map<string, Known>();

/** All but the length. Answers of one type mostly differ in nothing else, so the last of each type is kept. */
function linesOf(headers: Headers): string | undefined {
  const type = headers["content-type"] ?? "";
  const known = knownByType.get(type);
  if (known !== undefined && isAlike(headers, known.headers) && isAlike(known.headers, headers)) return known.lines;
  const lines = joinLines(headers);
  if (knownByType.size >= KNOWN_MAX) knownByType.clear();
  if (lines !== undefined) knownByType.set(type, { headers, lines });
  return lines;
}

function isAlike(left: Headers, right: Headers): boolean {
  for (const name in left) if (left[name] !== right[name] && name !== "content-length") return false;
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
