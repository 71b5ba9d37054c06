/** Reads multipart bodies as a stream, leniently. A body without its closing boundary is an error. drive-contract §1.7. */
import { type Refusal, refusals } from "./refusal.ts";

export type Part = { readonly headers: Readonly<Record<string, string>>; readonly body: AsyncIterable<Uint8Array> };

/** Thrown for a malformed body; the caller that reads the body converts it to the refusal. */
export class BodyProblem extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.detail.message);
    this.refusal = refusal;
  }
}

const HEADERS_MAX_BYTES = 16 * 1024;
const LF = 0x0a;
const CR = 0x0d;

/** Returns undefined if the content type is not multipart or names no usable boundary. */
export function parseBoundary(contentType: string | undefined): string | undefined {
  const match = /^multipart\/(?:related|mixed|form-data)\s*;.*?\bboundary=(?:"([^"\r\n]{1,200})"|([^\s;,"]{1,200}))/i.exec(
    contentType ?? "",
  );
  return match?.[1] ?? match?.[2];
}

/** Each part's body must be read before the next part is requested. */
export async function* readParts(source: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const input = new Input(source, Buffer.from(`\n--${boundary}`));
  await input.skipToBoundary();
  while (await input.opensPart()) {
    const headers = parseHeaders(await input.readHeaders());
    const body = input.readBody();
    yield { headers, body: isBase64(headers) ? decodeBase64(body) : body };
    await input.skipRest(body);
  }
}

function isBase64(headers: Readonly<Record<string, string>>): boolean {
  return headers["content-transfer-encoding"]?.toLowerCase() === "base64";
}

class Input {
  // The leading line break makes a boundary at the very start look like all others.
  private held: Buffer = Buffer.from("\n");
  private readonly chunks: AsyncIterator<Uint8Array>;
  private readonly delimiter: Buffer;

  constructor(source: AsyncIterable<Uint8Array>, delimiter: Buffer) {
    this.chunks = source[Symbol.asyncIterator]();
    this.delimiter = delimiter;
  }

  async skipToBoundary(): Promise<void> {
    for await (const _ of this.readBody()) {
      // Text before the first boundary is ignored.
    }
  }

  /** Reads what follows a boundary: a line break opens a part, two dashes end the body. */
  async opensPart(): Promise<boolean> {
    const end = await this.indexOf(Buffer.from("\n"), 200);
    if (this.held.subarray(0, 2).toString() === "--") return false;
    if (end === -1 || this.held.subarray(0, end).toString().trim() !== "")
      throw new BodyProblem(refusals.badRequest("Malformed multipart body."));
    this.held = this.held.subarray(end + 1);
    return true;
  }

  async readHeaders(): Promise<string> {
    if (await this.startsWithBlankLine()) return "";
    const [crlf, lf] = [
      await this.indexOf(Buffer.from("\r\n\r\n"), HEADERS_MAX_BYTES),
      await this.indexOf(Buffer.from("\n\n"), HEADERS_MAX_BYTES),
    ];
    const isCrlf = crlf !== -1 && (lf === -1 || crlf < lf);
    const end = isCrlf ? crlf : lf;
    if (end === -1 || end > HEADERS_MAX_BYTES) throw new BodyProblem(refusals.badRequest("Malformed multipart body."));
    const text = this.held.subarray(0, end).toString();
    this.held = this.held.subarray(end + (isCrlf ? 4 : 2));
    return text;
  }

  /** Reads up to the next boundary and consumes it. */
  async *readBody(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.held.indexOf(this.delimiter);
      if (at !== -1) {
        const end = at > 0 && this.held[at - 1] === CR ? at - 1 : at;
        const last = this.held.subarray(0, end);
        this.held = this.held.subarray(at + this.delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // A boundary may begin in the held bytes; the additional byte is its carriage return.
      const safe = Math.max(0, this.held.length - this.delimiter.length - 1);
      const ready = this.held.subarray(0, safe);
      this.held = this.held.subarray(safe);
      if (ready.length > 0) yield ready;
      if (!(await this.pull())) throw new BodyProblem(refusals.badRequest("Multipart body ended before its closing boundary."));
    }
  }

  async skipRest(body: AsyncGenerator<Uint8Array>): Promise<void> {
    for await (const _ of body) {
      // A caller that requests the next part discards this one.
    }
  }

  private async startsWithBlankLine(): Promise<boolean> {
    while (this.held.length < 2 && (await this.pull()));
    const length = this.held[0] === LF ? 1 : this.held[0] === CR && this.held[1] === LF ? 2 : 0;
    this.held = this.held.subarray(length);
    return length > 0;
  }

  /** Reads until the text is found, the limit is exceeded or the source ends. */
  private async indexOf(text: Buffer, maxBytes: number): Promise<number> {
    for (;;) {
      const at = this.held.indexOf(text);
      if (at !== -1 || this.held.length > maxBytes || !(await this.pull())) return at;
    }
  }

  private async pull(): Promise<boolean> {
    const next = await this.chunks.next();
    if (next.done === true) return false;
    this.held =
      this.held.length === 0
        ? Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
        : Buffer.concat([this.held, next.value]);
    return true;
  }
}

export function parseHeaders(text: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && /^[a-z0-9-]+$/.test(name)) headers[name] = line.slice(colon + 1).trim();
  }
  return headers;
}

async function* decodeBase64(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = "";
  for await (const chunk of source) {
    const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1").replace(/\s+/g, "");
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new BodyProblem(refusals.badRequest("Malformed base64 content."));
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) yield Buffer.from(text.slice(0, whole), "base64");
  }
  if (rest !== "") yield Buffer.from(rest, "base64");
}
