/** Builds a multipart/related body from metadata and content. drive-contract §1.7. */
import type { FileMetadata } from "../wire/resources.ts";
import { joinBytes } from "./response-body.ts";

export type MultipartBody = { readonly contentType: string; readonly bytes: Uint8Array };

export function toMultipartBody(
  metadata: FileMetadata,
  content: Uint8Array,
  { contentType, random }: { readonly contentType: string; readonly random: () => number },
): MultipartBody {
  const boundary = newBoundary(content, random);
  const encode = (text: string) => new TextEncoder().encode(text);
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}\r\n--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n`;
  return {
    contentType: `multipart/related; boundary=${boundary}`,
    bytes: joinBytes([encode(head), content, encode(`\r\n--${boundary}--`)]),
  };
}

/** Returns a random boundary that does not occur in the content. The content is searched, in case the random source is poor. */
function newBoundary(content: Uint8Array, random: () => number): string {
  const digits = () => Math.floor(random() * 2 ** 32).toString(36);
  let boundary = `satchel-${digits()}${digits()}${digits()}`;
  while (includes(content, new TextEncoder().encode(boundary))) boundary += digits() || "0";
  return boundary;
}

function includes(whole: Uint8Array, part: Uint8Array): boolean {
  const first = part[0] ?? 0;
  for (let at = whole.indexOf(first); at !== -1; at = whole.indexOf(first, at + 1)) {
    if (part.every((byte, index) => whole[at + index] === byte)) return true;
  }
  return false;
}
