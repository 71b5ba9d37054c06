/** Reads the entries of a tar (ustar, GNU long names, PAX paths) by position, with only a header in memory. */
import type { ImportFile } from "../../model/import-source.ts";
import { SourceFailure } from "../../model/import-source.ts";
import { toSafePath } from "../../model/source-path.ts";

export type TarEntry = { readonly path: string; readonly from: number; readonly sizeBytes: number; readonly isRefused: boolean };

const BLOCK = 512;
const MAX_ENTRIES = 1_000_000;
const MAX_NAME_BYTES = 65_536;

/** `isCut`: the archive ends within an entry, or without the zero block that ends every archive. `entries` has all whole ones. */
export async function readTarEntries(file: ImportFile): Promise<{ readonly entries: readonly TarEntry[]; readonly isCut: boolean }> {
  const entries: TarEntry[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= file.sizeBytes; ) {
    const header = await readBytes(file, at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return { entries, isCut: false };
    if (!isSound(header) || entries.length === MAX_ENTRIES) throw new SourceFailure("damaged");
    const sizeBytes = toNumber(header, 124, 12);
    const from = at + BLOCK;
    if (from + sizeBytes > file.sizeBytes) break;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === "L" || type === "x")
      longName = nameIn(type, toText(await readBytes(file, from, from + Math.min(sizeBytes, MAX_NAME_BYTES)))) ?? longName;
    else if (type === "0" || type === "\0") entries.push(toEntry(longName ?? nameOf(header), from, sizeBytes));
    if (type !== "L" && type !== "x") longName = undefined;
    at = from + Math.ceil(sizeBytes / BLOCK) * BLOCK;
  }
  if (entries.length === 0) throw new SourceFailure("damaged");
  return { entries, isCut: true };
}

function toEntry(raw: string, from: number, sizeBytes: number): TarEntry {
  const path = toSafePath(raw);
  return { path: path ?? raw, from, sizeBytes, isRefused: path === undefined };
}

async function readBytes(file: ImportFile, from: number, to: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(to - from);
  let length = 0;
  for await (const piece of file.bytes(from, to)) {
    bytes.set(piece.subarray(0, bytes.length - length), length);
    length += piece.length;
  }
  if (length < bytes.length) throw new SourceFailure("damaged");
  return bytes;
}

/** Verifies the header checksum: the sum of all bytes, with the checksum field counted as spaces. */
function isSound(header: Uint8Array): boolean {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum === toNumber(header, 148, 8);
}

function toNumber(bytes: Uint8Array, from: number, length: number): number {
  if (((bytes[from] ?? 0) & 0x80) !== 0) return bytes.subarray(from + 1, from + length).reduce((value, byte) => value * 256 + byte, 0);
  const digits = /[0-7]+/.exec(toText(bytes.subarray(from, from + length)));
  return digits === null ? 0 : Number.parseInt(digits[0], 8);
}

function nameOf(header: Uint8Array): string {
  const prefix = toText(header.subarray(257, 262)) === "ustar" ? toText(header.subarray(345, 500)) : "";
  const name = toText(header.subarray(0, 100));
  return prefix === "" ? name : `${prefix}/${name}`;
}

function nameIn(type: string, text: string): string | undefined {
  return type === "L" ? text : /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1];
}

/** Decodes a zero-terminated UTF-8 name. */
function toText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const escaped = [...bytes.subarray(0, end === -1 ? bytes.length : end)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  try {
    return decodeURIComponent(escaped);
  } catch {
    return [...bytes.subarray(0, end === -1 ? bytes.length : end)].map((byte) => String.fromCharCode(byte)).join("");
  }
}
