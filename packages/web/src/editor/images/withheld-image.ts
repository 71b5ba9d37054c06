/** Stands in for a stored image with more pixels than may be decoded. The note keeps the image. docs/threat-model.md "Expansions". */
import { hasTooManyPixels, readImageSize } from "@satchel/core/document/images/image-size.ts";
import { editorText } from "../../text/editor/editor.ts";

/** Lengths of base64 text to decode for the header: nearly all headers are in the first, and a JPEG with a large preview needs the second. */
const HEAD_CHARS = [8_192, 1_048_576];
const DATA = /^data:image\/[a-z]+;base64,/;

export function createWithheldImage(src: string | null, alt: string | null): HTMLElement | undefined {
  if (src === null || !isWithheld(src)) return undefined;
  const text = document.createElement("span");
  text.className = "withheld-image";
  text.textContent = editorText.image.withheld(alt ?? "");
  return text;
}

export function isWithheld(src: string): boolean {
  const prefix = DATA.exec(src)?.[0];
  if (prefix === undefined) return false;
  for (const chars of HEAD_CHARS) {
    const head = decodeHead(src, prefix.length, chars);
    if (hasTooManyPixels(head)) return true;
    // Formats with boxes may announce a larger tile further on.
    if (readImageSize(head) !== undefined && !hasBoxes(head)) return false;
  }
  return false;
}

/** `ftyp`, the first box of AVIF and HEIC. */
function hasBoxes(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(4, 8)) === "ftyp";
}

function decodeHead(src: string, from: number, chars: number): Uint8Array {
  try {
    const text = atob(src.slice(from, from + chars));
    const bytes = new Uint8Array(text.length);
    // A callback for each character takes several times as long, and a note may have hundreds of images.
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    return new Uint8Array();
  }
}
