/** Downloads the untouched original of an image, or the image itself if it was never made smaller. */
import type { Node } from "@tiptap/pm/model";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { imageToolsText as text } from "../../../text/editor/image-tools.ts";

/** A description may be a paragraph; file systems allow 255 bytes for a name. */
const MAX_NAME_CHARS = 60;

export async function downloadImage({ attrs }: Node, { originals, attachments, saveFile }: EditorHost): Promise<void> {
  const [id, name] = [attrs.originalId as string | null, toName(attrs.alt as string | null)];
  const blob = id === null ? undefined : await originals.open(id);
  // Explains why there is no original.
  if (blob === undefined && id !== null) return attachments.download({ id, fileName: name, mimeType: UNKNOWN });
  const content = blob === undefined ? decode(String(attrs.src)) : { type: blob.type, bytes: new Uint8Array(await blob.arrayBuffer()) };
  if (content !== undefined) saveFile({ name: `${name}.${EXTENSIONS[content.type] ?? "img"}`, ...content });
}

/** Types of stored images and of their originals. A shared table of all types would be one more script of the workspace. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/heic": "heic",
};

const UNKNOWN = "application/octet-stream";

function toName(alt: string | null): string {
  const name = (alt ?? "")
    .replace(/[\p{Cc}\s"*/:<>?\\|]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME_CHARS)
    .trim();
  return name === "" ? text.fileName : name;
}

/** `src`: a `data:` URL of the stored form, always base64. */
function decode(src: string): { readonly type: string; readonly bytes: Uint8Array } | undefined {
  const [, type, data] = /^data:(image\/[a-z]+);base64,(.*)$/.exec(src) ?? [];
  return type === undefined || data === undefined ? undefined : { type, bytes: Uint8Array.from(atob(data), (char) => char.charCodeAt(0)) };
}
