/** Stands in for a stored image with more pixels than may be decoded. The note keeps the image. docs/threat-model.md "Expansions". */
import { hasTooManyPixels } from "@satchel/core/document/images/image-size.ts";
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
  return prefix !== undefined && HEAD_CHARS.some((chars) => hasTooManyPixels(decodeHead(src, prefix.length, chars)));
}

function decodeHead(src: string, from: number, chars: number): Uint8Array {
  const text = src.slice(from, from + chars);
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
