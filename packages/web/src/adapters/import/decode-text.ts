/** Decodes text of any encoding: by its first bytes, by its declared encoding, or by its content; Windows-1252 if nothing else fits. */
import { SourceFailure } from "@satchel/core/transfer/import/model/import-source.ts";

export type DecodedText = { readonly text: string; readonly isGuessed: boolean };

export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = encodingOfMark(bytes);
  if (marked !== undefined) return { text: new TextDecoder(marked).decode(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    const named = namedEncoding(new TextDecoder("windows-1252").decode(bytes.subarray(0, 2048)));
    return { text: new TextDecoder(named ?? "windows-1252").decode(bytes), isGuessed: named === undefined };
  }
}

/** Decodes pieces as they arrive. Streamed text declares its encoding at the beginning, or is UTF-8. */
export function createPieceDecoder(): (bytes: Uint8Array, isLast: boolean) => string {
  let decoder: TextDecoder | undefined;
  return (bytes, isLast) => {
    if (decoder === undefined) {
      const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 1024));
      decoder = new TextDecoder(encodingOfMark(bytes) ?? namedEncoding(head) ?? "utf-8");
    }
    return decoder.decode(bytes, { stream: !isLast });
  };
}

function encodingOfMark(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // UTF-16 text of Windows without a byte order mark: every other byte of Western text is zero.
  if (second === 0 && bytes[3] === 0 && first !== 0 && first !== undefined) return "utf-16le";
  return undefined;
}

function namedEncoding(head: string): string | undefined {
  const name = /<\?xml[^>]*encoding=["']([\w-]{2,20})/i.exec(head)?.[1] ?? /<meta[^>]*charset=["']?([\w-]{2,20})/i.exec(head)?.[1];
  try {
    return name === undefined ? undefined : new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

const MAX_UNPACKED_BYTES = 268_435_456;

/** Decodes a text that a backup holds as base64 of gzip. Throws if it unpacks to more than the size limit of a text. */
export async function gunzipText(base64: string): Promise<string> {
  const decoder = new TextDecoder();
  let [text, sizeBytes] = ["", 0];
  try {
    const packed = new Blob([fromBase64(base64)]).stream();
    const reader = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      sizeBytes += read.value.length;
      if (sizeBytes > MAX_UNPACKED_BYTES) throw new SourceFailure("unpacks-too-large");
      text += decoder.decode(read.value, { stream: true });
    }
  } catch (error) {
    throw error instanceof SourceFailure ? error : new SourceFailure("damaged");
  }
  return text + decoder.decode();
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/\s+/g, ""));
  const bytes = new Uint8Array(plain.length);
  for (let at = 0; at < plain.length; at += 1) bytes[at] = plain.charCodeAt(at);
  return bytes;
}
