/** What kind of image a file is, by how it begins: originals have an id and no name. Pure. */
export type ImageType = { readonly mimeType: string; readonly extension: string };

const BY_HEAD: readonly (readonly [head: string, at: number, mimeType: string, extension: string])[] = [
  ["\u0089PNG", 0, "image/png", ".png"],
  ["\u00ff\u00d8\u00ff", 0, "image/jpeg", ".jpg"],
  ["GIF8", 0, "image/gif", ".gif"],
  ["WEBP", 8, "image/webp", ".webp"],
  ["ftypavi", 4, "image/avif", ".avif"],
  ["ftyphei", 4, "image/heic", ".heic"],
  ["ftypmif1", 4, "image/heic", ".heic"],
  ["BM", 0, "image/bmp", ".bmp"],
  ["II*\u0000", 0, "image/tiff", ".tif"],
  ["MM\u0000*", 0, "image/tiff", ".tif"],
];

/** `head`: at least the first 16 bytes; undefined where they are of none that is known. */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16));
  const found = BY_HEAD.find(([begin, at]) => text.startsWith(begin, at));
  return found === undefined ? undefined : { mimeType: found[2], extension: found[3] };
}
